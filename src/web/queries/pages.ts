/** Stored pages: one page's text, and making ticked pages ready for questions. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getPage, processPages } from '#web/client.ts'
import { patchCrawl } from './crawls.ts'

/** A stored page never changes under its id. */
export const pageQuery = (id: string) =>
  queryOptions({ queryKey: ['page', id], queryFn: () => getPage(id), staleTime: Infinity })

/** Processes the pages of the crawl `crawlId`. */
export function useProcessPages(crawlId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pageIds: string[]) => processPages(pageIds),
    onSuccess: (_, pageIds) => {
      const done = new Set(pageIds)
      patchCrawl(queryClient, crawlId, (crawl) => ({
        ...crawl,
        pages: crawl.pages.map((page) => (done.has(page.id) ? { ...page, processed: true } : page)),
      }))
    },
  })
}
