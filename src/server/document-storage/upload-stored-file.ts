/** One attempt to upload a file to the document storage. A temporary failure enqueues the next attempt. */
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type FileRequest, SAVE_ATTEMPTS } from '#shared/document-storage.ts'
import { AppError, errorMessage } from '#shared/errors.ts'
import { storedFiles } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type UploadResult, uploadFile } from '#server/workdrive/upload-file.ts'
import type { StorageServices } from './storage-services.ts'
import { type StoredFileRow, StoredRequest } from './stored-file.ts'
import { enqueueUpload } from './resume-uploads.ts'
import { withAccessToken } from './with-access-token.ts'

export const UploadJob = z.object({ fileId: z.uuid() })

/** Creates the content of the file. Throws AppError when its source was deleted. */
export type Compose = (source: { userId: string; sourceId: string; request: FileRequest }) => Promise<Blob>

type Services = StorageServices & { queue: Queue; retryBackoffMs: number }
type StoredFailure = NonNullable<StoredFileRow['failure']>
type Outcome = { saved: { resourceId: string; link: string | null } } | { failed: StoredFailure; retryable: boolean }

/** The delay after the first attempt is the setting RETRY_BACKOFF_MS. With 10 s: 10, 30, 90, 270 s. */
const BACKOFF_FACTOR = 3

/** Throws unexpected errors, which the queue retries. */
export async function uploadStoredFile(services: Services, { fileId }: z.infer<typeof UploadJob>, compose: Compose) {
  const file = await claimFile(services, fileId)
  if (!file) return
  const outcome = await attempt(services, file, compose)
  await storeOutcome(services, file, outcome)
}

/** Null when the file was deleted or another job has finished it. */
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

async function attempt(services: Services, file: StoredFileRow, compose: Compose): Promise<Outcome> {
  const { content: request, folder } = StoredRequest.parse(file.request)
  try {
    const bytes = await compose({ userId: file.userId, sourceId: file.sourceId, request })
    const upload = { workspaceId: folder.workspace_id, folderId: folder.folder_id, fileName: file.fileName, bytes }
    return outcomeOf(
      await withAccessToken(services, (configuration, token) => uploadFile(configuration, token, upload)),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { failed: { code: error.code, values: error.values }, retryable: error.code === 'storage.unavailable' }
  }
}

function outcomeOf(uploaded: UploadResult): Outcome {
  if (uploaded.ok) return { saved: uploaded }
  const { status, reason } = uploaded
  if (status === null) return { failed: { code: 'storage.unavailable', values: {} }, retryable: true }
  return {
    failed: { code: 'storage.refused', values: { status, reason } },
    // A rejected request stays rejected; a busy or failing provider may recover.
    retryable: status >= 500 || status === 429 || status === 408,
  }
}

async function storeOutcome({ db, queue, retryBackoffMs }: Services, file: StoredFileRow, outcome: Outcome) {
  await db.transaction(async (tx) => {
    const isThisFile = eq(storedFiles.id, file.id)
    const updatedAt = new Date()
    if ('saved' in outcome) {
      await tx
        .update(storedFiles)
        .set({ status: 'saved', ...outcome.saved, error: null, failure: null, updatedAt })
        .where(isThisFile)
    } else if (outcome.retryable && file.attempts < SAVE_ATTEMPTS) {
      await tx
        .update(storedFiles)
        .set({ status: 'waiting', ...failureColumns(outcome.failed), updatedAt })
        .where(isThisFile)
      const delayMs = retryBackoffMs * BACKOFF_FACTOR ** (file.attempts - 1)
      await enqueueUpload(queue, tx, file.id, Math.round(delayMs / 1000))
    } else {
      await tx
        .update(storedFiles)
        .set({ status: 'failed', ...failureColumns(outcome.failed), updatedAt })
        .where(isThisFile)
    }
    await publish(tx, file.userId, { type: 'stored-file', sourceId: file.sourceId })
  })
}

const failureColumns = (failure: StoredFailure) => ({
  error: errorMessage(failure.code, failure.values),
  failure,
})
