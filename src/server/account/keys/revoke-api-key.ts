import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { apiKeys } from '#server/db/schema/index.ts'

/** For good, and at once. Throws 'key.not-found', whoever else's it may be. */
export async function revokeApiKey(db: Db, { userId, keyId }: { userId: string; keyId: string }, now = new Date()) {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  if (revoked.length === 0) throw new AppError('key.not-found')
}
