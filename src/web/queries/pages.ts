/** Stored pages: the text of one, and processing selected pages for questions. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { analyzeAgain, getPage, processPages, suggestQuestions } from '#web/api/client.ts'
import { patchCrawl } from './crawls.ts'

/** A stored page never changes under its id. */
export const pageQuery = (id: string) =>
  queryOptions({ queryKey: ['page', id], queryFn: () => getPage(id), staleTime: Infinity })

/** Questions that the pages answer. */
export const suggestedQuestionsQuery = (pageIds: string[]) =>
  queryOptions({
    queryKey: ['suggested-questions', pageIds],
    queryFn: () => suggestQuestions(pageIds),
    enabled: pageIds.length > 0,
    staleTime: Infinity,
  })

/** Progress of processing, from live events; null before the first event. */
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
      const processed = new Set(pageIds)
      patchCrawl(queryClient, crawlId, (crawl) => {
        const pages = crawl.pages.map((page) => (processed.has(page.id) ? { ...page, processed: true } : page))
        return { ...crawl, pages }
      })
    },
  })
}

/** Retries a failed summary and shows it as pending everywhere. */
export function useAnalyzeAgain(pageId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => analyzeAgain(pageId),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['crawl'] }),
        queryClient.invalidateQueries({ queryKey: ['chat'] }),
      ]),
  })
}
