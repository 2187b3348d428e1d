/** One attempt to upload a file to the document storage. A temporary failure enqueues the next attempt. */
import { and, eq, inArray } from 'drizzle-orm'
import { type FileRequest, SAVE_ATTEMPTS } from '#shared/document-storage.ts'
import { AppError, errorMessage } from '#shared/errors.ts'
import { storedFiles } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'
import { type UploadResult, uploadFile } from '#server/workdrive/upload-file.ts'
import type { StorageServices } from './storage-services.ts'
import { type StoredFileRow, StoredRequest } from './stored-file.ts'
import { enqueueUpload } from './resume-uploads.ts'
import { withAccessToken } from './with-access-token.ts'

/** Creates the content of the file. Throws AppError when its source was deleted. */
export type Compose = (source: { userId: string; sourceId: string; request: FileRequest }) => Promise<Blob>

type Services = StorageServices & { queue: Queue; retryBackoffMs: number }
type StoredFailure = NonNullable<StoredFileRow['failure']>
type Outcome =
  | { ok: true; resourceId: string; link: string | null }
  | { ok: false; failure: StoredFailure; isTemporary: boolean }

/** The delay after the first attempt is the setting RETRY_BACKOFF_MS. With 10 s: 10, 30, 90, 270 s. */
const BACKOFF_FACTOR = 3

/** Throws unexpected errors, which the queue retries. */
export async function uploadStoredFile(services: Services, { fileId }: JobData<'save-file'>, compose: Compose) {
  const file = await claimFile(services, fileId)
  if (!file) return
  const outcome = await composeAndUpload(services, file, compose)
  await storeOutcome(services, file, outcome)
}

/** Marks the file as being sent and counts the attempt. Null when it was deleted or another job has finished it. */
async function claimFile({ db }: Services, fileId: string): Promise<StoredFileRow | null> {
  const isUnfinished = and(eq(storedFiles.id, fileId), inArray(storedFiles.status, ['waiting', 'sending']))
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(storedFiles).where(isUnfinished).for('update')
    if (!row) return null
    const claim = { status: 'sending' as const, attempts: row.attempts + 1, updatedAt: new Date() }
    await tx.update(storedFiles).set(claim).where(isUnfinished)
    await publish(tx, row.userId, { type: 'stored-file', sourceId: row.sourceId })
    return { ...row, ...claim }
  })
}

async function composeAndUpload(services: Services, file: StoredFileRow, compose: Compose): Promise<Outcome> {
  const { content: request, folder } = StoredRequest.parse(file.request)
  try {
    const bytes = await compose({ userId: file.userId, sourceId: file.sourceId, request })
    const upload = { workspaceId: folder.workspace_id, folderId: folder.folder_id, fileName: file.fileName, bytes }
    const result = await withAccessToken(services, (configuration, token) => uploadFile(configuration, token, upload))
    return outcomeOf(result)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const failure = { code: error.code, values: error.values }
    return { ok: false, failure, isTemporary: error.code === 'storage.unavailable' }
  }
}

function outcomeOf(uploaded: UploadResult): Outcome {
  if (uploaded.ok) return uploaded
  const { status, reason } = uploaded
  if (status === null) return { ok: false, failure: { code: 'storage.unavailable', values: {} }, isTemporary: true }
  // A rejected request stays rejected; a busy or failing provider may recover.
  const isTemporary = status >= 500 || status === 429 || status === 408
  return { ok: false, failure: { code: 'storage.refused', values: { status, reason } }, isTemporary }
}

async function storeOutcome({ db, queue, retryBackoffMs }: Services, file: StoredFileRow, outcome: Outcome) {
  const isRetried = !outcome.ok && outcome.isTemporary && file.attempts < SAVE_ATTEMPTS
  await db.transaction(async (tx) => {
    const columns = outcome.ok ? savedColumns(outcome) : failureColumns(outcome.failure, isRetried)
    await tx
      .update(storedFiles)
      .set({ ...columns, updatedAt: new Date() })
      .where(eq(storedFiles.id, file.id))
    if (isRetried) {
      const delayMs = retryBackoffMs * BACKOFF_FACTOR ** (file.attempts - 1)
      await enqueueUpload(queue, tx, file.id, Math.round(delayMs / 1000))
    }
    await publish(tx, file.userId, { type: 'stored-file', sourceId: file.sourceId })
  })
}

function savedColumns({ resourceId, link }: Extract<Outcome, { ok: true }>) {
  return { status: 'saved' as const, resourceId, link, error: null, failure: null }
}

function failureColumns(failure: StoredFailure, isRetried: boolean) {
  const status = isRetried ? ('waiting' as const) : ('failed' as const)
  return { status, error: errorMessage(failure.code, failure.values), failure }
}
