/**
 * Refreshes the access token once for all concurrent callers, over all processes: the first takes a lease in the row,
 * the others poll for its result. A row lock would block the embedded database's only session during the request.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, sql } from 'drizzle-orm'
import { AppError, type ErrorCode, isErrorCode } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { systemSettings } from '#server/platform/db/schema/index.ts'
import { requestTokens, type Tokens } from '#server/workdrive/request-tokens.ts'
import { recordAuthEvent } from './record-auth-event.ts'
import { currentConfiguration, type StorageServices } from './storage-services.ts'
import { isVersion, readRow, replaceTokens, requireTokens, type StoredTokens } from './token-store.ts'

/** Longer than the timeout of the request, 30 s. */
const LEASE_SECONDS = 35
const POLL_MS = 100

/**
 * Returns tokens newer than `seen`. Throws 'storage.cannot-refresh', 'storage.refresh-empty', 'storage.unavailable'
 * when the provider cannot be reached, and 'storage.no-tokens' when the tokens were deleted in the meantime.
 */
export async function refreshTokens(services: StorageServices, seen: StoredTokens): Promise<StoredTokens> {
  const { db, secrets } = services
  const current = currentConfiguration(services)
  const refreshToken = seen.tokens.refresh_token
  if (!current.ok || !refreshToken) throw new AppError('storage.cannot-refresh')
  if (!(await acquireLease(db, seen.sealed))) return waitForRefresh(services, seen.sealed)

  const { tokens, responded, exchange } = await requestTokens(current.configuration, { refreshToken })
  await recordAuthEvent(services, { eventType: 'token_refresh', exchange })
  if (tokens) {
    const renewed = await replaceTokens(db, secrets, { sealed: seen.sealed, tokens })
    // An administrator has disconnected, or connected again, during the request.
    return renewed ?? requireTokens(db, secrets)
  }
  const failure: ErrorCode = responded ? 'storage.refresh-empty' : 'storage.unavailable'
  await releaseLease(db, seen.sealed, failure)
  throw new AppError(failure)
}

/** Allows for clock differences and the time of an upload (specification, section 9). */
const EXPIRY_MARGIN_MS = 5 * 60_000
export const expiresSoon = (tokens: Tokens, now = Date.now()) => Date.parse(tokens.expires_at) - now <= EXPIRY_MARGIN_MS

const { value } = systemSettings
const isLeaseExpired = sql`coalesce((${value}->>'refreshing_until')::timestamptz, '-infinity') < now()`

async function acquireLease(db: Db, sealed: string): Promise<boolean> {
  const until = sql`to_jsonb(now() + ${LEASE_SECONDS} * interval '1 second')`
  const acquired = await db
    .update(systemSettings)
    .set({ value: sql`jsonb_set(${value} - 'refresh_failed', '{refreshing_until}', ${until})` })
    .where(and(isVersion(sealed), isLeaseExpired))
    .returning({ key: systemSettings.key })
  return acquired.length > 0
}

async function releaseLease(db: Db, sealed: string, failure: ErrorCode) {
  await db
    .update(systemSettings)
    .set({ value: sql`jsonb_set(${value} - 'refreshing_until', '{refresh_failed}', to_jsonb(${failure}::text))` })
    .where(isVersion(sealed))
}

/** All waiting callers share the outcome, so a provider that refuses is asked only once. */
async function waitForRefresh({ db, secrets }: StorageServices, sealed: string): Promise<StoredTokens> {
  const deadline = Date.now() + LEASE_SECONDS * 1000
  while (Date.now() < deadline) {
    const row = await readRow(db)
    if (row?.tokens !== sealed) return requireTokens(db, secrets)
    const { refreshing_until: until, refresh_failed: failure } = row
    if (until === undefined) throw new AppError(isErrorCode(failure) ? failure : 'storage.unavailable')
    await sleep(POLL_MS)
  }
  throw new AppError('storage.unavailable')
}
