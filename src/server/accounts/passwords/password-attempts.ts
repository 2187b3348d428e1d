/**
 * Wrong passwords per account, from any address: after five, each further attempt must wait longer, up to
 * an hour. The counters are in the database, so they hold over all processes and restarts. Addresses without an account
 * are counted in the same way, so the wait reveals nothing.
 */
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountLimits } from '#server/platform/db/schema/index.ts'
import { hashedKey } from '#server/platform/rate-limit.ts'

const FREE_ATTEMPTS = 5
const FIRST_PAUSE_MS = 60_000
const PAUSE_MAX_MS = 3600_000
/** Without an attempt for this long, counting starts again. */
const MEMORY_MS = 24 * 3600_000

type Deps = { db: Db; appSecret: string }

/** `browser` is the id of a browser that is known to the account (see known-browser.ts), or null. */
export type AttemptKey = { email: string; browser: string | null }

/**
 * Counts an attempt before its password is compared, so that concurrent requests cannot exceed the limit; a correct
 * password clears the count. Throws AppError 'account.sign-in-paused' when the account must wait. `limitFactor`
 * multiplies the attempts without a wait, for tests.
 */
export async function takePasswordAttempt(
  { db, appSecret }: Deps,
  attempt: AttemptKey,
  limitFactor = 1,
  now = new Date(),
) {
  const key = rowKey(appSecret, attempt)
  const isRow = eq(accountLimits.key, key)
  const waitMs = await db.transaction(async (tx) => {
    await tx.insert(accountLimits).values({ key, count: 0, since: now }).onConflictDoNothing()
    const [row] = await tx.select().from(accountLimits).where(isRow).for('update')
    if (!row) return 0
    const idleMs = now.getTime() - row.since.getTime()
    const count = idleMs > MEMORY_MS ? 0 : row.count
    const remainingMs = pauseAfter(count - FREE_ATTEMPTS * limitFactor) - idleMs
    if (remainingMs > 0) return remainingMs
    await tx
      .update(accountLimits)
      .set({ count: count + 1, since: now })
      .where(isRow)
    return 0
  })
  if (waitMs === 0) return
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  throw new AppError('account.sign-in-paused', { minutes: Math.ceil(waitMs / 60_000), retryAfterSeconds })
}

export async function clearPasswordAttempts({ db, appSecret }: Deps, attempt: AttemptKey) {
  await db.delete(accountLimits).where(eq(accountLimits.key, rowKey(appSecret, attempt)))
}

/** One minute, doubled by every attempt beyond the free ones; 0 before that. */
function pauseAfter(attemptsBeyondFree: number): number {
  return attemptsBeyondFree < 0 ? 0 : Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** attemptsBeyondFree)
}

const rowKey = (appSecret: string, { email, browser }: AttemptKey) =>
  hashedKey(appSecret, 'password', `${email.toLowerCase()} ${browser ?? ''}`)
