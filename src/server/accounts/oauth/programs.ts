/** The programs that a user allowed to sign in. */
import { and, desc, eq, lt, notExists } from 'drizzle-orm'
import { ApiScope, type Program } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { visibleOrEmpty } from '#shared/visible-text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { oauthAccessTokens, oauthClients, oauthConsents, oauthRefreshTokens } from '#server/platform/db/schema/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The programs that a user has allowed, newest first. */
export async function listPrograms(db: Db, userId: string): Promise<Program[]> {
  const rows = await db
    .select({ id: oauthClients.clientId, name: oauthClients.name, consent: oauthConsents })
    .from(oauthConsents)
    .innerJoin(oauthClients, eq(oauthClients.clientId, oauthConsents.clientId))
    .where(eq(oauthConsents.userId, userId))
    .orderBy(desc(oauthConsents.createdAt), desc(oauthConsents.id))
  return rows.map(({ id, name, consent }) => ({
    id,
    name: visibleOrEmpty(name ?? ''),
    scopes: ApiScope.options.filter((scope) => consent.scopes.includes(scope)),
    created_at: consent.createdAt.toISOString(),
  }))
}

/** Takes effect immediately. Throws AppError 'program.not-found'. */
export async function revokeProgram(db: Db, { userId, programId }: { userId: string; programId: string }) {
  await db.transaction(async (tx) => {
    const ofBoth = (table: typeof oauthConsents | typeof oauthAccessTokens | typeof oauthRefreshTokens) =>
      and(eq(table.userId, userId), eq(table.clientId, programId))
    const revoked = await tx.delete(oauthConsents).where(ofBoth(oauthConsents)).returning({ id: oauthConsents.id })
    if (revoked.length === 0) throw new AppError('program.not-found')
    await tx.delete(oauthAccessTokens).where(ofBoth(oauthAccessTokens))
    await tx.delete(oauthRefreshTokens).where(ofBoth(oauthRefreshTokens))
  })
}

/** Anyone may register a program, so those that no user has allowed within a day are removed, as are expired tokens. */
export async function removeUnusedPrograms(db: Db, now = new Date()) {
  const consents = db.select().from(oauthConsents).where(eq(oauthConsents.clientId, oauthClients.clientId))
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await db.delete(oauthClients).where(and(lt(oauthClients.createdAt, dayAgo), notExists(consents)))
  await db.delete(oauthAccessTokens).where(lt(oauthAccessTokens.expiresAt, now))
  await db.delete(oauthRefreshTokens).where(lt(oauthRefreshTokens.expiresAt, now))
}
