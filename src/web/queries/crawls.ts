/** A person's crawls. Live events keep them fresh; the intervals here are for a line that broke. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { StartCrawl } from '#shared/crawls.ts'
import { isRunning } from '#shared/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { getCrawl, listCrawls, startCrawl, stopCrawl } from '#web/client.ts'
import { creditsQuery } from './credits.ts'

export const crawlsQuery = queryOptions({ queryKey: ['crawls'], queryFn: listCrawls, staleTime: 10_000 })

export const crawlQuery = (id: string) =>
  queryOptions({
    queryKey: ['crawl', id],
    queryFn: () => getCrawl(id),
    staleTime: 5_000,
    refetchInterval: ({ state }) => refetchAfter(state.data),
  })

function refetchAfter(crawl: CrawlOnScreen | undefined): number | false {
  if (!crawl) return false
  if (isRunning(crawl.status)) return 6_000
  // Summaries go on after the last page was read.
  return crawl.pages.some((page) => page.analysis === 'pending') ? 3_000 : false
}

export function useStartCrawl() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wish: StartCrawl) => startCrawl(wish),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey }),
    onError: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

export function useStopCrawl(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => stopCrawl(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey }),
  })
}

/** Writes into the crawl on the screen without asking the server. */
export function patchCrawl(queryClient: QueryClient, id: string, change: (crawl: CrawlOnScreen) => CrawlOnScreen) {
  queryClient.setQueryData(crawlQuery(id).queryKey, (crawl) => crawl && change(crawl))
}
