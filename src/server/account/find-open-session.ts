/**
 * The session of the usual request, in one statement: a cookie whose signature is right, and a session that is open and
 * not yet to be extended. The library takes two statements and its whole machinery for it, with every click of everybody.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { sessions, users } from '#server/db/schema/index.ts'

export type OpenSession = {
  user: { id: string; email: string; name: string; emailVerified: boolean }
  sessionId: string
  expiresAt: Date
  /** To be sent with the answer. */
  setCookies: string[]
}

type Setup = {
  db: Db
  appSecret: string
  cookieName: string
  /** A session that ends later than this from now needs nothing but to be read. */
  freshForMs: number
}

/** Answers null for every other request, which is the library's to judge: it extends, ends and refuses sessions. */
export async function findOpenSession(setup: Setup, headers: Headers, now = Date.now()): Promise<OpenSession | null> {
  const token = readToken(headers.get('cookie') ?? '', setup)
  if (!token) return null
  const [row] = await setup.db
    .select({
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      user: { id: users.id, email: users.email, name: users.name, emailVerified: users.emailVerified },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, new Date(now + setup.freshForMs))))
  return row ? { ...row, setCookies: [] } : null
}

/** The token as the library signs it, `token.signature` with HMAC-SHA256 in base64; null for none, a wrong one or two. */
function readToken(cookies: string, { appSecret, cookieName }: Setup): string | null {
  const own = cookies.split(/; */).filter((pair) => pair.startsWith(`${cookieName}=`))
  const [, token = '', shown = ''] = /^([^.]+)\.([\w+/]{43}=)$/.exec(decoded(own[0]?.slice(cookieName.length + 1) ?? '')) ?? []
  if (own.length !== 1 || !token) return null
  const expected = createHmac('sha256', appSecret).update(token).digest()
  const given = Buffer.from(shown, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
