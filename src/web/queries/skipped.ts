/** The addresses of a crawl that were not read: what comes after those that the crawl itself brings along. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SkipReason } from '#shared/crawls.ts'
import { listSkipped } from '#web/client.ts'

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
