import { eq, sql } from 'drizzle-orm'
import type { Me } from '#shared/account.ts'
import type { Tier } from '#shared/tier.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, users, userSettings } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Auth } from '#server/accounts/create-auth.ts'
import type { Account } from './find-session-by-cookie.ts'
import { provisionAccount } from '#server/accounts/provision-account.ts'

export type FoundSession = {
  me: Me
  sessionId: string
  /** Send these with the response: the session's cookie when the session was extended. */
  setCookies: string[]
}

type Deps = { auth: Auth; db: Db; log: Log; config: Pick<Config, 'defaultTier'> }

/**
 * The signed-in user of a request, with plan and role. Null for visitors and suspended accounts. Rejects when the
 * database is unavailable.
 */
export async function findSession({ auth, db, log, config }: Deps, headers: Headers): Promise<FoundSession | null> {
  const session = await auth.readSession(headers)
  if (!session) return null
  const { user, sessionId, expiresAt, setCookies } = session
  const account =
    session.account ??
    (await loadAccount({ db, log }, user.id)) ??
    (await repairAccount({ db, log }, user.id, config.defaultTier))
  // Suspending ends all sessions; this one was created at the same moment.
  if (account.suspendedAt) return null
  const { tier, isAdmin } = account
  return { me: { user: { ...user, isAdmin, tier }, expiresAt: expiresAt.toISOString() }, sessionId, setCookies }
}

/**
 * Null when the account has no settings, which are inserted together with its balance. When the table of administrators
 * fails, the user counts as no administrator and only the log says so (specification, section 4).
 */
async function loadAccount({ db, log }: Pick<Deps, 'db' | 'log'>, userId: string): Promise<Account | null> {
  const account = { tier: userSettings.tier, suspendedAt: users.suspendedAt }
  const ofUser = eq(userSettings.userId, userId)
  const withRole = db
    .select({ ...account, isAdmin: sql<boolean>`${adminUsers.id} is not null` })
    .from(userSettings)
    .innerJoin(users, eq(users.id, userSettings.userId))
    .leftJoin(adminUsers, eq(adminUsers.id, userSettings.userId))
    .where(ofUser)
  const [row] = await withRole.catch(async (error: unknown) => {
    const rows = await db
      .select(account)
      .from(userSettings)
      .innerJoin(users, eq(users.id, userSettings.userId))
      .where(ofUser)
    log.error({ err: error, userId }, 'Error checking admin status')
    return rows.map((found) => ({ ...found, isAdmin: false }))
  })
  return row ?? null
}

/** A crash may have left the account without its settings and balance. */
async function repairAccount(deps: Pick<Deps, 'db' | 'log'>, userId: string, defaultTier: Tier): Promise<Account> {
  await provisionAccount(deps.db, userId, defaultTier)
  return (await loadAccount(deps, userId)) ?? { tier: defaultTier, suspendedAt: null, isAdmin: false }
}
