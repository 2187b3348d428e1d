/** Stored pages: one page's text, and making ticked pages ready for questions. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { analyseAgain, getPage, processPages } from '#web/client.ts'
import { patchCrawl } from './crawls.ts'

/** A stored page never changes under its id. */
export const pageQuery = (id: string) =>
  queryOptions({ queryKey: ['page', id], queryFn: () => getPage(id), staleTime: Infinity })

/** How far "Process selected pages" is, as live events tell it; null before the first of them. */
export type Processing = { pages: number; ofPages: number }
export const processingQuery = queryOptions({
  queryKey: ['processing'],
  queryFn: (): Processing | null => null,
  staleTime: Infinity,
})

/** Processes the pages of the crawl `crawlId`. */
export function useProcessPages(crawlId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pageIds: string[]) => processPages(pageIds),
    onMutate: () => void queryClient.setQueryData(processingQuery.queryKey, null),
    onSuccess: (_, pageIds) => {
      const done = new Set(pageIds)
      patchCrawl(queryClient, crawlId, (crawl) => ({
        ...crawl,
        pages: crawl.pages.map((page) => (done.has(page.id) ? { ...page, processed: true } : page)),
      }))
    },
  })
}

/** Asks again for the summary of a page that could not be summarised; wherever it is shown, it is on its way then. */
export function useAnalyseAgain(pageId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => analyseAgain(pageId),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['crawl'] }),
        queryClient.invalidateQueries({ queryKey: ['chat'] }),
      ]),
  })
}
