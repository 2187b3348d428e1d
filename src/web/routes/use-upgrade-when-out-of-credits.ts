import { useEffect, useRef } from 'react'
import { isRunning } from '#shared/crawls.ts'
import { endedWithoutCredits } from '#web/features/crawl/crawl-end.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import type { CrawlOnScreen } from '#web/client.ts'

/** Opens the upgrade modal when a crawl that was seen running ends for want of credits. */
export function useUpgradeWhenOutOfCredits(crawl: CrawlOnScreen | undefined) {
  const upgrade = useUpgrade()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (!crawl) return
    const running = isRunning(crawl.status)
    if (wasRunning.current && !running && endedWithoutCredits(crawl)) upgrade()
    wasRunning.current = running
  }, [crawl, upgrade])
}
