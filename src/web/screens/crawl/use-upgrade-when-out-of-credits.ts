import { useEffect, useRef } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import { endedWithoutCredits } from '#web/features/crawl/crawl-end.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import type { CrawlOnScreen } from '#web/api/client.ts'

/** Opens the upgrade modal when a running crawl ends because credits ran out. */
export function useUpgradeWhenOutOfCredits(crawl: CrawlOnScreen | undefined) {
  const upgrade = useUpgrade()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (!crawl) return
    if (isRunning(crawl.status)) {
      wasRunning.current = true
    } else if (crawl.status !== 'failed' || crawl.error) {
      // A failed crawl may be reported before its error.
      if (wasRunning.current && endedWithoutCredits(crawl)) upgrade()
      wasRunning.current = false
    }
  }, [crawl, upgrade])
}
