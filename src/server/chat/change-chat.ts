import { and, eq, not, sql } from 'drizzle-orm'
import type { ChangeChat, ChangePages, SavedChat } from '#shared/chat/chats.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { chatPages, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { getChat } from './get-chat.ts'
import { lockNotebook } from './notebooks.ts'
import { lockOwnPages } from './save-chat.ts'

/**
 * Renames, moves or pins a chat. Only a new title counts as an update. Throws AppError 'chat.not-found',
 * 'notebook.not-found', 'chat.update-title-failed'.
 */
export async function changeChat({ db }: { db: Db }, change: ChatOf & ChangeChat): Promise<SavedChat> {
  const { title, notebook_id, pinned, ...ref } = change
  try {
    await db.transaction(async (tx) => {
      const notebookId = notebook_id && (await lockNotebook(tx, ref.userId, notebook_id))
      const [chat] = await tx
        .update(savedChats)
        .set({
          ...(title !== undefined && { title, updatedAt: sql`now()` }),
          ...(notebookId && { notebookId }),
          ...(pinned !== undefined && { pinned }),
        })
        .where(ownChat(ref))
        .returning({ id: savedChats.id })
      if (!chat) throw new AppError('chat.not-found')
      await publish(tx, ref.userId, { type: 'chat', id: chat.id })
    })
  } catch (error) {
    throw title === undefined ? error : withCode(error, 'chat.update-title-failed')
  }
  return getChat({ db }, ref)
}

/**
 * Sets the chat's pages and their selection. Throws AppError 'chat.not-found', 'page.not-found',
 * 'chat.update-pages-failed'.
 */
export async function changePages({ db }: { db: Db }, change: ChangePages & ChatOf): Promise<SavedChat> {
  const pageIds = [...new Set([...change.crawled_pages, ...change.selected_pages])]
  await db
    .transaction((tx) => writePages(tx, change, pageIds))
    .catch((error) => {
      throw withCode(error, 'chat.update-pages-failed')
    })
  return getChat({ db }, change)
}

async function writePages(tx: Db, change: ChangePages & ChatOf, pageIds: string[]) {
  const selected = new Set(change.selected_pages)
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(ownChat(change))
    .returning({ id: savedChats.id })
  if (!chat) throw new AppError('chat.not-found')
  await lockOwnPages(tx, change.userId, pageIds)
  await publish(tx, change.userId, { type: 'chat', id: chat.id })
  const inChat = eq(chatPages.chatId, chat.id)
  if (!change.keep_others) await tx.delete(chatPages).where(and(inChat, not(isAnyOf(chatPages.pageId, pageIds))))
  if (pageIds.length === 0) return
  await tx
    .insert(chatPages)
    .values(pageIds.map((pageId) => ({ chatId: chat.id, pageId, selected: selected.has(pageId) })))
    .onConflictDoUpdate({
      target: [chatPages.chatId, chatPages.pageId],
      set: { selected: sql`excluded.selected` },
    })
}

/** Gives an unexpected error the message of the failed action. A busy database and a full disk keep their own. */
function withCode(error: unknown, code: ErrorCode): unknown {
  return error instanceof AppError || cannotStoreNow(error) ? error : new AppError(code, {}, { cause: error })
}
