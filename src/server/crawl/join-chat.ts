/**
 * A page that was read for a chat joins it. One whose address is in the chat already is brought up to date there: the
 * new reading takes its place and its tick; answers that cite the old one keep it.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { chatPages, pages, savedChats } from '#server/db/schema/index.ts'

export async function joinChat(tx: Db, chatId: string, page: { id: string; url: string }) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(eq(savedChats.id, chatId))
    .returning({ id: savedChats.id })
  // The chat may have been deleted meanwhile; the page stays with its crawl.
  if (!chat) return
  const before = await tx
    .select({ id: chatPages.pageId })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(and(eq(chatPages.chatId, chatId), eq(pages.url, page.url)))
    .orderBy(chatPages.position)
  const [first, ...others] = before.map(({ id }) => id)
  const ofChat = eq(chatPages.chatId, chatId)
  if (!first) return void (await tx.insert(chatPages).values({ chatId, pageId: page.id, selected: true }))
  await tx.update(chatPages).set({ pageId: page.id }).where(and(ofChat, eq(chatPages.pageId, first)))
  if (others.length > 0) await tx.delete(chatPages).where(and(ofChat, inArray(chatPages.pageId, others)))
}
