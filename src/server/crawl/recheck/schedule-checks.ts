import { and, eq } from 'drizzle-orm'
import { type ChatChanges, type CheckEvery, checkIntervalMs } from '#shared/crawl/changes.ts'
import { AppError } from '#shared/errors.ts'
import { isPaidTier } from '#shared/plans.ts'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import type { Db } from '#server/platform/db/database.ts'
import { savedChats, users } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'
import { getChanges } from './get-changes.ts'
import { beginCheck } from './start-check.ts'

type Services = { db: Db; queue: Queue }

/** Sets how often a chat is checked; null ends the schedule. Throws AppError 'chat.not-found', 'check.needs-plan'. */
export async function scheduleChecks(
  { db, queue }: Services,
  { userId, chatId, every }: { userId: string; chatId: string; every: CheckEvery | null },
  now = new Date(),
): Promise<ChatChanges> {
  const { tier } = await readBalance(db, userId)
  await db.transaction(async (tx) => {
    await assertOwnChat(tx, { userId, chatId })
    if (every && !isPaidTier(tier)) throw new AppError('check.needs-plan')
    await setNext(tx, queue, chatId, every, now.getTime(), now)
    await publish(tx, userId, { type: 'chat', id: chatId })
  })
  return getChanges({ db }, { userId, chatId })
}

/**
 * The job of a scheduled check, for a chat of any user. Does nothing when the chat's due time is no longer the job's:
 * another job has run, or the schedule has changed.
 */
export async function unsafeRunScheduledCheck(
  { db, queue }: Services,
  job: JobData<'scheduled-check'>,
  now = new Date(),
) {
  const due = and(eq(savedChats.id, job.chatId), eq(savedChats.checkDueAt, new Date(job.dueAt)))
  const [owner] = await db
    .select({ userId: savedChats.userId, suspendedAt: users.suspendedAt })
    .from(savedChats)
    .innerJoin(users, eq(users.id, savedChats.userId))
    .where(due)
  if (!owner) return
  const { tier } = await readBalance(db, owner.userId)
  await db.transaction(async (tx) => {
    const [chat] = await tx.select().from(savedChats).where(due).for('update')
    if (!chat) return
    // The due time moves in the transaction that starts the check, so that it starts once.
    const { id: chatId, userId, checkEvery } = chat
    // The schedule ends with the paid plan.
    const every = isPaidTier(tier) ? checkEvery : null
    await setNext(tx, queue, chatId, every, new Date(job.dueAt).getTime(), now)
    // The schedule of a suspended account continues without checks.
    if (every && !chat.deletedAt && !owner.suspendedAt) await beginCheck(tx, queue, { userId, chatId, scheduled: true })
  })
}

/** Schedules the first due time after `now`, in whole intervals from `from`: missed times are made up for once. */
async function setNext(tx: Db, queue: Queue, chatId: string, every: CheckEvery | null, from: number, now: Date) {
  const interval = every ? checkIntervalMs[every] : 0
  const dueAt = every ? new Date(from + Math.max(1, Math.ceil((now.getTime() - from + 1) / interval)) * interval) : null
  await tx.update(savedChats).set({ checkEvery: every, checkDueAt: dueAt }).where(eq(savedChats.id, chatId))
  if (!dueAt) return
  const startAfterSeconds = Math.max(1, Math.ceil((dueAt.getTime() - Date.now()) / 1000))
  await queue.send(tx, 'scheduled-check', { chatId, dueAt: dueAt.toISOString() }, { startAfterSeconds })
}
