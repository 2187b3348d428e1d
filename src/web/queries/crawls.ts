/** A person's crawls. Live events keep them fresh; the intervals here are for a line that broke. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { StartCrawl } from '#shared/crawls.ts'
import { isRunning } from '#shared/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { continueCrawl, deleteCrawl, getCrawl, listCrawls, readAddresses, retryFailed, startCrawl, stopCrawl } from '#web/client.ts'
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

/** "Continue this crawl": reads up to `maxPages` further pages; the plan's allowance without it. */
export function useContinueCrawl(id: string) {
  return useTakeUp(id, (maxPages?: number) => continueCrawl(id, { maxPages }))
}

/** "Retry failed only". */
export function useRetryFailed(id: string) {
  return useTakeUp(id, () => retryFailed(id))
}

/** Reads addresses that a crawl found and left unread. */
export function useReadAddresses(chatId: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ crawlId, urls }: { crawlId: string; urls: string[] }) => readAddresses(crawlId, urls, chatId),
    async onSuccess(taken, { crawlId }) {
      patchCrawl(queryClient, crawlId, (crawl) => ({ ...crawl, ...taken }))
      await queryClient.invalidateQueries({ queryKey: crawlQuery(crawlId).queryKey })
      void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

/** An ended crawl runs again: the screen shows it at once, and asks for the whole of it. */
function useTakeUp<Wish>(id: string, mutationFn: (wish: Wish) => ReturnType<typeof retryFailed>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    async onSuccess(taken) {
      patchCrawl(queryClient, id, (crawl) => ({ ...crawl, ...taken }))
      await queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

export function useDeleteCrawl() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteCrawl(id),
    onSuccess(_nothing, id) {
      queryClient.setQueryData(crawlsQuery.queryKey, (crawls) => crawls?.filter((crawl) => crawl.id !== id))
      queryClient.removeQueries({ queryKey: crawlQuery(id).queryKey })
      return queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
    },
  })
}

/** Writes into the crawl on the screen without asking the server. */
export function patchCrawl(queryClient: QueryClient, id: string, change: (crawl: CrawlOnScreen) => CrawlOnScreen) {
  queryClient.setQueryData(crawlQuery(id).queryKey, (crawl) => crawl && change(crawl))
}
