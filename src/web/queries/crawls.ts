/** The user's crawls. Live events keep them fresh; the intervals cover a lost connection. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { StartCrawl } from '#shared/crawl/crawls.ts'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import {
  changeCrawl,
  continueCrawl,
  deleteCrawl,
  getCrawl,
  listCrawls,
  readAddresses,
  retryFailed,
  startCrawl,
  stopCrawl,
} from '#web/api/client.ts'
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
  // Summaries continue after the last page is stored.
  const isSummarizing = crawl.pages.some((page) => page.analysis === 'pending')
  return isSummarizing ? 3_000 : false
}

export function useStartCrawl() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: StartCrawl & { idempotencyKey?: string }) => startCrawl(request),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey }),
    onError: () => void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

export function useStopCrawl(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => stopCrawl(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey }),
  })
}

/** Whether an email is sent at the end of a running crawl. */
export function useMailAtEnd(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mailAtEnd: boolean) => changeCrawl(id, { mailAtEnd }),
    onSuccess: ({ mailAtEnd }) => patchCrawl(queryClient, id, (crawl) => ({ ...crawl, mailAtEnd })),
  })
}

/** Continues a crawl for up to `maxPages` more pages; default: the plan's limit. */
export function useContinueCrawl(id: string) {
  return useContinuation(id, (maxPages?: number) => continueCrawl(id, { maxPages }))
}

/** Retries the failed addresses. */
export function useRetryFailed(id: string) {
  return useContinuation(id, () => retryFailed(id))
}

/** Crawls addresses that a crawl found but skipped. */
export function useReadAddresses(chatId: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ crawlId, urls }: { crawlId: string; urls: string[] }) => readAddresses(crawlId, urls, chatId),
    onSuccess: (continued, { crawlId }) => showContinued(queryClient, crawlId, continued),
    onError: () => void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

/** The fields of a crawl that change when it continues. */
type ContinuedCrawl = Awaited<ReturnType<typeof retryFailed>>

function useContinuation<Request>(id: string, mutationFn: (request: Request) => Promise<ContinuedCrawl>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (continued) => showContinued(queryClient, id, continued),
    onError: () => void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  })
}

/** Shows a continued crawl as running immediately, then refetches it. */
async function showContinued(queryClient: QueryClient, id: string, continued: ContinuedCrawl) {
  patchCrawl(queryClient, id, (crawl) => ({ ...crawl, ...continued }))
  await queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
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

/** Updates a cached crawl without a request. */
export function patchCrawl(queryClient: QueryClient, id: string, change: (crawl: CrawlOnScreen) => CrawlOnScreen) {
  queryClient.setQueryData(crawlQuery(id).queryKey, (crawl) => crawl && change(crawl))
}
