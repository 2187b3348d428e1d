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
  /** When the tokens were last renewed, as an ISO time. Null when no tokens are stored. */
  updated_at: z.string().nullable(),
})
export type StorageStatus = z.infer<typeof StorageStatus>

/** Response of POST /api/admin/storage/authorisation: the address of the provider's consent page. */
export const Authorization = z.object({ url: z.string() })

/** Body of POST /api/admin/storage/authorisation. The settings are used for this attempt and not stored. */
export const BeginAuthorization = z.object({ settings: StorageDraft.default({}) })
export type BeginAuthorization = z.input<typeof BeginAuthorization>

/**
 * Body of POST /api/admin/storage/tokens: the parameters of the provider's callback, and the settings that the
 * authorization was started with. Settings and tokens are stored together, because the tokens are only valid with them.
 */
export const FinishAuthorization = BeginAuthorization.extend({
  code: z.string().min(1).max(2000),
  state: z.string().min(1).max(200),
})
export type FinishAuthorization = z.input<typeof FinishAuthorization>

/** What an entry of the OAuth log records. */
export const AuthEvent = z.enum([
  'authorisation_begun',
  'callback_refused',
  'token_exchange',
  'token_refresh',
  'token_revoked',
])
export type AuthEvent = z.infer<typeof AuthEvent>

export const AUTH_LOG_LIMIT = 100

/** One request to the provider. Secrets are removed before it is stored. */
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

/** Response of GET /api/admin/storage/log: the newest 100 entries, optionally filtered by event. */
export const AuthLog = z.object({ entries: z.array(AuthLogEntry), next: z.string().nullable() })

/** Size and timeout of the consent window (specification, section 9). */
export const POPUP = { width: 600, height: 700, waitMs: 5 * 60_000, closesAfterMs: 500 }

/** Message from the callback page to the window that opened it. Only accepted from our own origin. */
export const CallbackMessage = z.object({
  type: z.literal('readback:storage-callback'),
  code: z.string().optional(),
  state: z.string().optional(),
  /** The provider's error code when there is no code. */
  error: z.string().optional(),
})
export type CallbackMessage = z.infer<typeof CallbackMessage>

/** An id as WorkDrive issues it. Any other text fails with the given error code. */
const workDriveId = (code: ErrorCode) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, code)

/** Body of PUT /api/storage/folder: where the user's files are saved. */
export const StorageFolder = z.object({
  workspace_id: workDriveId('storage.workspace-id'),
  folder_id: workDriveId('storage.folder-id'),
})
export type StorageFolder = z.infer<typeof StorageFolder>

/** Response of GET /api/storage. The ids are null until the user has set them. */
export const UserStorage = z.object({
  connected: z.boolean(),
  workspace_id: z.string().nullable(),
  folder_id: z.string().nullable(),
})
export type UserStorage = z.infer<typeof UserStorage>

/** What to save, either the selected pages of a crawl or a chat, and in which file format. */
export const FileRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crawl'), format: DownloadFormat, pageIds: z.array(z.uuid()).min(1).max(2000) }),
  z.object({ kind: z.literal('chat'), format: ExportFormat }),
])
export type FileRequest = z.infer<typeof FileRequest>

/** Body of POST /api/storage/files. */
export const SaveFile = z.object({ source_id: z.uuid(), content: FileRequest })
export type SaveFile = z.infer<typeof SaveFile>

/** The first attempt and four retries. */
export const SAVE_ATTEMPTS = 5

export const StoredFile = z.object({
  id: z.string(),
  kind: z.enum(['crawl', 'chat']),
  source_id: z.string(),
  file_name: z.string(),
  status: z.enum(['waiting', 'sending', 'saved', 'failed']),
  /** Attempts so far, at most SAVE_ATTEMPTS. */
  attempts: z.number().int(),
  /** The file's address in WorkDrive. Null until the file is saved, or when the provider returned no address. */
  link: z.string().nullable(),
  /** Why the last attempt failed. Null when it did not fail. */
  error: ErrorBody.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** Response of GET /api/storage/files: the files of one crawl or chat, newest first. */
export const StoredFiles = z.object({ files: z.array(StoredFile), next: z.string().nullable() })

/** Matches `/ws/WORKSPACE`, optionally followed by `/folders/FOLDER` or `/files/FOLDER`. */
const FOLDER_ADDRESS = /\/ws\/(?<workspace>[\w-]+)(?:\/(?:folders?|files?)\/(?<folder>[\w-]+))?/

/**
 * Reads the ids from the address of a WorkDrive folder. The address of a workspace's root names no folder, and the
 * workspace id is then also the folder id. Returns null for any other text.
 */
export function parseFolderUrl(text: string): StorageFolder | null {
  const { workspace, folder } = FOLDER_ADDRESS.exec(text)?.groups ?? {}
  if (!workspace) return null
  const isRoot = !folder || folder === 'files'
  return { workspace_id: workspace, folder_id: isRoot ? workspace : folder }
}
