/** The words both sides speak about the document storage, Zoho WorkDrive. */
import { z } from 'zod'
import { ExportFormat } from './chat-export.ts'
import { DownloadFormat } from './download.ts'

/** GET /api/admin/storage */
export const StorageStatus = z.object({
  /** Client ID, secret, redirect, domain and scope are all there. */
  configured: z.boolean(),
  /** There are tokens, and they can be read. */
  connected: z.boolean(),
  /** When the tokens were last renewed; ISO time, null without any. */
  updated_at: z.string().nullable(),
})
export type StorageStatus = z.infer<typeof StorageStatus>

/** POST /api/admin/storage/authorisation: where to consent. */
export const Authorisation = z.object({ url: z.string() })

/** POST /api/admin/storage/tokens: what the provider sent the browser back with. */
export const FinishAuthorisation = z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) })
export type FinishAuthorisation = z.infer<typeof FinishAuthorisation>

/** What is written down about signing in at the provider. */
export const AuthEvent = z.enum(['authorisation_begun', 'callback_refused', 'token_exchange', 'token_refresh', 'token_revoked'])
export type AuthEvent = z.infer<typeof AuthEvent>

export const AUTH_LOG_LIMIT = 100

/** Redacted before it was written. */
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

/** GET /api/admin/storage/log: the newest 100, of one event when one is named. */
export const AuthLog = z.object({ entries: z.array(AuthLogEntry) })

/** Size of the window in which an administrator consents, and how long it is waited for (SPEC section 9). */
export const POPUP = { width: 600, height: 700, waitMs: 5 * 60_000, closesAfterMs: 500 }

/** What the callback in a popup tells the screen that opened it, at our own origin only. */
export const CallbackMessage = z.object({
  type: z.literal('readback:storage-callback'),
  code: z.string().optional(),
  state: z.string().optional(),
  /** The provider's word for why there is no code. */
  error: z.string().optional(),
})
export type CallbackMessage = z.infer<typeof CallbackMessage>

const placeId = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, `The ${what} is the part of its address that has letters and digits, such as bxq8s5f2c3.`)

/** PUT /api/storage/place: where a person's files go. */
export const StoragePlace = z.object({ workspace_id: placeId('workspace'), folder_id: placeId('folder') })
export type StoragePlace = z.infer<typeof StoragePlace>

/** GET /api/storage; the ids are null until the person has named them. */
export const OwnStorage = z.object({
  connected: z.boolean(),
  workspace_id: z.string().nullable(),
  folder_id: z.string().nullable(),
})
export type OwnStorage = z.infer<typeof OwnStorage>

/** A crawl's ticked pages, or a chat, and the format of the file that is made of it. */
export const FileWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crawl'), format: DownloadFormat, pageIds: z.array(z.uuid()).min(1).max(2000) }),
  z.object({ kind: z.literal('chat'), format: ExportFormat }),
])
export type FileWish = z.infer<typeof FileWish>

/** POST /api/storage/files */
export const SaveFile = z.object({ source_id: z.uuid(), wish: FileWish })
export type SaveFile = z.infer<typeof SaveFile>

/** One try, and four more when the provider does not take it. */
export const SAVE_ATTEMPTS = 5

export const StoredFile = z.object({
  id: z.string(),
  kind: z.enum(['crawl', 'chat']),
  source_id: z.string(),
  file_name: z.string(),
  status: z.enum(['waiting', 'sending', 'saved', 'failed']),
  /** Of SAVE_ATTEMPTS. */
  attempts: z.number().int(),
  /** Where it can be seen once it is saved; null when the provider did not say. */
  link: z.string().nullable(),
  /** Why the last attempt failed; null when it did not. */
  error: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** GET /api/storage/files: what was made of one crawl or chat, the newest first. */
export const StoredFiles = z.object({ files: z.array(StoredFile) })

/**
 * Workspace and folder out of the address of a folder in WorkDrive, so that nobody has to look for ids:
 * …/ws/{workspace}/folders/{folder}. The top of a workspace has no folder id, and is itself the folder. Null when the
 * text is no such address.
 */
export function placeOfAddress(text: string): StoragePlace | null {
  const [, workspace, folder] = /\/ws\/([\w-]+)(?:\/(?:folders?|files?)\/([\w-]+))?/.exec(text) ?? []
  if (!workspace) return null
  return { workspace_id: workspace, folder_id: !folder || folder === 'files' ? workspace : folder }
}
