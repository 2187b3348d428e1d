import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { crawls, emailCodes, resetLinks, savedChats, signUps, subscriptions, users, verifications } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { confirmOwner, type Who } from './confirm-owner.ts'

/**
 * Deletes the account and all that belongs to it: sessions, ways in, crawls, pages, notebooks, chats, balance and
 * ledger. A subscription that it pays for is cancelled at the provider. What it did as an administrator stays in the
 * audit log. Throws as `confirmOwner` does.
 */
export async function deleteAccount({ db, queue }: { db: Db; queue: Queue }, { password, ...who }: Who & { password?: string }) {
  await confirmOwner(db, who, password)
  await db.transaction(async (tx) => {
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
