/** What an administrator can do to a user's account. Every action is recorded in the audit log. */
import { asc, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, sessions, users } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { grantAdmin } from './grant-admin.ts'
import { recordAction } from './record-action.ts'
import { setCredits } from './set-credits.ts'
import { setTier } from './set-tier.ts'
import { runningCrawlsOf, type StopCrawl, stopCrawls } from './stop-any-crawl.ts'

type Services = { db: Db; log: Log }
/** `userId` is the account that is changed. */
type Target = { adminId: string; userId: string }

/** Raises or cuts the balance to that of the plan. Throws 'admin.no-person'. */
export async function setUserPlan(services: Services, { tier, ...target }: Target & { tier: Tier }) {
  await unsafeAssertUser(services.db, target.userId)
  const { before, credits } = await setTier(services.db, { userId: target.userId, tier })
  await record(services, target, 'change_plan', { before, tier, credits })
}

/** Throws 'admin.no-person'. */
export async function setUserCredits(services: Services, { credits, ...target }: Target & { credits: number }) {
  await unsafeAssertUser(services.db, target.userId)
  const { before } = await setCredits(services.db, { userId: target.userId, credits })
  await record(services, target, 'set_credits', { before, credits })
}

/** The user can sign in again. Throws 'admin.no-person'. */
export async function endUserSessions(services: Services, target: Target) {
  await unsafeAssertUser(services.db, target.userId)
  const ended = await services.db
    .delete(sessions)
    .where(eq(sessions.userId, target.userId))
    .returning({ id: sessions.id })
  await record(services, target, 'end_sessions', { sessions: ended.length })
}

/**
 * Ends the user's sessions, stops their crawls, and refuses their sign-in and API keys. Throws 'admin.not-yourself',
 * 'admin.no-person', 'admin.last-administrator'.
 */
export async function suspendUser(services: Services & { stopCrawl: StopCrawl }, target: Target) {
  refuseYourself(target)
  await unsafeAssertUser(services.db, target.userId)
  const running = await services.db.transaction(async (tx) => {
    await lockAdmins(tx, target)
    await tx
      .update(users)
      .set({ suspendedAt: sql`coalesce(${users.suspendedAt}, now())` })
      .where(eq(users.id, target.userId))
    const ended = await tx.delete(sessions).where(eq(sessions.userId, target.userId)).returning({ id: sessions.id })
    const crawls = await runningCrawlsOf(tx, target.userId)
    const counts = { sessions: ended.length, crawls: crawls.length }
    await record({ ...services, db: tx }, target, 'suspend_account', counts)
    return crawls
  })
  await stopCrawls(services, { userId: target.userId, running })
}

/** Throws 'admin.no-person'. */
export async function unsuspendUser(services: Services, target: Target) {
  await unsafeAssertUser(services.db, target.userId)
  await services.db.update(users).set({ suspendedAt: null }).where(eq(users.id, target.userId))
  await record(services, target, 'unsuspend_account', {})
}

/** Throws 'admin.no-person', and 'admin.not-verified' when the user's address is not verified. */
export async function grantUserAdmin(services: Services, target: Target) {
  await grantAdmin(services.db, target.userId)
  await record(services, target, 'grant_admin', {})
}

/** Throws 'admin.not-yourself', 'admin.no-person', 'admin.last-administrator'. */
export async function revokeUserAdmin(services: Services, target: Target) {
  refuseYourself(target)
  await unsafeAssertUser(services.db, target.userId)
  await services.db.transaction(async (tx) => {
    await lockAdmins(tx, target)
    await tx.delete(adminUsers).where(eq(adminUsers.id, target.userId))
  })
  await record(services, target, 'revoke_admin', {})
}

function refuseYourself({ adminId, userId }: Target) {
  if (adminId === userId) throw new AppError('admin.not-yourself')
}

/**
 * Locks the administrators' rows. Of two administrators who demote or suspend each other concurrently the second fails,
 * so one administrator always remains.
 */
async function lockAdmins(tx: Db, { adminId }: Target) {
  const admins = await tx.select({ id: adminUsers.id }).from(adminUsers).orderBy(asc(adminUsers.id)).for('update')
  const [caller] = await tx.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.id, adminId))
  const isStillAdmin = admins.some(({ id }) => id === adminId) && caller?.suspendedAt === null
  if (!isStillAdmin) throw new AppError('admin.last-administrator')
}

async function unsafeAssertUser(db: Db, id: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
  if (!user) throw new AppError('admin.no-person')
}

function record(
  services: Services,
  { adminId, userId }: Target,
  action: AuditAction,
  metadata: Record<string, unknown>,
) {
  return recordAction(services, { adminId, action, targetType: 'user', targetId: userId, metadata })
}
