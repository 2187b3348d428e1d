import { asc, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers, crawls, emailCodes, resetLinks, savedChats, signUps, subscriptions, users, verifications } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { confirmOwner, type Who } from './confirm-owner.ts'

/**
 * Deletes the account and all that belongs to it: sessions, ways in, crawls, pages, notebooks, chats, balance and
 * ledger. A subscription that it pays for is cancelled at the provider. What it did as an administrator stays in the
 * audit log. Throws as `confirmOwner` does, and 'admin.last-administrator': nobody could run the server any more.
 */
export async function deleteAccount({ db, queue }: { db: Db; queue: Queue }, { password, ...who }: Who & { password?: string }) {
  await confirmOwner(db, who, password)
  await db.transaction(async (tx) => {
    await refuseLastAdministrator(tx, who.userId)
    // In the order in which a crawl in hand locks: it stores its page before, or finds itself gone afterwards.
    await tx.select({ id: crawls.id }).from(crawls).where(eq(crawls.userId, who.userId)).for('update')
    // Before the pages, so that they are cited by nobody.
    await tx.delete(savedChats).where(eq(savedChats.userId, who.userId))
    const [paid] = await tx
      .select({ customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(eq(subscriptions.userId, who.userId))
      .for('update')
    if (paid) await queue.send(tx, 'end-subscriptions', { customerId: paid.customerId })
    // The rest goes with its foreign keys.
    const [gone] = await tx.delete(users).where(eq(users.id, who.userId)).returning({ email: users.email })
    await tx.delete(emailCodes).where(eq(emailCodes.holder, who.userId))
    await tx.delete(verifications).where(eq(verifications.value, who.userId))
    if (!gone) return
    await tx.delete(resetLinks).where(eq(resetLinks.email, gone.email))
    await tx.delete(signUps).where(eq(signUps.email, gone.email))
  })
}

/** Two who leave at once stand in line here. One that is suspended is no other: nobody but an administrator can undo that. */
async function refuseLastAdministrator(tx: Db, userId: string) {
  await tx.select({ id: adminUsers.id }).from(adminUsers).orderBy(asc(adminUsers.id)).for('update')
  const able = await tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .innerJoin(users, eq(users.id, adminUsers.id))
    .where(isNull(users.suspendedAt))
  if (able.length === 1 && able[0]?.id === userId) throw new AppError('admin.last-administrator')
}
