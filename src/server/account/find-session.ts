/** Who is asking: the person behind a request's cookie, with plan and role. */
import { eq } from 'drizzle-orm'
import type { Me } from '#shared/account.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers, userCredits, users, userSettings } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Auth } from './create-auth.ts'
import { openAccount } from './open-account.ts'

export type FoundSession = {
  me: Me
  sessionId: string
  /** To be sent with the answer: the session's cookie, when the session was just extended. */
  setCookies: string[]
}

type Needs = { auth: Auth; db: Db; log: Log; config: Pick<Config, 'defaultTier'> }

/** Answers null for a visitor and for somebody whose account is suspended. Rejects when the database does not answer. */
export async function findSession({ auth, db, log, config }: Needs, headers: Headers): Promise<FoundSession | null> {
  const session = await auth.readSession(headers)
  if (!session) return null
  const { user, sessionId, expiresAt, setCookies } = session
  const account = (await readAccount(db, user.id)) ?? (await repairAccount(db, user.id, config.defaultTier))
  // Its sessions have ended; this one began while it was being suspended.
  if (account.suspendedAt) return null
  const { tier } = account
  const isAdmin = await readIsAdmin(db, log, user.id)
  return { me: { user: { ...user, isAdmin, tier }, expiresAt: expiresAt.toISOString() }, sessionId, setCookies }
}

/** Null when the account lacks its settings or its balance. */
async function readAccount(db: Db, userId: string) {
  const [row] = await db
    .select({ tier: userSettings.tier, suspendedAt: users.suspendedAt })
    .from(userSettings)
    .innerJoin(userCredits, eq(userCredits.userId, userSettings.userId))
    .innerJoin(users, eq(users.id, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row ?? null
}

/** The server died between the account and what belongs to it. */
async function repairAccount(db: Db, userId: string, defaultTier: Config['defaultTier']) {
  await openAccount(db, userId, defaultTier)
  return (await readAccount(db, userId)) ?? { tier: defaultTier, suspendedAt: null }
}

/** A failed look-up is no right: it means not an administrator and is only logged (SPEC section 4). */
async function readIsAdmin(db: Db, log: Log, userId: string): Promise<boolean> {
  try {
    const found = await db.select({ id: adminUsers.id }).from(adminUsers).where(eq(adminUsers.id, userId))
    return found.length > 0
  } catch (error) {
    log.error({ err: error, userId }, 'Error checking admin status')
    return false
  }
}
