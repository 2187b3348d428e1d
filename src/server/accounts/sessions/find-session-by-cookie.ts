import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import { adminUsers, sessions, users, userSettings } from '#server/platform/db/schema/index.ts'

export type ActiveSession = {
  user: { id: string; email: string; name: string; emailVerified: boolean }
  sessionId: string
  expiresAt: Date
  /** Send these with the response. */
  setCookies: string[]
  /** Absent when the session was found without it. */
  account?: Account
}

export type Account = { tier: Tier; suspendedAt: Date | null; isAdmin: boolean }

type Lookup = {
  db: Db
  appSecret: string
  cookieName: string
  /** A session with more time left than this need not be extended. */
  freshForMs: number
}

/**
 * The session of a signed cookie with its account, in one query: a shortcut for the normal case, where Better Auth and
 * the account take three queries on every request. Null whenever the session is invalid or must be extended, the
 * account is incomplete, or a table fails; Better Auth decides then. Rejects while the database is away or its disk is
 * full.
 */
export async function findSessionByCookie(
  lookup: Lookup,
  headers: Headers,
  now = Date.now(),
): Promise<ActiveSession | null> {
  const token = readToken(headers.get('cookie') ?? '', lookup)
  if (!token) return null
  const [row] = await lookup.db
    .select({
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      user: { id: users.id, email: users.email, name: users.name, emailVerified: users.emailVerified },
      account: {
        tier: userSettings.tier,
        suspendedAt: users.suspendedAt,
        isAdmin: sql<boolean>`${isNotNull(adminUsers.id)}`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(userSettings, eq(userSettings.userId, sessions.userId))
    .leftJoin(adminUsers, eq(adminUsers.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date(now + lookup.freshForMs))))
    .catch((error: unknown) => {
      // Better Auth would fail too, and hide why.
      if (cannotStoreNow(error)) throw error
      return []
    })
  return row ? { ...row, setCookies: [] } : null
}

/**
 * The token of Better Auth's cookie, `token.signature` with HMAC-SHA256 in base64. Null when the cookie is missing,
 * sent twice or wrongly signed.
 */
function readToken(cookies: string, { appSecret, cookieName }: Lookup): string | null {
  const candidates = cookies.split(/; */).filter((pair) => pair.startsWith(`${cookieName}=`))
  const [, token = '', signature = ''] =
    /^([^.]+)\.([\w+/]{43}=)$/.exec(decodeValue(candidates[0]?.slice(cookieName.length + 1) ?? '')) ?? []
  if (candidates.length !== 1 || !token) return null
  const expected = createHmac('sha256', appSecret).update(token).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
