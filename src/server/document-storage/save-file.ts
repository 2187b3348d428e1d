/** "Save to WorkDrive": a job uploads selected pages of a crawl, or a chat, as a file. */
import { and, count, eq, inArray } from 'drizzle-orm'
import { exportFileName } from '#shared/chat/chat-export.ts'
import type { FileRequest, SaveFile, StoredFile } from '#shared/document-storage.ts'
import { downloadFileName } from '#shared/crawl/download.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertOwnCrawl, ownChat } from '#server/platform/db/ownership.ts'
import { savedChats, storedFiles, users } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { requireUploadFolder } from './upload-folder.ts'
import { presentFile } from './stored-file.ts'
import { enqueueUpload } from './resume-uploads.ts'

type Services = { db: Db; queue: Queue; storage: { isConnected(): boolean } }
type Source = { userId: string; sourceId: string; request: FileRequest }

/** A user's files that are not uploaded yet: more would delay those of other users. */
const MAX_PENDING_FILES = 20

/**
 * Throws 'storage.no-tokens', 'storage.no-place', 'storage.too-many', and 'crawl.not-found' or 'chat.not-found' unless
 * the user owns the source.
 */
export async function saveFile(
  services: Services,
  { userId, source_id: sourceId, content: request }: SaveFile & { userId: string },
): Promise<StoredFile> {
  const { db, queue } = services
  const folder = await requireUploadFolder(services, userId)
  const fileName = await nameForOwnSource(db, { userId, sourceId, request })
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(storedFiles)
      .values({ userId, kind: request.kind, sourceId, request: { content: request, folder }, fileName })
      .returning()
    if (!row) throw new AppError('storage.save-failed')
    await limitPendingFiles(tx, userId)
    await enqueueUpload(queue, tx, row.id)
    await publish(tx, userId, { type: 'stored-file', sourceId })
    return presentFile(row)
  })
}

/**
 * Uploads a failed file again, to the user's current folder. Throws 'storage.file-not-found', 'storage.no-tokens',
 * 'storage.no-place', 'storage.not-failed' and 'storage.too-many'.
 */
export async function retryFile(
  services: Services,
  { userId, fileId }: { userId: string; fileId: string },
): Promise<StoredFile> {
  const { db, queue } = services
  const isOwnFile = and(eq(storedFiles.id, fileId), eq(storedFiles.userId, userId))
  const [row] = await db.select().from(storedFiles).where(isOwnFile)
  if (!row) throw new AppError('storage.file-not-found')
  const folder = await requireUploadFolder(services, userId)
  return db.transaction(async (tx) => {
    const [retried] = await tx
      .update(storedFiles)
      .set({
        status: 'waiting',
        attempts: 0,
        error: null,
        failure: null,
        request: { ...row.request, folder },
        updatedAt: new Date(),
      })
      .where(and(isOwnFile, eq(storedFiles.status, 'failed')))
      .returning()
    if (!retried) throw new AppError('storage.not-failed')
    await limitPendingFiles(tx, userId)
    await enqueueUpload(queue, tx, fileId)
    await publish(tx, userId, { type: 'stored-file', sourceId: retried.sourceId })
    return presentFile(retried)
  })
}

/** The file name for a crawl or chat; throws 'crawl.not-found' or 'chat.not-found' unless the user owns it. */
async function nameForOwnSource(db: Db, { userId, sourceId, request }: Source): Promise<string> {
  if (request.kind === 'crawl') {
    await assertOwnCrawl(db, { userId, crawlId: sourceId })
    return downloadFileName(new Date(), request.format)
  }
  const [chat] = await db
    .select({ title: savedChats.title })
    .from(savedChats)
    .where(ownChat({ userId, chatId: sourceId }))
  if (!chat) throw new AppError('chat.not-found')
  return exportFileName(chat.title, request.format)
}

/**
 * Within the transaction that added a file to those that are not uploaded yet. The user's row is locked, so that
 * concurrent requests are counted. Throws 'storage.too-many'.
 */
async function limitPendingFiles(tx: Db, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [pending] = await tx
    .select({ files: count() })
    .from(storedFiles)
    .where(and(eq(storedFiles.userId, userId), inArray(storedFiles.status, ['waiting', 'sending'])))
  if ((pending?.files ?? 0) > MAX_PENDING_FILES) throw new AppError('storage.too-many')
}
