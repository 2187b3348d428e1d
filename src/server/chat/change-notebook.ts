/** Notebooks are made, renamed and deleted by their owner. The default one stays, and takes the chats of a deleted one. */
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Notebook } from '#shared/notebooks.ts'
import type { Db } from '#server/db/database.ts'
import { notebooks, savedChats } from '#server/db/schema/index.ts'
import { presentNotebook } from './list-notebooks.ts'
import { defaultNotebook } from './own-notebook.ts'

type Who = { userId: string; notebookId: string }

const own = ({ userId, notebookId }: Who) => and(eq(notebooks.id, notebookId), eq(notebooks.userId, userId))

export async function createNotebook({ db }: { db: Db }, made: { userId: string; title: string }): Promise<Notebook> {
  const [notebook] = await db.insert(notebooks).values(made).returning()
  if (!notebook) throw new Error('an insert answered no row')
  return presentNotebook(notebook)
}

/** Throws AppError 'notebook.not-found'. */
export async function renameNotebook({ db }: { db: Db }, { title, ...who }: Who & { title: string }): Promise<Notebook> {
  const [notebook] = await db.update(notebooks).set({ title, updatedAt: sql`now()` }).where(own(who)).returning()
  if (!notebook) throw new AppError('notebook.not-found')
  return presentNotebook(notebook)
}

/** Its chats move to the default notebook. Throws AppError 'notebook.not-found', 'notebook.default-stays'. */
export async function deleteNotebook({ db }: { db: Db }, who: Who) {
  await db.transaction(async (tx) => {
    const [notebook] = await tx.select().from(notebooks).where(own(who)).for('update')
    if (!notebook) throw new AppError('notebook.not-found')
    if (notebook.isDefault) throw new AppError('notebook.default-stays')
    const home = await defaultNotebook(tx, who.userId)
    await tx.update(savedChats).set({ notebookId: home }).where(eq(savedChats.notebookId, notebook.id))
    await tx.delete(notebooks).where(eq(notebooks.id, notebook.id))
  })
}
