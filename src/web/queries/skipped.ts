/** The addresses of a crawl that were not read: the list beyond what the crawl itself brings, and trying the failed ones again. */
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SkipReason } from '#shared/crawls.ts'
import { listSkipped, retryFailed } from '#web/client.ts'
import { crawlQuery, crawlsQuery } from './crawls.ts'

const AT_ONCE = 5_000

/** For one reason, or all with null. `state` is whatever makes another list of it, such as the time the crawl ended. */
export const skippedQuery = (id: string, reason: SkipReason | null, state: string) =>
  infiniteQueryOptions({
    queryKey: ['skipped', id, reason, state],
    queryFn: ({ pageParam }) => listSkipped(id, { ...(reason && { reason }), after: pageParam, limit: AT_ONCE }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  })

export function useRetryFailed(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => retryFailed(id),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey }),
        queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey }),
      ]),
  })
}
