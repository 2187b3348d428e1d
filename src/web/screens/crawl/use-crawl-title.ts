import { useEffect, useRef, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { crawlTitle } from '#web/features/crawl/crawl-end.ts'

/**
 * The document title: progress of a running crawl. If it ends in a background tab, the result stays until the tab is
 * visible.
 */
export function useCrawlTitle(crawl: CrawlOnScreen | undefined): string {
  const [unseen, setUnseen] = useState<string | null>(null)
  const wasRunning = useRef<string | null>(null)
  const running = crawl !== undefined && isRunning(crawl.status)
  useEffect(() => {
    if (!crawl) return
    if (!running && wasRunning.current === crawl.id && document.hidden) setUnseen(crawl.id)
    wasRunning.current = running ? crawl.id : null
  }, [crawl, running])
  useEffect(() => {
    const look = () => !document.hidden && setUnseen(null)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return crawl && (running || unseen === crawl.id) ? crawlTitle(crawl) : 'Readback'
}
