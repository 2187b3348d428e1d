/** What administrators set, and the log of the document-storage connection. */
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Key/value rows: `api_keys` and `zoho_tokens`, each secret inside encrypted. */
export const systemSettings = pgTable('system_settings', {
  key: text('key').$type<'api_keys' | 'zoho_tokens'>().primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Requests to the document-storage provider's sign-in service, redacted before they are written. */
export const zohoAuthLogs = pgTable(
  'zoho_auth_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    eventType: text('event_type').notNull(),
    requestUrl: text('request_url'),
    requestMethod: text('request_method'),
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>(),
    requestPayload: jsonb('request_payload').$type<Record<string, unknown>>(),
    responseStatus: integer('response_status'),
    responseHeaders: jsonb('response_headers').$type<Record<string, string>>(),
    responseData: jsonb('response_data').$type<Record<string, unknown>>(),
    error: text('error'),
    timestamp: timestamp('timestamp', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('zoho_auth_logs_timestamp').on(table.timestamp)],
)
