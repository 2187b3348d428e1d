/**
 * What an administrator may do to somebody's account; each is written down with who did it. Nobody suspends or unmakes
 * himself, so that at least the one who asks remains.
 */
import { asc, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers, sessions, users } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import { changeTier } from './change-tier.ts'
import { grantAdmin } from './grant-admin.ts'
import { recordAction } from './record-action.ts'
import { setCredits } from './set-credits.ts'
import { type StopCrawl, stopCrawlsOf } from './stop-any-crawl.ts'

type Services = { db: Db; log: Log }
/** `personId` is the account it is done to. */
type Who = { adminId: string; personId: string }

/** The balance follows: up to the plan's, or down to it. Throws 'admin.no-person'. */
export async function changePlan(services: Services, { tier, ...who }: Who & { tier: Tier }) {
  const email = await unsafeAddressOf(services.db, who.personId)
  const { credits } = await changeTier(services.db, { email, tier })
  await record(services, who, 'change_plan', { tier, credits })
}

/** Throws 'admin.no-person'. */
export async function changeCredits(services: Services, { credits, ...who }: Who & { credits: number }) {
  const email = await unsafeAddressOf(services.db, who.personId)
  const { before } = await setCredits(services.db, { email, credits })
  await record(services, who, 'set_credits', { before, credits })
}

/** Ends every session; the person may sign in again. Throws 'admin.no-person'. */
export async function endSessions(services: Services, who: Who) {
  await unsafeAddressOf(services.db, who.personId)
  const ended = await services.db.delete(sessions).where(eq(sessions.userId, who.personId)).returning({ id: sessions.id })
  await record(services, who, 'end_sessions', { sessions: ended.length })
}

/**
 * Keeps an account out: its sessions end, it cannot sign in, its keys are refused and its crawls stop. Throws
 * 'admin.not-yourself', 'admin.no-person', 'admin.last-administrator'.
 */
export async function suspend(services: Services & { stopCrawl: StopCrawl }, who: Who) {
  refuseYourself(who)
  await unsafeAddressOf(services.db, who.personId)
  const ended = await services.db.transaction(async (tx) => {
    await lockAdministrators(tx, who)
    await tx
      .update(users)
      .set({ suspendedAt: sql`coalesce(${users.suspendedAt}, now())` })
      .where(eq(users.id, who.personId))
    return tx.delete(sessions).where(eq(sessions.userId, who.personId)).returning({ id: sessions.id })
  })
  const stopped = await stopCrawlsOf(services, who.personId)
  await record(services, who, 'suspend_account', { sessions: ended.length, crawls: stopped })
}

/** Throws 'admin.no-person'. */
export async function unsuspend(services: Services, who: Who) {
  await unsafeAddressOf(services.db, who.personId)
  await services.db.update(users).set({ suspendedAt: null }).where(eq(users.id, who.personId))
  await record(services, who, 'unsuspend_account', {})
}

/** Throws 'admin.no-person', and 'admin.not-verified' for an address that nobody has proven. */
export async function makeAdministrator(services: Services, who: Who) {
  const email = await unsafeAddressOf(services.db, who.personId)
  await grantAdmin(services.db, email)
  await record(services, who, 'grant_admin', {})
}

/** Throws 'admin.not-yourself', 'admin.no-person', 'admin.last-administrator'. */
export async function unmakeAdministrator(services: Services, who: Who) {
  refuseYourself(who)
  await unsafeAddressOf(services.db, who.personId)
  await services.db.transaction(async (tx) => {
    await lockAdministrators(tx, who)
    await tx.delete(adminUsers).where(eq(adminUsers.id, who.personId))
  })
  await record(services, who, 'revoke_admin', {})
}

function refuseYourself({ adminId, personId }: Who) {
  if (adminId === personId) throw new AppError('admin.not-yourself')
}

/**
 * Two administrators who unmake or suspend each other at once stand in line here, and whoever comes second is none any
 * more: one of them stays.
 */
async function lockAdministrators(tx: Db, { adminId }: Who) {
  const all = await tx.select({ id: adminUsers.id }).from(adminUsers).orderBy(asc(adminUsers.id)).for('update')
  const [asking] = await tx.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.id, adminId))
  const isStill = all.some(({ id }) => id === adminId) && asking?.suspendedAt === null
  if (!isStill) throw new AppError('admin.last-administrator')
}

async function unsafeAddressOf(db: Db, id: string): Promise<string> {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, id))
  if (!person) throw new AppError('admin.no-person')
  return person.email
}

function record(services: Services, { adminId, personId }: Who, action: AuditAction, metadata: Record<string, unknown>) {
  return recordAction(services, { adminId, action, targetType: 'user', targetId: personId, metadata })
}
