import { eq } from 'drizzle-orm'
import type { Me } from '#shared/account.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, users, userSettings } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Auth } from '#server/accounts/create-auth.ts'
import { provisionAccount } from '#server/accounts/provision-account.ts'

export type FoundSession = {
  me: Me
  sessionId: string
  /** Send these with the response: the session's cookie when the session was extended. */
  setCookies: string[]
}

type Deps = { auth: Auth; db: Db; log: Log; config: Pick<Config, 'defaultTier'> }

/**
 * The signed-in person of a request, with plan and role. Null for visitors and suspended accounts. Rejects when the
 * database is unavailable.
 */
export async function findSession({ auth, db, log, config }: Deps, headers: Headers): Promise<FoundSession | null> {
  const session = await auth.readSession(headers)
  if (!session) return null
  const { user, sessionId, expiresAt, setCookies } = session
  const account = (await loadAccount(db, user.id)) ?? (await repairAccount(db, user.id, config.defaultTier))
  // Suspending ends all sessions; this one was created at the same moment.
  if (account.suspendedAt) return null
  const { tier } = account
  const isAdmin = await isAdministrator(db, log, user.id)
  return { me: { user: { ...user, isAdmin, tier }, expiresAt: expiresAt.toISOString() }, sessionId, setCookies }
}

/** Null when the account has no settings, which are inserted together with its balance. */
async function loadAccount(db: Db, userId: string) {
  const [row] = await db
    .select({ tier: userSettings.tier, suspendedAt: users.suspendedAt })
    .from(userSettings)
    .innerJoin(users, eq(users.id, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row ?? null
}

/** A crash may have left the account without its settings and balance. */
async function repairAccount(db: Db, userId: string, defaultTier: Config['defaultTier']) {
  await provisionAccount(db, userId, defaultTier)
  return (await loadAccount(db, userId)) ?? { tier: defaultTier, suspendedAt: null }
}

/** False when the lookup fails, which is only logged (specification, section 4). */
async function isAdministrator(db: Db, log: Log, userId: string): Promise<boolean> {
  try {
    const found = await db.select({ id: adminUsers.id }).from(adminUsers).where(eq(adminUsers.id, userId))
    return found.length > 0
  } catch (error) {
    log.error({ err: error, userId }, 'Error checking admin status')
    return false
  }
}
