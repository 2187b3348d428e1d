/** The newest entries of the authentication log, optionally of one event type. */
import { desc, eq } from 'drizzle-orm'
import { AUTH_LOG_LIMIT, type AuthEvent, type AuthLogEntry } from '#shared/document-storage.ts'
import type { Db } from '#server/platform/db/database.ts'
import { zohoAuthLogs } from '#server/platform/db/schema/index.ts'

export async function unsafeListAuthEvents(
  db: Db,
  { event }: { event?: AuthEvent | undefined },
): Promise<{ entries: AuthLogEntry[] }> {
  const rows = await db
    .select()
    .from(zohoAuthLogs)
    .where(event && eq(zohoAuthLogs.eventType, event))
    .orderBy(desc(zohoAuthLogs.timestamp), desc(zohoAuthLogs.id))
    .limit(AUTH_LOG_LIMIT)
  const entries = rows.map((row) => ({
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
  return { entries }
}
