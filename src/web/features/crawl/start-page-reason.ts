import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { skipAdvice } from '#web/features/skipped/skip-advice.ts'
import { detailText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

type Words = { title: TextKey; advice: TextKey }

/** HTTP statuses that need another next step than "the site returned an error". */
const byStatus: readonly [statuses: RegExp, words: Words][] = [
  [/^(404|410)$/, { title: 'crawl.startMissing', advice: 'crawl.startMissingAdvice' }],
  [/^(401|403|407)$/, { title: 'crawl.startRefused', advice: 'crawl.startRefusedAdvice' }],
  [/^429$/, { title: 'crawl.startTooMany', advice: 'crawl.startTooManyAdvice' }],
  [/^5\d\d$/, { title: 'crawl.startBroken', advice: 'crawl.startBrokenAdvice' }],
]

const LOOP: Words = { title: 'crawl.startLoop', advice: 'crawl.startLoopAdvice' }

/** Why the start page of a crawl was not read, as a sentence, and what to do next. */
export function startPageReason(address: SkippedAddress): { reason: string; advice: string } {
  const detail = withoutScrape(address)
  const loops = address.detailCode === 'too-many-redirects' || innerCode(address) === 'too-many-redirects'
  const status = /^\d{3}\b/.exec(detail)?.[0] ?? ''
  const ofStatus = address.reason === 'http-status' && byStatus.find(([statuses]) => statuses.test(status))?.[1]
  const words = loops ? LOOP : ofStatus
  const title = words ? t(words.title) : t(`skipReasons.${address.reason}`)
  return {
    reason: `${title}${detail && (words ? ` (${detail})` : `: ${detail}`)}`.replace(/[^.!?]$/, '$&.'),
    advice: t(
      words ? words.advice : address.reason === 'not-a-page' ? 'crawl.startFileAdvice' : skipAdvice[address.reason],
    ),
  }
}

function innerCode({ values }: SkippedAddress): string | undefined {
  const inner = values?.['reason']
  return typeof inner === 'object' ? inner.code : undefined
}

/** The detail without "Failed to scrape {url}", which the list of skipped addresses shows. */
function withoutScrape(address: SkippedAddress): string {
  const inner = address.values?.['reason']
  if (address.detailCode !== 'crawl.scrape-failed' || inner === undefined) return detailText(address)
  if (typeof inner !== 'object') return String(inner)
  // The reason of a skip says no more than the title.
  if (inner.code === address.reason) return ''
  return detailText({ detail: '', detailCode: inner.code, values: inner.values as typeof address.values })
}
