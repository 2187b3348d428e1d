import { useQuery } from '@tanstack/react-query'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { creditsQuery } from '#web/queries/credits.ts'
import { useContinueCrawl, useRetryFailed } from '#web/queries/crawls.ts'
import { needsCredits } from '#web/api/request.ts'

/** Continue or retry an ended crawl. Too few credits open the upgrade modal. */
export function useCrawlContinuation(crawlId: string) {
  const upgrade = useUpgrade()
  const { data: credits } = useQuery(creditsQuery)
  const continuing = useContinueCrawl(crawlId)
  const retrying = useRetryFailed(crawlId)
  const onError = (error: unknown) => {
    if (needsCredits(error)) upgrade()
  }
  return {
    credits: credits ?? null,
    continuing: continuing.isPending,
    retrying: retrying.isPending,
    error: continuing.error ?? retrying.error,
    onUpgrade: upgrade,
    onContinue(maxPages: number) {
      retrying.reset()
      continuing.mutate(maxPages, { onError })
    },
    onRetry() {
      continuing.reset()
      retrying.mutate(undefined, { onError })
    },
  }
}
