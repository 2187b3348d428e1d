/** What a crawl does with a page that could not be fetched or stored. */
import { AppError } from '#shared/errors.ts'
import { OutOfCredits } from '#server/credits/charge-page.ts'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import type { ReadFailure } from '#server/fetching/reader.ts'
import { endCrawl } from '#server/crawl/end-crawl.ts'
import { markForRetry, markSkipped } from '#server/crawl/links/frontier.ts'
import type { CrawlServices, PageStep, StepOutcome } from './crawl-step.ts'
import { MAX_RETRIES, retryDelayMs } from './retry-delay.ts'
import { pauseAfter, scheduleNextStep } from './schedule-next-step.ts'

/** Ends the crawl when no other page can be read either. Otherwise the page is retried or, finally, skipped. */
export async function handleReadFailure(
  services: CrawlServices,
  step: PageStep,
  failure: ReadFailure,
): Promise<StepOutcome> {
  if (failure.fatal)
    return endCrawl(services, step.crawl, { status: 'failed', skipReason: 'stopped', error: failure.fatal })
  return retryOrSkip(services, step, failure)
}

/** Rethrows errors of an unavailable database and of a full disk: the crawl loop retries, and no attempt is counted. */
export async function handleStoreError(services: CrawlServices, step: PageStep, error: unknown): Promise<StepOutcome> {
  const { crawl, page } = step
  if (error instanceof OutOfCredits) {
    return endCrawl(services, crawl, { status: 'failed', skipReason: 'no-credits', error: { code: 'credits.ran-out' } })
  }
  if (cannotStoreNow(error)) throw error
  services.log.error({ err: error, crawlId: crawl.id, frontierId: page.id }, 'failed to store a page')
  const chargeError = error instanceof AppError && error.code === 'credits.deduct-failed' ? error : null
  if (chargeError && page.attempts >= MAX_RETRIES) {
    // No other page could be charged either: the rest stays unread until the owner continues the crawl.
    await markSkipped(services.db, page.id, 'unreadable', chargeError.message)
    return endCrawl(services, crawl, {
      status: 'failed',
      skipReason: 'stopped',
      error: { code: 'credits.deduct-retry' },
    })
  }
  // A page that the database rejects must not block the crawl.
  const detail = chargeError ? { code: chargeError.code, values: chargeError.values } : NOT_SAVED
  return retryOrSkip(services, step, { ok: false, reason: 'unreadable', detail, retry: true })
}

const NOT_SAVED = { code: 'not-saved' } as const

async function retryOrSkip(services: CrawlServices, step: PageStep, failure: ReadFailure): Promise<StepOutcome> {
  const { crawl, page } = step
  return services.db.transaction(async (tx) => {
    if (failure.retry && page.attempts < MAX_RETRIES) {
      await markForRetry(tx, page, retryDelayMs(services, page.attempts, failure.retryAfterMs), failure.detail)
    } else {
      await markSkipped(tx, page.id, failure.reason, failure.detail)
    }
    return scheduleNextStep(tx, { step, ...pauseAfter(services, crawl, page.fetchUrl) })
  })
}
