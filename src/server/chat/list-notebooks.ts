/** The notebooks of a person, the default one first. */
import { and, asc, desc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Notebook } from '#shared/notebooks.ts'
import type { Db } from '#server/db/database.ts'
import { notebooks } from '#server/db/schema/index.ts'
import { listChats } from './list-chats.ts'

export async function listNotebooks({ db }: { db: Db }, userId: string): Promise<Notebook[]> {
  const rows = await db
    .select()
    .from(notebooks)
    .where(eq(notebooks.userId, userId))
    .orderBy(desc(notebooks.isDefault), asc(notebooks.createdAt))
  return rows.map(presentNotebook)
}

/** With the first of its chats. Throws AppError 'notebook.not-found'. */
export async function getNotebook({ db }: { db: Db }, { userId, notebookId }: { userId: string; notebookId: string }) {
  const [notebook] = await db
    .select()
    .from(notebooks)
    .where(and(eq(notebooks.id, notebookId), eq(notebooks.userId, userId)))
  if (!notebook) throw new AppError('notebook.not-found')
  return { ...presentNotebook(notebook), ...(await listChats({ db }, { userId, notebookId })) }
}

export function presentNotebook(notebook: typeof notebooks.$inferSelect): Notebook {
  const { id, title, description, isDefault, createdAt } = notebook
  return { id, title, description, is_default: isDefault, created_at: createdAt.toISOString() }
}
