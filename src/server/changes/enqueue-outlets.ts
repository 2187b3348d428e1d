/** Jobs that send change reports. At most one waits for each report or notebook, however often it is enqueued. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { changeReports, webhookDeliveries } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'

/** Chats that are checked at the same time share a mail. */
const MAIL_DELAY_SECONDS = 15 * 60

export function enqueueMail(queue: Queue, tx: Db, notebookId: string) {
  const options = { singletonKey: notebookId, startAfterSeconds: MAIL_DELAY_SECONDS }
  return queue.send(tx, 'mail-changes', { notebookId }, options)
}

/** The key has the attempt: the job of an attempt enqueues the next one while it runs. */
export function enqueueDelivery(
  queue: Queue,
  tx: Db,
  { reportId, attempt }: JobData<'deliver-webhook'>,
  startAfterSeconds = 0,
) {
  return queue.send(
    tx,
    'deliver-webhook',
    { reportId, attempt },
    { singletonKey: `${reportId} ${attempt}`, ...(startAfterSeconds > 0 && { startAfterSeconds }) },
  )
}

/** Enqueues what waits to be sent, of any user: an import has no jobs. */
export async function unsafeResumeOutlets(queue: Queue, db: Db) {
  const toMail = await db
    .selectDistinct({ notebookId: changeReports.notebookId })
    .from(changeReports)
    .where(eq(changeReports.toMail, true))
  for (const { notebookId } of toMail) await enqueueMail(queue, db, notebookId)
  const waiting = await db
    .select({ reportId: webhookDeliveries.reportId, attempt: webhookDeliveries.attempt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.status, 'waiting'))
  for (const job of waiting) await enqueueDelivery(queue, db, job)
}
