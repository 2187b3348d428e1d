import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { API_KEY_PREFIX, API_KEYS_MAX, type ApiKey, type ApiScope, type CreatedApiKey } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { apiKeys, users } from '#server/platform/db/schema/index.ts'

/** 256 bits cannot be guessed, so a plain hash suffices. */
const SECRET_BYTES = 32
/** Characters shown in lists: enough to distinguish keys, too few to be useful. */
const PREFIX_LENGTH = 10

/** The secret is only in the response and cannot be shown again. Throws AppError 'key.too-many'. */
export async function createApiKey(
  db: Db,
  { userId, name, scopes }: { userId: string; name: string; scopes: ApiScope[] },
): Promise<CreatedApiKey> {
  const secret = API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  return db.transaction(async (tx) => {
    // Locked, so that concurrent requests cannot exceed the maximum.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const [active] = await tx
      .select({ keys: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    if (active && active.keys >= API_KEYS_MAX) throw new AppError('key.too-many', { n: active.keys })
    const [created] = await tx
      .insert(apiKeys)
      .values({ userId, name, scopes, hash: hashApiKey(secret), prefix: secret.slice(0, PREFIX_LENGTH) })
      .returning()
    if (!created) throw new Error('The insert returned no row')
    return { ...presentKey(created), secret }
  })
}

/** Keys that are not revoked, newest first. */
export async function listApiKeys(db: Db, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(presentKey)
}

/** Takes effect immediately. Throws AppError 'key.not-found'. */
export async function revokeApiKey(db: Db, { userId, keyId }: { userId: string; keyId: string }, now = new Date()) {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw new AppError('key.not-found')
}

/** What is stored of a key: its SHA-256 in hex. */
export const hashApiKey = (secret: string) => createHash('sha256').update(secret).digest('hex')

function presentKey({ id, name, prefix, scopes, createdAt, lastUsedAt }: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id,
    name,
    prefix,
    scopes,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
