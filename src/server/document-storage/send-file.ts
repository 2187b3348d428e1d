/** One attempt to bring a file to the document storage, and what is to become of it afterwards. */
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type FileWish, SAVE_ATTEMPTS } from '#shared/document-storage.ts'
import { AppError, errorMessage } from '#shared/errors.ts'
import { storedFiles } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { type Uploaded, uploadFile } from '#server/workdrive/upload-file.ts'
import type { StorageServices } from './storage-services.ts'
import { type StoredFileRow, StoredWish } from './stored-file.ts'
import { askToSend } from './take-up-files.ts'
import { withAccessToken } from './with-access-token.ts'

export const SendFile = z.object({ fileId: z.uuid() })

/** Makes the file; throws AppError when there is nothing any more to make it of. */
export type Compose = (source: { userId: string; sourceId: string; wish: FileWish }) => Promise<Blob>

type Services = StorageServices & { queue: Queue; retryBackoffMs: number }
type Outcome = { saved: { resourceId: string; link: string | null } } | { failed: string; worthAnother: boolean }

/** Waits between attempts: the setting RETRY_BACKOFF_MS, three times as long after each. With 10 s: 10, 30, 90, 270 s. */
const LONGER = 3

/** What nobody can act on rises, and the queue tries again. */
export async function sendFile(services: Services, { fileId }: z.infer<typeof SendFile>, compose: Compose) {
  const file = await takeFile(services, fileId)
  if (!file) return
  const outcome = await attempt(services, file, compose)
  await settle(services, file, outcome)
}

/** Null when it is gone, or has been settled by another job. */
async function takeFile({ db }: Services, fileId: string): Promise<StoredFileRow | null> {
  const open = and(eq(storedFiles.id, fileId), inArray(storedFiles.status, ['waiting', 'sending']))
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(storedFiles).where(open).for('update')
    if (!found) return null
    const change = { status: 'sending' as const, attempts: found.attempts + 1, updatedAt: new Date() }
    await tx.update(storedFiles).set(change).where(open)
    await publish(tx, found.userId, { type: 'stored-file', sourceId: found.sourceId })
    return { ...found, ...change }
  })
}

async function attempt(services: Services, file: StoredFileRow, compose: Compose): Promise<Outcome> {
  const { wish, place } = StoredWish.parse(file.wish)
  try {
    const bytes = await compose({ userId: file.userId, sourceId: file.sourceId, wish })
    const upload = { workspaceId: place.workspace_id, folderId: place.folder_id, fileName: file.fileName, bytes }
    return outcomeOf(await withAccessToken(services, (configuration, token) => uploadFile(configuration, token, upload)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { failed: error.message, worthAnother: error.code === 'storage.unavailable' }
  }
}

function outcomeOf(uploaded: Uploaded): Outcome {
  if (uploaded.ok) return { saved: uploaded }
  const { status, reason } = uploaded
  if (status === null) return { failed: errorMessage('storage.unavailable'), worthAnother: true }
  return {
    failed: errorMessage('storage.refused', { status, reason }).trim(),
    // What is wrong with the request stays wrong; a busy or broken provider may recover.
    worthAnother: status >= 500 || status === 429 || status === 408,
  }
}

async function settle({ db, queue, retryBackoffMs }: Services, file: StoredFileRow, outcome: Outcome) {
  await db.transaction(async (tx) => {
    const own = eq(storedFiles.id, file.id)
    const updatedAt = new Date()
    if ('saved' in outcome) {
      await tx.update(storedFiles).set({ status: 'saved', ...outcome.saved, error: null, updatedAt }).where(own)
    } else if (outcome.worthAnother && file.attempts < SAVE_ATTEMPTS) {
      await tx.update(storedFiles).set({ status: 'waiting', error: outcome.failed, updatedAt }).where(own)
      const wait = retryBackoffMs * LONGER ** (file.attempts - 1)
      await askToSend(queue, tx, file.id, Math.round(wait / 1000))
    } else {
      await tx.update(storedFiles).set({ status: 'failed', error: outcome.failed, updatedAt }).where(own)
    }
    await publish(tx, file.userId, { type: 'stored-file', sourceId: file.sourceId })
  })
}
