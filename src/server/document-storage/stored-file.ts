/** A file that is uploaded to the document storage, as its owner sees it. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { FileRequest, StorageFolder, type StoredFile } from '#shared/document-storage.ts'
import { errorBody } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { storedFiles } from '#server/platform/db/schema/index.ts'

/** The JSON in the column `request`: the content of the file and its target folder. */
export const StoredRequest = z.object({ content: FileRequest, folder: StorageFolder })

export type StoredFileRow = typeof storedFiles.$inferSelect

const PAGE_SIZE = 20

/** The files of one crawl or chat, newest first. Throws AppError 'request.cursor' for an invalid `after`. */
export async function listFiles(
  db: Db,
  { userId, sourceId, after }: PageQuery & { userId: string; sourceId: string },
): Promise<{ files: StoredFile[]; next: string | null }> {
  const page = newestFirst({ at: storedFiles.createdAt, id: storedFiles.id }, { after, limit: PAGE_SIZE })
  const rows = await db
    .select({ id: storedFiles.id, cursorAt: page.cursorAt, file: storedFiles })
    .from(storedFiles)
    .where(and(eq(storedFiles.userId, userId), eq(storedFiles.sourceId, sourceId), page.where))
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  return { files: shown.map(({ file }) => presentFile(file)), next }
}

export function presentFile(row: StoredFileRow): StoredFile {
  return {
    id: row.id,
    kind: row.kind,
    source_id: row.sourceId,
    file_name: row.fileName,
    status: row.status,
    attempts: row.attempts,
    link: row.link,
    error: presentError(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** Files of older versions have only the message. */
function presentError({ error, failure }: StoredFileRow): StoredFile['error'] {
  if (failure) return errorBody(failure)
  return error === null ? null : { code: 'storage.save-failed', message: error }
}
