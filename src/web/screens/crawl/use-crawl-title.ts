import { useEffect, useRef, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { crawlTitle } from '#web/features/crawl/crawl-end.ts'
import { hostOf } from '#web/ui/address-parts.ts'

/**
 * The document title: progress of a running crawl. If it ends in a background tab, the result stays until the tab is
 * visible. Afterward `screenTitle`, or the site.
 */
export function useCrawlTitle(crawl: CrawlOnScreen | undefined, screenTitle: string | undefined): string {
  /** The crawl that ended while the tab was hidden. */
  const [unseenId, setUnseenId] = useState<string | null>(null)
  const runningId = useRef<string | null>(null)
  const isCrawling = crawl !== undefined && isRunning(crawl.status)
  useEffect(() => {
    if (!crawl) return
    if (!isCrawling && runningId.current === crawl.id && document.hidden) setUnseenId(crawl.id)
    runningId.current = isCrawling ? crawl.id : null
  }, [crawl, isCrawling])
  useEffect(() => {
    const onVisibilityChange = () => {
      if (!document.hidden) setUnseenId(null)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [])
  if (crawl && (isCrawling || unseenId === crawl.id)) return crawlTitle(crawl)
  return screenTitle ?? (crawl ? hostOf(crawl.url) : 'Readback')
}
