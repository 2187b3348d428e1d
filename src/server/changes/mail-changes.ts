/** The job 'mail-changes': one mail with the reports of a notebook that no mail has yet. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { changesMail } from '#server/mail/messages.ts'
import type { Message } from '#server/mail/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changeReports, notebooks, users } from '#server/platform/db/schema/index.ts'
import type { JobData } from '#server/platform/queues.ts'
import { describeCounts, describePages, describeTouched } from './describe-report.ts'

type Services = {
  db: Db
  appUrl: string
  enqueueMail(tx: Db, mail: { to: string; ifAccount: Message; ifNoAccount: null }): Promise<void>
}

const PAGES_IN_MAIL = 20

/** For a notebook of any user. The reports are marked in the transaction that queues the mail: each is mailed once. */
export async function unsafeMailChanges(
  { db, appUrl, enqueueMail }: Services,
  { notebookId }: JobData<'mail-changes'>,
  now = new Date(),
) {
  await db.transaction(async (tx) => {
    const [owner] = await tx
      .select({ email: users.email, title: notebooks.title, suspendedAt: users.suspendedAt })
      .from(notebooks)
      .innerJoin(users, eq(users.id, notebooks.userId))
      .where(eq(notebooks.id, notebookId))
    const reports = await tx
      .select()
      .from(changeReports)
      .where(and(eq(changeReports.notebookId, notebookId), eq(changeReports.toMail, true)))
      .orderBy(asc(changeReports.createdAt))
      .for('update')
    if (!owner || reports.length === 0) return
    const ids = reports.map(({ id }) => id)
    await tx.update(changeReports).set({ toMail: false }).where(inArray(changeReports.id, ids))
    if (owner.suspendedAt) return
    const mail = changesMail({
      to: owner.email,
      notebook: owner.title,
      reports: reports.map(({ id, content }) => ({
        describe: (texts) => [
          `${content.chat_title}: ${describeCounts(content, texts)}`,
          ...describePages(content, texts, PAGES_IN_MAIL),
          ...describeTouched(content, texts),
        ],
        link: `${appUrl}/notebooks/${notebookId}?tab=changes&report=${id}`,
      })),
      now,
    })
    await enqueueMail(tx, { to: owner.email, ifAccount: mail, ifNoAccount: null })
  })
}
