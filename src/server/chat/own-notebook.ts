/** Which notebook a chat lies in: one of the person's own, or the default one. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { notebooks } from '#server/db/schema/index.ts'

/** Held until the transaction ends, so that nothing is put into a notebook that is being deleted. Throws AppError 'notebook.not-found'. */
export async function ownNotebook(tx: Db, userId: string, notebookId: string): Promise<string> {
  const [own] = await tx
    .select({ id: notebooks.id })
    .from(notebooks)
    .where(and(eq(notebooks.id, notebookId), eq(notebooks.userId, userId)))
    .for('key share')
  if (!own) throw new AppError('notebook.not-found')
  return own.id
}

/** The person's default notebook, made when it is first needed; two saves that race get the same one. */
export async function defaultNotebook(tx: Db, userId: string): Promise<string> {
  await tx
    .insert(notebooks)
    .values({
      userId,
      title: 'Default Notebook',
      description: 'Auto-created notebook for saved chats',
      isDefault: true,
    })
    .onConflictDoNothing()
  const [notebook] = await tx
    .select({ id: notebooks.id })
    .from(notebooks)
    .where(and(eq(notebooks.userId, userId), eq(notebooks.isDefault, true)))
  if (!notebook) throw new Error('the default notebook was neither made nor found')
  return notebook.id
}
