/** Changes to a saved chat of its owner: its title, its notebook, its place, its pages. Someone else's chat is simply not found. */
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { ChangeChat, ChangePages, SavedChat } from '#shared/chats.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { chatPages, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { getChat } from './get-chat.ts'
import { ownChat, type ChatOf } from './own-chat.ts'
import { ownNotebook } from './own-notebook.ts'
import { assertOwnPages } from './save-chat.ts'

/** Throws AppError 'chat.not-found', 'notebook.not-found', 'chat.update-title-failed'. */
export async function changeChat({ db }: { db: Db }, change: ChatOf & ChangeChat): Promise<SavedChat> {
  const { title, notebook_id, pinned, ...who } = change
  try {
    await db.transaction(async (tx) => {
      const notebookId = notebook_id && (await ownNotebook(tx, who.userId, notebook_id))
      const [chat] = await tx
        .update(savedChats)
        .set({
          // A chat that was only moved or pinned says nothing new.
          ...(title !== undefined && { title, updatedAt: sql`now()` }),
          ...(notebookId && { notebookId }),
          ...(pinned !== undefined && { pinned }),
        })
        .where(ownChat(who))
        .returning({ id: savedChats.id })
      if (!chat) throw new AppError('chat.not-found')
      await publish(tx, who.userId, { type: 'chat', id: chat.id })
    })
  } catch (error) {
    throw title === undefined ? error : said(error, 'chat.update-title-failed')
  }
  return getChat({ db }, who)
}

/** A failure that nobody may see gets the words of what was being done. A database that is away says so itself. */
function said(error: unknown, code: ErrorCode): unknown {
  return error instanceof AppError || isDatabaseBusy(error) ? error : new AppError(code, {}, { cause: error })
}

/** The chat's pages become exactly these. Throws AppError 'chat.not-found', 'page.not-found', 'chat.update-pages-failed'. */
export async function changePages({ db }: { db: Db }, change: ChangePages & ChatOf): Promise<SavedChat> {
  const pageIds = [...new Set([...change.crawled_pages, ...change.selected_pages])]
  await assertOwnPages(db, change.userId, pageIds)
  await db.transaction((tx) => writePages(tx, change, pageIds)).catch((error) => {
    throw said(error, 'chat.update-pages-failed')
  })
  return getChat({ db }, change)
}

async function writePages(tx: Db, change: ChangePages & ChatOf, pageIds: string[]) {
  const selected = new Set(change.selected_pages)
  await touch(tx, change)
  const ofChat = eq(chatPages.chatId, change.chatId)
  await tx.delete(chatPages).where(pageIds.length > 0 ? and(ofChat, notInArray(chatPages.pageId, pageIds)) : ofChat)
  if (pageIds.length === 0) return
  await tx
    .insert(chatPages)
    .values(pageIds.map((pageId) => ({ chatId: change.chatId, pageId, selected: selected.has(pageId) })))
    .onConflictDoUpdate({
      target: [chatPages.chatId, chatPages.pageId],
      set: { selected: sql`excluded.selected` },
    })
}

async function touch(tx: Db, who: ChatOf) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(ownChat(who))
    .returning({ id: savedChats.id })
  if (!chat) throw new AppError('chat.not-found')
  await publish(tx, who.userId, { type: 'chat', id: chat.id })
}
