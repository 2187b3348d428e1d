/** The document storage, Zoho WorkDrive. */
import { z } from 'zod'
import { ExportFormat } from './chat/chat-export.ts'
import { DownloadFormat } from './crawl/download.ts'
import type { ErrorCode } from './errors.ts'
import { ErrorBody } from './error-body.ts'
import { StorageDraft } from './settings.ts'

/** GET /api/admin/storage */
export const StorageStatus = z.object({
  /** Client ID, secret, redirect, domain and scope are all set. */
  configured: z.boolean(),
  /** Tokens are stored and can be decrypted. */
  connected: z.boolean(),
  /** When the tokens were last renewed; ISO time, null without any. */
  updated_at: z.string().nullable(),
})
export type StorageStatus = z.infer<typeof StorageStatus>

/** POST /api/admin/storage/authorisation: the provider's consent page. */
export const Authorisation = z.object({ url: z.string() })

/** POST /api/admin/storage/authorisation: `settings` are tested without being stored. */
export const BeginAuthorisation = z.object({ settings: StorageDraft.default({}) })
export type BeginAuthorisation = z.input<typeof BeginAuthorisation>

/**
 * POST /api/admin/storage/tokens: the provider's callback parameters, and the `settings` that the authorisation was
 * started with. They are stored with the tokens, which are worth nothing without them.
 */
export const FinishAuthorisation = BeginAuthorisation.extend({
  code: z.string().min(1).max(2000),
  state: z.string().min(1).max(200),
})
export type FinishAuthorisation = z.input<typeof FinishAuthorisation>

/** Events of the OAuth log. */
export const AuthEvent = z.enum([
  'authorisation_begun',
  'callback_refused',
  'token_exchange',
  'token_refresh',
  'token_revoked',
])
export type AuthEvent = z.infer<typeof AuthEvent>

export const AUTH_LOG_LIMIT = 100

/** Stored redacted. */
export const AuthLogEntry = z.object({
  id: z.string(),
  event_type: z.string(),
  request_url: z.string().nullable(),
  request_method: z.string().nullable(),
  request_headers: z.record(z.string(), z.string()).nullable(),
  request_payload: z.record(z.string(), z.unknown()).nullable(),
  response_status: z.number().int().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_data: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  timestamp: z.string(),
})
export type AuthLogEntry = z.infer<typeof AuthLogEntry>

/** GET /api/admin/storage/log: the newest 100, optionally of one event. */
export const AuthLog = z.object({ entries: z.array(AuthLogEntry), next: z.string().nullable() })

/** Size and timeout of the consent window (specification, section 9). */
export const POPUP = { width: 600, height: 700, waitMs: 5 * 60_000, closesAfterMs: 500 }

/** Posted by the callback page to the window that opened it, same origin only. */
export const CallbackMessage = z.object({
  type: z.literal('readback:storage-callback'),
  code: z.string().optional(),
  state: z.string().optional(),
  /** The provider's error code when there is no code. */
  error: z.string().optional(),
})
export type CallbackMessage = z.infer<typeof CallbackMessage>

const storageId = (code: ErrorCode) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, code)

/** PUT /api/storage/folder: the folder for the user's files. */
export const StorageFolder = z.object({
  workspace_id: storageId('storage.workspace-id'),
  folder_id: storageId('storage.folder-id'),
})
export type StorageFolder = z.infer<typeof StorageFolder>

/** GET /api/storage; the ids are null until the user has set them. */
export const UserStorage = z.object({
  connected: z.boolean(),
  workspace_id: z.string().nullable(),
  folder_id: z.string().nullable(),
})
export type UserStorage = z.infer<typeof UserStorage>

/** The selected pages of a crawl, or a chat, and the file format. */
export const FileRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crawl'), format: DownloadFormat, pageIds: z.array(z.uuid()).min(1).max(2000) }),
  z.object({ kind: z.literal('chat'), format: ExportFormat }),
])
export type FileRequest = z.infer<typeof FileRequest>

/** POST /api/storage/files */
export const SaveFile = z.object({ source_id: z.uuid(), content: FileRequest })
export type SaveFile = z.infer<typeof SaveFile>

/** One attempt and four retries. */
export const SAVE_ATTEMPTS = 5

export const StoredFile = z.object({
  id: z.string(),
  kind: z.enum(['crawl', 'chat']),
  source_id: z.string(),
  file_name: z.string(),
  status: z.enum(['waiting', 'sending', 'saved', 'failed']),
  /** Of SAVE_ATTEMPTS. */
  attempts: z.number().int(),
  /** Its address in WorkDrive once saved; null when the provider returned none. */
  link: z.string().nullable(),
  /** Why the last attempt failed, else null. */
  error: ErrorBody.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** GET /api/storage/files: the files of one crawl or chat, newest first. */
export const StoredFiles = z.object({ files: z.array(StoredFile), next: z.string().nullable() })

/**
 * Parses the address of a WorkDrive folder, …/ws/{workspace}/folders/{folder}. The root of a workspace has no folder
 * id; it is the folder itself. Null for any other text.
 */
export function parseFolderUrl(text: string): StorageFolder | null {
  const [, workspace, folder] = /\/ws\/([\w-]+)(?:\/(?:folders?|files?)\/([\w-]+))?/.exec(text) ?? []
  if (!workspace) return null
  return { workspace_id: workspace, folder_id: !folder || folder === 'files' ? workspace : folder }
}
