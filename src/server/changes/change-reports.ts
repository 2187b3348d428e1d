/** The change reports of a notebook, as its owner sees them. */
import { and, eq } from 'drizzle-orm'
import type { ChangeReport, ChangeReportSummary, NotebookChanges } from '#shared/chat/change-reports.ts'
import { AppError } from '#shared/errors.ts'
import { assertOwnNotebook, type NotebookRef } from '#server/chat/notebook-pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst } from '#server/platform/db/newest-first.ts'
import { changeReports, webhookDeliveries } from '#server/platform/db/schema/index.ts'
import { readOutlets } from './outlets.ts'

const REPORTS_PER_PAGE = 50

export type ReportRow = typeof changeReports.$inferSelect
type DeliveryRow = typeof webhookDeliveries.$inferSelect

/**
 * One page of the reports, newest first. Throws AppError 'notebook.not-found', and 'request.cursor' for an invalid
 * `after`.
 */
export async function listChangeReports(
  db: Db,
  ref: NotebookRef & { after?: string | undefined },
): Promise<NotebookChanges> {
  await assertOwnNotebook(db, ref)
  const columns = { at: changeReports.createdAt, id: changeReports.id }
  const page = newestFirst(columns, { after: ref.after, limit: REPORTS_PER_PAGE })
  const rows = await db
    .select({ id: changeReports.id, cursorAt: page.cursorAt, report: changeReports, delivery: webhookDeliveries })
    .from(changeReports)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.reportId, changeReports.id))
    .where(and(eq(changeReports.notebookId, ref.notebookId), eq(changeReports.userId, ref.userId), page.where))
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  return {
    ...(await readOutlets(db, ref)),
    reports: shown.map(({ report, delivery }) => presentSummary(report, delivery)),
    next,
  }
}

/** Throws AppError 'change-report.not-found'. */
export async function getChangeReport(db: Db, ref: { userId: string; reportId: string }): Promise<ChangeReport> {
  const [row] = await db
    .select({ report: changeReports, delivery: webhookDeliveries })
    .from(changeReports)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.reportId, changeReports.id))
    .where(and(eq(changeReports.id, ref.reportId), eq(changeReports.userId, ref.userId)))
  if (!row) throw new AppError('change-report.not-found')
  return presentReport(row.report, row.delivery)
}

export function presentReport(report: ReportRow, delivery: DeliveryRow | null): ChangeReport {
  return { ...presentSummary(report, delivery), ...report.content }
}

function presentSummary(report: ReportRow, delivery: DeliveryRow | null): ChangeReportSummary {
  const { chat_title, counts, questions, citations } = report.content
  return {
    id: report.id,
    notebook_id: report.notebookId,
    chat_id: report.chatId,
    chat_title,
    created_at: report.createdAt.toISOString(),
    counts,
    questions_touched: questions.length,
    citations_touched: citations.length,
    delivery: delivery && { status: delivery.status, attempts: delivery.attempts },
  }
}
