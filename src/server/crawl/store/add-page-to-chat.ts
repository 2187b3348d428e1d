import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { chatPages, pages, savedChats } from '#server/platform/db/schema/index.ts'

/**
 * Adds a page to a chat, selected there and in its crawl alike. An older page with the same address is replaced and its
 * selection kept; answers that cite the older page keep it.
 */
export async function addPageToChat(tx: Db, chatId: string, page: { id: string; url: string }) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(eq(savedChats.id, chatId))
    .returning({ id: savedChats.id })
  // The chat may have been deleted in the meantime; the page stays in its crawl.
  if (!chat) return
  const older = await tx
    .select({ id: chatPages.pageId, selected: chatPages.selected })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(and(eq(chatPages.chatId, chatId), eq(pages.url, page.url)))
    .orderBy(chatPages.position)
  const [first, ...others] = older
  const selected = first?.selected ?? true
  await tx.update(pages).set({ selected }).where(eq(pages.id, page.id))
  if (!first) {
    await tx.insert(chatPages).values({ chatId, pageId: page.id, selected })
    return
  }
  const inChat = eq(chatPages.chatId, chatId)
  await tx
    .update(chatPages)
    .set({ pageId: page.id })
    .where(and(inChat, eq(chatPages.pageId, first.id)))
  const otherIds = others.map(({ id }) => id)
  if (otherIds.length > 0) await tx.delete(chatPages).where(and(inChat, inArray(chatPages.pageId, otherIds)))
}
