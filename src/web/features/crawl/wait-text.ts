import type { CrawlSummary, CrawlWait } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'

/** Why a running crawl waits, `now` in ms since the epoch; '' once the wait is over. */
export function waitText(wait: CrawlWait, now: number): string {
  if (wait.code === 'host') return t('crawl.waitingForHost', { host: wait.host })
  if (wait.code === 'summaries') {
    return wait.pages === 1 ? t('crawl.summarisingLast') : t('crawl.summarisingLastPages', { n: wait.pages })
  }
  const n = Math.min(wait.seconds, Math.ceil((Date.parse(wait.until) - now) / 1000))
  if (n <= 0) return ''
  if (wait.code === 'delay')
    return wait.isSiteRule ? t('crawl.waitingBySiteRule', { n }) : t('crawl.waitingSeconds', { n })
  const path = pathOf(wait.url)
  return n < 120 ? t('crawl.retryingIn', { path, n }) : t('crawl.retryingInMinutes', { path, n: Math.round(n / 60) })
}

type Running = Pick<CrawlSummary, 'url' | 'movedTo' | 'progress' | 'waiting'>

/** Longer than the interval at which a crawl is refetched when its events are lost. */
const SLOW_AFTER_MS = 8_000

/** What a leased crawl does now: `line` names the page or the wait, `note` adds why it takes long. `changedAt` is when the crawl last changed. */
export function activityText(crawl: Running, { now, changedAt }: { now: number; changedAt: number }) {
  const { waiting, progress } = crawl
  const wait = waiting ? waitText(waiting, now) : ''
  const url = waiting?.code === 'retry' ? waiting.url : progress.currentUrl
  const page = url ? t('crawl.currentlyCrawling', { url }) : t('crawl.waitingForFirstPage')
  if (wait) return waiting?.code === 'delay' ? { line: page, note: wait } : { line: wait, note: '' }
  const since = Math.max(changedAt, waiting && 'until' in waiting ? Date.parse(waiting.until) : 0)
  const host = URL.parse(url || (crawl.movedTo ?? crawl.url))?.host ?? ''
  return { line: page, note: now - since < SLOW_AFTER_MS ? '' : t('crawl.slowToAnswer', { host }) }
}

const pathOf = (address: string) => {
  const url = URL.parse(address)
  return url ? url.pathname + url.search : address
}
