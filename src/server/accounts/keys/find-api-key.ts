import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { API_REQUESTS_PER_MINUTE, type ApiScope } from '#shared/api-keys.ts'
import type { Me } from '#shared/account.ts'
import type { Tier } from '#shared/tier.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { apiKeys, users, userSettings } from '#server/platform/db/schema/index.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { hashApiKey } from './api-keys.ts'

export type FoundKey = { me: Me; keyId: string; scopes: ApiScope[] }

/**
 * The bearer token of a request, or null without one. Every token counts as an API key, also an empty or malformed one:
 * falling back to the cookie would hide a mistyped key.
 */
export function keyIn(headers: Headers): string | null {
  return /^Bearer\b *(.*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null
}

/**
 * The user an API key acts for. A key never has the administrator role. Throws AppError 'key.unknown', also for a
 * revoked key, 'account.suspended' and 'key.too-fast'.
 */
export async function findApiKey(db: Db, secret: string, now = new Date()): Promise<FoundKey> {
  const [row] = await db
    .select({ key: apiKeys, user: users, tier: userSettings.tier })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(userSettings, eq(userSettings.userId, apiKeys.userId))
    .where(and(eq(apiKeys.hash, hashApiKey(secret)), isNull(apiKeys.revokedAt)))
  if (!row) throw new AppError('key.unknown')
  const { key, user, tier } = row
  const me = await admitProgram(db, { keyId: key.id, user, tier, expiresAt: NEVER }, now)
  await recordUse(db, key, now)
  return { me, keyId: key.id, scopes: key.scopes }
}

type Admission = { keyId: string; user: typeof users.$inferSelect; tier: Tier; expiresAt: string }

/**
 * The user that a program with an API key or an OAuth token acts for; `keyId` identifies either. Throws AppError
 * 'account.suspended' and 'key.too-fast'.
 */
export async function admitProgram(db: Db, { keyId, user, tier, expiresAt }: Admission, now: Date): Promise<Me> {
  if (user.suspendedAt) throw new AppError('account.suspended')
  const rateLimit = { key: `api-key ${keyId}`, limit: API_REQUESTS_PER_MINUTE, windowSeconds: 60 }
  const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit, now)
  if (!allowed) throw new AppError('key.too-fast', { retryAfterSeconds })
  const { id, email, name, emailVerified } = user
  return { user: { id, email, name, emailVerified, isAdmin: false, tier }, expiresAt }
}

/** A key is valid until it is revoked. */
const NEVER = '9999-12-31T23:59:59.999Z'

const MINUTE_MS = 60_000

/** Writes at most once a minute, over all processes: the condition is checked again in the statement. */
async function recordUse(db: Db, { id, lastUsedAt }: typeof apiKeys.$inferSelect, now: Date) {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  if (lastUsedAt && lastUsedAt >= minuteAgo) return
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))))
}
