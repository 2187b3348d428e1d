/**
 * The daily return of paid plans as a job: at the start, and as soon as a new UTC day has begun. Every process does
 * it; the ledger takes one return per person and day, so it matters to nobody who was first.
 */
import { nextUtcDay } from '#shared/utc-day.ts'
import { unsafeFollowOverdue } from '#server/billing/follow-overdue.ts'
import { forgetOldEvents } from '#server/billing/take-event.ts'
import { unsafeReturnAllDue } from '#server/credits/return-daily.ts'
import type { Services } from '#server/services.ts'

/** How long it sleeps at most: a clock may be set, a machine may sleep, and a failed round is tried again. */
const SLEEP_MAX_MS = 10 * 60_000
/** Nobody returns in the last moment of the day before. */
const AFTER_MIDNIGHT_MS = 1_000

/** Answers the function that ends it, once what is under way is over. */
export function startDailyReturns({ db, payments, log, closing }: Pick<Services, 'db' | 'payments' | 'log' | 'closing'>): () => Promise<void> {
  const closed = new AbortController()
  const signal = AbortSignal.any([closed.signal, closing])
  let timer: NodeJS.Timeout | undefined
  let round = turn()

  async function turn() {
    const now = new Date()
    try {
      const people = await unsafeReturnAllDue(db, { now, signal })
      if (people > 0) log.info({ people }, 'The balances of paid plans have returned')
    } catch (error) {
      log.error({ err: error }, 'The daily return failed and is tried again')
    }
    await unsafeFollowOverdue({ db, payments, log }, { now, signal }).catch((error: unknown) => {
      log.error({ err: error }, 'Overdue subscriptions are looked at later')
    })
    await forgetOldEvents(db).catch((error: unknown) => log.error({ err: error }, 'Old payment events stay for now'))
    if (signal.aborted) return
    const untilMidnight = nextUtcDay(now).getTime() - Date.now() + AFTER_MIDNIGHT_MS
    timer = setTimeout(() => (round = turn()), Math.min(Math.max(untilMidnight, 0), SLEEP_MAX_MS)).unref()
  }

  return async () => {
    closed.abort()
    clearTimeout(timer)
    await round
  }
}
