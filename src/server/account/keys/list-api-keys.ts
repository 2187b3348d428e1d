import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ApiKey } from '#shared/api-keys.ts'
import type { Db } from '#server/db/database.ts'
import { apiKeys } from '#server/db/schema/index.ts'

/** The person's keys that are not revoked, the newest first. */
export async function listApiKeys(db: Db, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(presentKey)
}

/** What leaves the server of a key: never its hash. */
export function presentKey({ id, name, prefix, scopes, createdAt, lastUsedAt }: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id,
    name,
    prefix,
    scopes,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
