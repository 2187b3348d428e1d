/** Changes to a saved chat of its owner: its title, its pages, its end. Someone else's chat is simply not found. */
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { ChangePages, SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatPages, crawls, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { getChat } from './get-chat.ts'
import { assertOwnPages } from './save-chat.ts'

type Who = { userId: string; chatId: string }

const own = ({ userId, chatId }: Who) => and(eq(savedChats.id, chatId), eq(savedChats.userId, userId))

/** Throws AppError 'chat.not-found'. */
export async function renameChat({ db }: { db: Db }, { title, ...who }: Who & { title: string }): Promise<SavedChat> {
  await db.transaction((tx) => touch(tx, who, { title }))
  return getChat({ db }, who)
}

/** The chat's pages become exactly these. Throws AppError 'chat.not-found', 'page.not-found'. */
export async function changePages({ db }: { db: Db }, change: ChangePages & Who): Promise<SavedChat> {
  const pageIds = [...new Set([...change.crawled_pages, ...change.selected_pages])]
  const selected = new Set(change.selected_pages)
  await assertOwnPages(db, change.userId, pageIds)
  await db.transaction(async (tx) => {
    await touch(tx, change, {})
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
  })
  return getChat({ db }, change)
}

/** Throws AppError 'chat.not-found'. */
export async function deleteChat({ db }: { db: Db }, who: Who) {
  await db.transaction(async (tx) => {
    // Crawls first: a page that is being stored locks its crawl before its chat.
    await tx
      .update(crawls)
      .set({ chatId: null })
      .where(and(eq(crawls.chatId, who.chatId), eq(crawls.userId, who.userId)))
    const [deleted] = await tx.delete(savedChats).where(own(who)).returning({ id: savedChats.id })
    if (!deleted) throw new AppError('chat.not-found')
  })
}

async function touch(tx: Db, who: Who, set: { title?: string }) {
  const [chat] = await tx
    .update(savedChats)
    .set({ ...set, updatedAt: sql`now()` })
    .where(own(who))
    .returning({ id: savedChats.id })
  if (!chat) throw new AppError('chat.not-found')
  await publish(tx, who.userId, { type: 'chat', id: chat.id })
}
