/** "Save to WorkDrive": a crawl's ticked pages or a chat become a file, and a job brings it there. */
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { exportFileName } from '#shared/chat-export.ts'
import type { FileWish, SaveFile, StoredFile } from '#shared/document-storage.ts'
import { downloadFileName } from '#shared/download.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, savedChats, storedFiles } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { requirePlace } from './own-place.ts'
import { presentFile } from './stored-file.ts'
import { askToSend } from './take-up-files.ts'

type Services = { db: Db; queue: Queue; storage: { connected(): boolean } }
type Which = { userId: string; fileId: string }
type Source = { userId: string; sourceId: string; wish: FileWish }

/** How many files of one person may be on their way at a time. */
const UNDER_WAY_MAX = 20

/**
 * Throws 'storage.no-tokens', 'storage.no-place', 'storage.too-many', and 'crawl.not-found' or 'chat.not-found' when it
 * is not this person's.
 */
export async function saveFile(services: Services, { userId, ...asked }: SaveFile & { userId: string }): Promise<StoredFile> {
  const { db, queue } = services
  const { source_id: sourceId, wish } = asked
  const place = await requirePlace(services, userId)
  const fileName = await fileNameOf(db, { userId, sourceId, wish })
  await refuseTooMany(db, userId)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(storedFiles)
      .values({ userId, kind: wish.kind, sourceId, wish: { wish, place }, fileName })
      .returning()
    if (!row) throw new AppError('storage.save-failed')
    await askToSend(queue, tx, row.id)
    await publish(tx, userId, { type: 'stored-file', sourceId })
    return presentFile(row)
  })
}

/** One that failed, once more, to where the person saves now. Throws as `saveFile` does, and 'storage.not-failed'. */
export async function retryFile(services: Services, { userId, fileId }: Which): Promise<StoredFile> {
  const { db, queue } = services
  const own = and(eq(storedFiles.id, fileId), eq(storedFiles.userId, userId))
  const [row] = await db.select().from(storedFiles).where(own)
  if (!row) throw new AppError('storage.file-not-found')
  const place = await requirePlace(services, userId)
  return db.transaction(async (tx) => {
    const [again] = await tx
      .update(storedFiles)
      .set({ status: 'waiting', attempts: 0, error: null, wish: { ...row.wish, place }, updatedAt: new Date() })
      .where(and(own, eq(storedFiles.status, 'failed')))
      .returning()
    if (!again) throw new AppError('storage.not-failed')
    await askToSend(queue, tx, fileId)
    await publish(tx, userId, { type: 'stored-file', sourceId: again.sourceId })
    return presentFile(again)
  })
}

async function fileNameOf(db: Db, { userId, sourceId, wish }: Source): Promise<string> {
  if (wish.kind === 'crawl') {
    const own = and(eq(crawls.id, sourceId), eq(crawls.userId, userId))
    const [crawl] = await db.select({ id: crawls.id }).from(crawls).where(own)
    if (!crawl) throw new AppError('crawl.not-found')
    return downloadFileName(new Date(), wish.format)
  }
  const [chat] = await db
    .select({ title: savedChats.title })
    .from(savedChats)
    .where(and(eq(savedChats.id, sourceId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt)))
  if (!chat) throw new AppError('chat.not-found')
  return exportFileName(chat.title, wish.format)
}

async function refuseTooMany(db: Db, userId: string) {
  const [found] = await db
    .select({ files: count() })
    .from(storedFiles)
    .where(and(eq(storedFiles.userId, userId), inArray(storedFiles.status, ['waiting', 'sending'])))
  if ((found?.files ?? 0) >= UNDER_WAY_MAX) throw new AppError('storage.too-many')
}
