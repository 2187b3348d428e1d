/** A file on its way to the document storage, as its owner sees it. */
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { FileWish, StoragePlace, type StoredFile } from '#shared/document-storage.ts'
import type { Db } from '#server/db/database.ts'
import { storedFiles } from '#server/db/schema/index.ts'

/** What the column `wish` holds: what is made, and where it goes. */
export const StoredWish = z.object({ wish: FileWish, place: StoragePlace })

export type StoredFileRow = typeof storedFiles.$inferSelect

const SHOWN = 20

type Which = { userId: string; sourceId: string }

/** What was made of one crawl or chat of this person, the newest first. */
export async function listFiles(db: Db, { userId, sourceId }: Which): Promise<{ files: StoredFile[] }> {
  const rows = await db
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.userId, userId), eq(storedFiles.sourceId, sourceId)))
    .orderBy(desc(storedFiles.createdAt), desc(storedFiles.id))
    .limit(SHOWN)
  return { files: rows.map(presentFile) }
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
    error: row.error,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
