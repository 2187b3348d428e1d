/** Who a program acts for: the person behind the key of a request, as far as the key, the plan and the account hold. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { API_KEY_MARK, API_REQUESTS_PER_MINUTE, type ApiScope } from '#shared/api-keys.ts'
import type { Me } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { apiKeys, users, userSettings } from '#server/db/schema/index.ts'
import { takeTurn } from '#server/limits/take-turn.ts'
import { hashApiKey } from './make-api-key.ts'

export type FoundKey = { me: Me; keyId: string; scopes: ApiScope[] }

/** The key that a request carries, or null: another bearer token, as a proxy may send, is none of ours. */
export function keyIn(headers: Headers): string | null {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  return token?.startsWith(API_KEY_MARK) ? token : null
}

/**
 * Throws AppError 'key.unknown' (also for a revoked one), 'account.suspended', 'key.needs-plan' and 'key.too-fast'.
 * A key is never an administrator, whoever made it.
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
  if (user.suspendedAt) throw new AppError('account.suspended')
  if (!plans[tier].apiAccess) throw new AppError('key.needs-plan')
  const turn = await takeTurn(db, { key: `api-key ${key.id}`, most: API_REQUESTS_PER_MINUTE, windowSeconds: 60 }, now)
  if (!turn.allowed) throw new AppError('key.too-fast', { retryAfterSeconds: turn.retryAfterSeconds })
  await noteUse(db, key, now)
  const { id, email, name, emailVerified } = user
  const me = { user: { id, email, name, emailVerified, isAdmin: false, tier }, expiresAt: NEVER }
  return { me, keyId: key.id, scopes: key.scopes }
}

/** A key holds until it is revoked. */
const NEVER = '9999-12-31T23:59:59.999Z'

const MINUTE_MS = 60_000

/** Written at most once a minute, also when several processes are asked at once. */
async function noteUse(db: Db, { id, lastUsedAt }: typeof apiKeys.$inferSelect, now: Date) {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  if (lastUsedAt && lastUsedAt >= minuteAgo) return
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))))
}
