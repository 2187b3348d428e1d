import { asc, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  adminUsers,
  crawls,
  emailCodes,
  resetLinks,
  savedChats,
  signUps,
  subscriptions,
  users,
  verifications,
} from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type CurrentSession, reauthenticate } from './reauthenticate.ts'

/**
 * Deletes the account with its sessions, sign-in methods, crawls, pages, notebooks, chats, balance and ledger, and
 * cancels its subscription at the payment provider. Its administrator actions stay in the audit log. Throws as
 * `reauthenticate` does, and AppError 'admin.last-administrator'.
 */
export async function deleteAccount(
  { db, queue }: { db: Db; queue: Queue },
  { password, ...session }: CurrentSession & { password?: string },
) {
  await reauthenticate(db, session, password)
  await db.transaction(async (tx) => {
    await assertNotLastAdministrator(tx, session.userId)
    // Crawls first, in the lock order of a running crawl: it stores its page before this, or finds its row deleted.
    await tx.select({ id: crawls.id }).from(crawls).where(eq(crawls.userId, session.userId)).for('update')
    // Before the pages, which are deleted by cascade: chats cite them.
    await tx.delete(savedChats).where(eq(savedChats.userId, session.userId))
    const [paid] = await tx
      .select({ customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(eq(subscriptions.userId, session.userId))
      .for('update')
    if (paid) await queue.send(tx, 'end-subscriptions', { customerId: paid.customerId })
    // Foreign keys delete the rest.
    const [deleted] = await tx.delete(users).where(eq(users.id, session.userId)).returning({ email: users.email })
    await tx.delete(emailCodes).where(eq(emailCodes.requestedBy, session.userId))
    await tx.delete(verifications).where(eq(verifications.value, session.userId))
    if (!deleted) return
    await tx.delete(resetLinks).where(eq(resetLinks.email, deleted.email))
    await tx.delete(signUps).where(eq(signUps.email, deleted.email))
  })
}

/**
 * Row locks serialize two administrators who delete their accounts concurrently. Suspended administrators do not count:
 * only another administrator can reactivate them.
 */
async function assertNotLastAdministrator(tx: Db, userId: string) {
  await tx.select({ id: adminUsers.id }).from(adminUsers).orderBy(asc(adminUsers.id)).for('update')
  const active = await tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .innerJoin(users, eq(users.id, adminUsers.id))
    .where(isNull(users.suspendedAt))
  if (active.length === 1 && active[0]?.id === userId) throw new AppError('admin.last-administrator')
}
