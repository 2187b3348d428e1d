/** Every person has a default notebook, which cannot be deleted and takes the chats of a deleted one. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { DEFAULT_NOTEBOOK } from '#shared/chat/chat-limits.ts'
import type { CreateNotebook, Notebook } from '#shared/chat/notebooks.ts'
import { CursorTime, cursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PageQuery } from '#server/platform/db/newest-first.ts'
import { notebooks, savedChats } from '#server/platform/db/schema/index.ts'
import { listChats } from './list-chats.ts'
import { type NotebookRef, notebookSuffixes, ownNotebook } from './notebook-pages.ts'

const Cursor = z.object({ isDefault: z.boolean(), at: CursorTime, id: z.uuid() })

/**
 * The default notebook comes first, then the oldest; all of them without a `limit`. Throws AppError 'request.cursor'
 * for an invalid `after`.
 */
export async function listNotebooks(
  { db }: { db: Db },
  { userId, after, limit }: PageQuery & { userId: string },
): Promise<{ notebooks: Notebook[]; next: string | null }> {
  const cursor = decodeCursor(Cursor, after)
  const { isDefault, createdAt, id } = notebooks
  const query = db
    .select({ notebook: notebooks, at: cursorTime(createdAt) })
    .from(notebooks)
    .where(
      and(
        eq(notebooks.userId, userId),
        cursor &&
          sql`(not ${isDefault}, ${createdAt}, ${id}) > (${!cursor.isDefault}::boolean, ${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(desc(isDefault), asc(createdAt), asc(id))
  const rows = await (limit === undefined ? query : query.limit(limit + 1))
  const shown = rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    notebooks: shown.map(({ notebook }) => presentNotebook(notebook)),
    next: last ? encodeCursor({ isDefault: last.notebook.isDefault, at: last.at, id: last.notebook.id }) : null,
  }
}

/** With the first page of its chats, and what to cut from titles of its pages. Throws AppError 'notebook.not-found'. */
export async function getNotebook({ db }: { db: Db }, ref: NotebookRef) {
  const [notebook] = await db.select().from(notebooks).where(ownNotebook(ref))
  if (!notebook) throw new AppError('notebook.not-found')
  const [chats, suffixes] = await Promise.all([listChats({ db }, ref), notebookSuffixes(db, ref)])
  return { ...presentNotebook(notebook), ...chats, site_suffixes: suffixes }
}

export async function createNotebook(
  { db }: { db: Db },
  notebook: CreateNotebook & { userId: string },
): Promise<Notebook> {
  const [created] = await db.insert(notebooks).values(notebook).returning()
  if (!created) throw new Error('The insert returned no row')
  return presentNotebook(created)
}

/** Throws AppError 'notebook.not-found'. */
export async function renameNotebook(
  { db }: { db: Db },
  { title, ...ref }: NotebookRef & { title: string },
): Promise<Notebook> {
  const [notebook] = await db
    .update(notebooks)
    .set({ title, updatedAt: sql`now()` })
    .where(ownNotebook(ref))
    .returning()
  if (!notebook) throw new AppError('notebook.not-found')
  return presentNotebook(notebook)
}

/** Moves its chats to the default notebook. Throws AppError 'notebook.not-found', 'notebook.default-stays'. */
export async function deleteNotebook({ db }: { db: Db }, ref: NotebookRef) {
  await db.transaction(async (tx) => {
    const [notebook] = await tx.select().from(notebooks).where(ownNotebook(ref)).for('update')
    if (!notebook) throw new AppError('notebook.not-found')
    if (notebook.isDefault) throw new AppError('notebook.default-stays')
    const notebookId = await ensureDefaultNotebook(tx, ref.userId)
    await tx.update(savedChats).set({ notebookId }).where(eq(savedChats.notebookId, notebook.id))
    await tx.delete(notebooks).where(eq(notebooks.id, notebook.id))
  })
}

/**
 * Returns the id of the person's own notebook, locked until the transaction ends so that it cannot be deleted while a
 * chat is put into it. Throws AppError 'notebook.not-found'.
 */
export async function lockNotebook(tx: Db, userId: string, notebookId: string): Promise<string> {
  const [notebook] = await tx
    .select({ id: notebooks.id })
    .from(notebooks)
    .where(ownNotebook({ userId, notebookId }))
    .for('key share')
  if (!notebook) throw new AppError('notebook.not-found')
  return notebook.id
}

/** Creates the default notebook on first use; concurrent calls return the same one. */
export async function ensureDefaultNotebook(tx: Db, userId: string): Promise<string> {
  await tx
    .insert(notebooks)
    .values({
      userId,
      ...DEFAULT_NOTEBOOK,
      isDefault: true,
    })
    .onConflictDoNothing()
  const [notebook] = await tx
    .select({ id: notebooks.id })
    .from(notebooks)
    .where(and(eq(notebooks.userId, userId), eq(notebooks.isDefault, true)))
  if (!notebook) throw new Error('The default notebook was neither created nor found')
  return notebook.id
}

function presentNotebook(notebook: typeof notebooks.$inferSelect): Notebook {
  const { id, title, description, isDefault, createdAt } = notebook
  return { id, title, description, is_default: isDefault, created_at: createdAt.toISOString() }
}
