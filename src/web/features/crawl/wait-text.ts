import { hostOf, pathWithQueryOf } from '#web/ui/address-parts.ts'
import type { CrawlSummary, CrawlWait } from '#shared/crawl/crawls.ts'
import { detailText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'

/** A longer wait is shown in minutes. */
const SECONDS_SHOWN_BELOW = 120
/**
 * A host that has sent nothing for this time is called slow. Longer than the interval at which a crawl is fetched again
 * when its live events are lost.
 */
const SLOW_AFTER_MS = 8_000

/**
 * Why a running crawl waits; '' when the time of a wait is over. `now` is in milliseconds since the epoch. The path of
 * `start`, the start page, says nothing that the person does not know.
 */
export function waitText(wait: CrawlWait, now: number, start?: string): string {
  if (wait.code === 'host') return t('crawl.waitingForHost', { host: wait.host })
  if (wait.code === 'summaries') {
    return wait.pages === 1 ? t('crawl.summarizingLast') : t('crawl.summarizingLastPages', { n: wait.pages })
  }
  // The clock of the server may be ahead of this one.
  const secondsLeft = Math.min(wait.seconds, Math.ceil((Date.parse(wait.until) - now) / 1000))
  if (secondsLeft <= 0) return ''
  if (wait.code === 'delay')
    return t(wait.isSiteRule ? 'crawl.waitingBySiteRule' : 'crawl.waitingSeconds', { n: secondsLeft })
  const reason = wait.reason ? detailText(wait.reason).replace(/\.$/, '') : ''
  const isShort = secondsLeft < SECONDS_SHOWN_BELOW
  const n = isShort ? secondsLeft : Math.round(secondsLeft / 60)
  if (reason && wait.url === start)
    return t(isShort ? 'crawl.startRetryingIn' : 'crawl.startRetryingInMinutes', { reason, n })
  const retrying = t(isShort ? 'crawl.retryingIn' : 'crawl.retryingInMinutes', { path: pathWithQueryOf(wait.url), n })
  return reason ? `${retrying} (${reason})` : retrying
}

type Running = Pick<CrawlSummary, 'url' | 'movedTo' | 'progress' | 'waiting'>

/**
 * What a running crawl does now: `line` names the page or the wait, `note` adds why it takes long. `changedAt` is when
 * the crawl last changed, in milliseconds since the epoch like `now`.
 */
export function activityText(crawl: Running, { now, changedAt }: { now: number; changedAt: number }) {
  const { waiting, progress } = crawl
  const url = waiting?.code === 'retry' ? waiting.url : progress.currentUrl
  const page = url ? t('crawl.currentlyCrawling', { url }) : t('crawl.waitingForFirstPage')
  const wait = waiting ? waitText(waiting, now, crawl.movedTo ?? crawl.url) : ''
  if (wait && waiting?.code === 'delay') return { line: page, note: wait }
  if (wait) return { line: wait, note: '' }

  const waitEndedAt = waiting && 'until' in waiting ? Date.parse(waiting.until) : 0
  const isSlow = now - Math.max(changedAt, waitEndedAt) >= SLOW_AFTER_MS
  const startAddress = crawl.movedTo ?? crawl.url
  const host = hostOf(url || startAddress)
  return { line: page, note: isSlow ? t('crawl.slowToAnswer', { host }) : '' }
}
