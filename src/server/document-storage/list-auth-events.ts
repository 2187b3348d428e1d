/** The authentication log, newest first, optionally of one event type. */
import { and, eq } from 'drizzle-orm'
import { AUTH_LOG_LIMIT, type AuthEvent, type AuthLogEntry } from '#shared/document-storage.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { zohoAuthLogs } from '#server/platform/db/schema/index.ts'

/** Throws AppError 'request.cursor' for an invalid `after`. */
export async function unsafeListAuthEvents(
  db: Db,
  { event, after }: PageQuery & { event?: AuthEvent | undefined },
): Promise<{ entries: AuthLogEntry[]; next: string | null }> {
  const page = newestFirst({ at: zohoAuthLogs.timestamp, id: zohoAuthLogs.id }, { after, limit: AUTH_LOG_LIMIT })
  const rows = await db
    .select({ id: zohoAuthLogs.id, cursorAt: page.cursorAt, row: zohoAuthLogs })
    .from(zohoAuthLogs)
    .where(and(event && eq(zohoAuthLogs.eventType, event), page.where))
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  const entries = shown.map(({ row }) => ({
    id: row.id,
    event_type: row.eventType,
    request_url: row.requestUrl,
    request_method: row.requestMethod,
    request_headers: row.requestHeaders,
    request_payload: row.requestPayload,
    response_status: row.responseStatus,
    response_headers: row.responseHeaders,
    response_data: row.responseData,
    error: row.error,
    timestamp: row.timestamp.toISOString(),
  }))
  return { entries, next }
}
