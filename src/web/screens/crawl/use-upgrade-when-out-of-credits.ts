import { useEffect, useRef } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import { describeEnd, endedWithoutCredits } from '#web/features/crawl/crawl-end.ts'
import { useUpgradeBecause } from '#web/features/credits/upgrade.tsx'
import type { CrawlOnScreen } from '#web/api/client.ts'

/**
 * Opens the upgrade modal, with the reason, when a running crawl ends because credits ran out. `startedId` is the crawl
 * that was started on this screen: it may end before its first response.
 */
export function useUpgradeWhenOutOfCredits(crawl: CrawlOnScreen | undefined, startedId: string | undefined) {
  const upgradeBecause = useUpgradeBecause()
  const runningId = useRef<string>(undefined)
  useEffect(() => {
    if (startedId) runningId.current = startedId
  }, [startedId])
  useEffect(() => {
    if (!crawl) return
    if (isRunning(crawl.status)) {
      runningId.current = crawl.id
    } else if (runningId.current === crawl.id && (crawl.status !== 'failed' || crawl.error)) {
      // A failed crawl may be reported before its error.
      runningId.current = undefined
      if (endedWithoutCredits(crawl)) upgradeBecause({ message: describeEnd(crawl).message })
    }
  }, [crawl, upgradeBecause])
}
