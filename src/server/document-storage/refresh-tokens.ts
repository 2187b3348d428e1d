/**
 * Renews the access token. Whoever comes first asks the provider, in whichever process; the others wait for what comes
 * of it. They wait on a lease in the row, not on a lock: the embedded database would stand still while the provider
 * thinks.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, sql } from 'drizzle-orm'
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { systemSettings } from '#server/db/schema/index.ts'
import { askTokens, type Tokens } from '#server/workdrive/ask-tokens.ts'
import { recordEvent } from './record-event.ts'
import { configurationOf, type StorageServices } from './storage-services.ts'
import { readRow, readTokens, replaceTokens, type StoredTokens, tokensAre } from './token-store.ts'

/** The provider has 30 s to answer. */
const LEASE_SECONDS = 35
const LOOK_AGAIN_MS = 100

/**
 * Answers tokens that are newer than `seen`. Throws 'storage.cannot-refresh', 'storage.refresh-empty',
 * 'storage.unavailable' when the provider does not answer, and 'storage.no-tokens' when they were removed meanwhile.
 */
export async function refreshTokens(services: StorageServices, seen: StoredTokens): Promise<StoredTokens> {
  const { db, secrets } = services
  const configuration = configurationOf(services)
  const refreshToken = seen.tokens.refresh_token
  if (typeof configuration === 'string' || !refreshToken) throw new AppError('storage.cannot-refresh')
  if (!(await takeLease(db, seen.sealed))) return waitForOther(services, seen.sealed)

  const { tokens, answered, exchange } = await askTokens(configuration, { refreshToken })
  await recordEvent(services, { eventType: 'token_refresh', exchange })
  if (tokens) return replaceTokens(db, secrets, { sealed: seen.sealed, tokens })
  const failure: ErrorCode = answered ? 'storage.refresh-empty' : 'storage.unavailable'
  await endLease(db, seen.sealed, failure)
  throw new AppError(failure)
}

/** The provider's clock and ours differ, and an upload takes its time (SPEC section 9). */
const MARGIN_MS = 5 * 60_000
export const runsOutSoon = (tokens: Tokens, now = Date.now()) => Date.parse(tokens.expires_at) - now <= MARGIN_MS

const { value } = systemSettings
/**
 * One that ends much later than any lease was taken before the database's clock was set back. Twice as long is left to
 * it: whoever waited for the row still has the time of before it was taken.
 */
const leaseIsOver = sql`coalesce((${value}->>'refreshing_until')::timestamptz, '-infinity')
  not between now() and now() + 2 * ${LEASE_SECONDS} * interval '1 second'`

async function takeLease(db: Db, sealed: string): Promise<boolean> {
  const until = sql`to_jsonb(now() + ${LEASE_SECONDS} * interval '1 second')`
  const taken = await db
    .update(systemSettings)
    .set({ value: sql`jsonb_set(${value} - 'refresh_failed', '{refreshing_until}', ${until})` })
    .where(and(tokensAre(sealed), leaseIsOver))
    .returning({ key: systemSettings.key })
  return taken.length > 0
}

async function endLease(db: Db, sealed: string, failure: ErrorCode) {
  await db
    .update(systemSettings)
    .set({ value: sql`jsonb_set(${value} - 'refreshing_until', '{refresh_failed}', to_jsonb(${failure}::text))` })
    .where(tokensAre(sealed))
}

/** What came of it for the one is the others' answer too: a provider that refuses is not asked by each of them. */
async function waitForOther({ db, secrets }: StorageServices, sealed: string): Promise<StoredTokens> {
  for (const giveUpAt = Date.now() + LEASE_SECONDS * 1000; Date.now() < giveUpAt; await sleep(LOOK_AGAIN_MS)) {
    const row = await readRow(db)
    if (row?.tokens !== sealed) {
      const renewed = await readTokens(db, secrets)
      if (!renewed) throw new AppError('storage.no-tokens')
      return renewed
    }
    const { refreshing_until: until, refresh_failed: why } = row
    if (until === undefined) throw new AppError(isErrorCode(why) ? why : 'storage.unavailable')
  }
  throw new AppError('storage.unavailable')
}
