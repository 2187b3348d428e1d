/** Settings of administrators, and the document storage connection. */
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode, MessageValues } from '#shared/errors.ts'
import { users } from './accounts.ts'
import { timestamptz } from './timestamptz.ts'

/** Key/value rows; secrets in a value are sealed one by one. */
export const systemSettings = pgTable('system_settings', {
  key: text('key').$type<'api_keys' | 'zoho_tokens' | 'secret_check'>().primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/** Requests to the document storage provider's authorization server, redacted. */
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
    timestamp: timestamptz('timestamp').notNull().defaultNow(),
  },
  (table) => [index('zoho_auth_logs_timestamp').on(table.timestamp)],
)

/** A pending authorization. Its state can be used once, by the administrator's session that started it. */
export const zohoAuthStates = pgTable('zoho_auth_states', {
  /** SHA-256 of the state parameter, in hex. */
  stateHash: text('state_hash').primaryKey(),
  adminId: text('admin_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: text('session_id').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

/** A file to save in the document storage: a crawl's pages, or a chat. */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'crawl' | 'chat'>().notNull(),
    /** The crawl's or chat's id. No foreign key: the saved file outlives it. */
    sourceId: uuid('source_id').notNull(),
    /** What to save: the format, and for a crawl the selected pages. */
    request: jsonb('request').$type<Record<string, unknown>>().notNull().default({}),
    fileName: text('file_name').notNull(),
    status: text('status').$type<'waiting' | 'sending' | 'saved' | 'failed'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    resourceId: text('resource_id'),
    link: text('link'),
    /** Why the last attempt failed, in English; `failure` has its code and values, for translation. */
    error: text('error'),
    failure: jsonb('failure').$type<{ code: ErrorCode; values: MessageValues }>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('stored_files_user').on(table.userId, table.createdAt)],
)
