/** Skipped addresses of a crawl beyond those included in the crawl itself. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { listSkipped } from '#web/api/client.ts'

const AT_ONCE = 5_000

/** For one reason, or all (null). `state` invalidates the list, for example the time the crawl ended. */
export const skippedQuery = (id: string, reason: SkipReason | null, state: string) =>
  infiniteQueryOptions({
    queryKey: ['skipped', id, reason, state],
    queryFn: ({ pageParam }) => listSkipped(id, { ...(reason && { reason }), after: pageParam, limit: AT_ONCE }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  })
