/** Access tokens of programs that signed in with OAuth. */
import { createHash } from 'node:crypto'
import { and, arrayContains, eq, gt, isNull, or } from 'drizzle-orm'
import { ApiScope } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { admitProgram, type FoundKey } from '#server/accounts/keys/find-api-key.ts'
import type { Db } from '#server/platform/db/database.ts'
import { oauthAccessTokens, users, userSettings } from '#server/platform/db/schema/index.ts'

/** Every access token starts with it, and no API key does. */
export const ACCESS_TOKEN_PREFIX = 'rbo_'
export const isAccessToken = (secret: string) => secret.startsWith(ACCESS_TOKEN_PREFIX)

/** With `offline_access` a program gets a refresh token. Programs ask for what the metadata lists. */
export const oauthScopes = [...ApiScope.options, 'offline_access']

/** The resource that tokens are issued for (RFC 8707). */
export const mcpAddress = (appUrl: string) => `${appUrl}/mcp`

/**
 * The user an access token acts for, as `findApiKey`. Throws AppError 'key.unknown', also for an expired or revoked
 * token and one for another resource, 'account.suspended' and 'key.too-fast'.
 */
export const findAccessToken =
  (appUrl: string) =>
  async (db: Db, secret: string): Promise<FoundKey> => {
    const now = new Date()
    // As the provider stores it.
    const hash = createHash('sha256').update(secret.slice(ACCESS_TOKEN_PREFIX.length)).digest('base64url')
    const [row] = await db
      .select({ token: oauthAccessTokens, user: users, tier: userSettings.tier })
      .from(oauthAccessTokens)
      .innerJoin(users, eq(users.id, oauthAccessTokens.userId))
      .innerJoin(userSettings, eq(userSettings.userId, oauthAccessTokens.userId))
      .where(
        and(
          eq(oauthAccessTokens.token, hash),
          isNull(oauthAccessTokens.revoked),
          gt(oauthAccessTokens.expiresAt, now),
          // Some programs leave the resource out; there is only one.
          or(isNull(oauthAccessTokens.resources), arrayContains(oauthAccessTokens.resources, [mcpAddress(appUrl)])),
        ),
      )
    if (!row) throw new AppError('key.unknown')
    const { token, user, tier } = row
    const keyId = `oauth ${token.clientId} ${user.id}`
    const me = await admitProgram(db, { keyId, user, tier, expiresAt: token.expiresAt.toISOString() }, now)
    return { me, keyId, scopes: ApiScope.options.filter((scope) => token.scopes.includes(scope)) }
  }
