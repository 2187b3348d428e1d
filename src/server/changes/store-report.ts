import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import {
  changeKinds,
  type ReportContent,
  type ReportedCitation,
  type ReportedPage,
  type ReportedQuestion,
} from '#shared/chat/change-reports.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changeOutlets, changeReports, savedChats, webhookDeliveries } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { enqueueDelivery, enqueueMail } from './enqueue-outlets.ts'

const PAGES_LISTED = 200
const REPORTS_KEPT = 200

type CheckResults = {
  userId: string
  chatId: string
  checkId: string
  pages: readonly ReportedPage[]
  questions: ReportedQuestion[]
  citations: ReportedCitation[]
}

/**
 * Within the transaction that ends the check: stores its report with the mail and the delivery that it causes, so that
 * a report is sent exactly when it exists. Stores nothing when the check found nothing, or when it has a report.
 */
export async function storeReport(tx: Db, queue: Queue, check: CheckResults) {
  const { userId, chatId, checkId, pages, questions, citations } = check
  if (pages.length === 0) return
  const [found] = await tx
    .select({ notebookId: savedChats.notebookId, title: savedChats.title, outlets: changeOutlets })
    .from(savedChats)
    .leftJoin(changeOutlets, eq(changeOutlets.notebookId, savedChats.notebookId))
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId)))
  if (!found) return
  const { notebookId, title, outlets } = found
  const countOf = (kind: ReportedPage['kind']) => pages.filter((page) => page.kind === kind).length
  const content: ReportContent = {
    chat_title: title,
    counts: {
      added: countOf('added'),
      removed: countOf('removed'),
      moved: countOf('moved'),
      changed: countOf('changed'),
    },
    pages: pages
      .toSorted((one, other) => changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind))
      .slice(0, PAGES_LISTED),
    questions,
    citations,
  }
  const toMail = outlets?.mails ?? false
  const [report] = await tx
    .insert(changeReports)
    .values({ userId, notebookId, chatId, checkId, content, toMail, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [changeReports.checkId, changeReports.userId] })
    .returning({ id: changeReports.id })
  if (!report) return
  if (toMail) await enqueueMail(queue, tx, notebookId)
  if (outlets?.webhookUrl) {
    await tx.insert(webhookDeliveries).values({ reportId: report.id, userId })
    await enqueueDelivery(queue, tx, { reportId: report.id, attempt: 1 })
  }
  await deleteOldReports(tx, notebookId)
  await publish(tx, userId, { type: 'changes', notebookId })
}

async function deleteOldReports(tx: Db, notebookId: string) {
  const old = tx
    .select({ id: changeReports.id })
    .from(changeReports)
    .where(eq(changeReports.notebookId, notebookId))
    .orderBy(desc(changeReports.createdAt))
    .offset(REPORTS_KEPT)
  await tx.delete(changeReports).where(inArray(changeReports.id, old))
}
