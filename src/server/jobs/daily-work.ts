import { nextUtcDay, utcDay } from '#shared/utc-day.ts'
import { removeUnusedPrograms } from '#server/accounts/oauth/programs.ts'
import { deleteOldPaymentEvents } from '#server/billing/handle-payment-event.ts'
import { unsafeSyncOverdueSubscriptions } from '#server/billing/sync-overdue-subscriptions.ts'
import { unsafeDeleteExpiredQuestions } from '#server/chat/open-questions.ts'
import { unsafeExpireCrawls } from '#server/crawl/retention.ts'
import { unsafeRefillAllDue } from '#server/credits/refill-daily.ts'
import { deleteExpiredRateLimits } from '#server/platform/rate-limit.ts'
import type { Services } from '#server/services.ts'

/** The longest sleep: clocks change, machines sleep, and a failed run is retried. */
const MAX_SLEEP_MS = 10 * 60_000
/** Keeps a slightly fast clock from running just before midnight. */
const AFTER_MIDNIGHT_MS = 1_000

/**
 * What is due every UTC day: refills of paid plans, subscriptions that are overdue, old payment events, questions and
 * rate limits, programs that no user has allowed, crawls that expire. Runs at the start too, in every process, which
 * does no harm: each change is made once. Returns the function that stops it and waits for a run in progress.
 */
export function startDailyWork(services: Services): () => Promise<void> {
  const { db, payments, log, closing, config } = services
  const stopped = new AbortController()
  const signal = AbortSignal.any([stopped.signal, closing])
  let timer: NodeJS.Timeout | undefined
  /** The UTC day of the last search for expiring crawls, which reads all crawls. */
  let expiredOn = ''
  let current = run()

  /** A failure of one task does not keep the others from running; it is retried in the next run. */
  async function attempt(what: string, task: () => Promise<unknown>) {
    await task().catch((error: unknown) => log.error({ err: error }, `failed to ${what}; retrying later`))
  }

  async function run() {
    const now = new Date()
    await attempt('refill credits', async () => {
      const users = await unsafeRefillAllDue(db, { now, signal })
      if (users > 0) log.info({ users }, 'refilled the credits of paid plans')
    })
    await attempt('sync overdue subscriptions', () =>
      unsafeSyncOverdueSubscriptions({ db, payments, log }, { now, signal }),
    )
    await attempt('delete old payment events', () => deleteOldPaymentEvents(db))
    await attempt('delete expired questions', () => unsafeDeleteExpiredQuestions(db))
    await attempt('delete expired rate limits', () => deleteExpiredRateLimits(db, now))
    await attempt('remove unused programs', () => removeUnusedPrograms(db, now))
    if (expiredOn !== utcDay(now)) {
      await attempt('expire crawls', async () => {
        const { announced, deleted } = await unsafeExpireCrawls(services, { days: config.crawlRetentionDays, signal })
        if (announced + deleted > 0) log.info({ announced, deleted }, 'announced and deleted unused crawls')
        expiredOn = utcDay(now)
      })
    }
    if (signal.aborted) return
    const untilMidnightMs = nextUtcDay(now).getTime() - Date.now() + AFTER_MIDNIGHT_MS
    timer = setTimeout(() => (current = run()), Math.min(Math.max(untilMidnightMs, 0), MAX_SLEEP_MS)).unref()
  }

  return async () => {
    stopped.abort()
    clearTimeout(timer)
    await current
  }
}
