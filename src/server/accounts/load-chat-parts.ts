import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import {
  chatAddresses,
  chatCheckPages,
  chatChecks,
  chatCitations,
  chatMessages,
  chatPages,
  chatShares,
} from '#server/platform/db/schema/index.ts'

/** What belongs to a chat, for the export of its account. The caller has read the chat with its owner. */
export async function loadChatParts(db: Db, chatId: string) {
  const [share] = await db
    .select({ createdAt: chatShares.createdAt })
    .from(chatShares)
    .where(eq(chatShares.chatId, chatId))
  const messages = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(asc(chatMessages.position))
  const citations = await db
    .select(getTableColumns(chatCitations))
    .from(chatCitations)
    .innerJoin(chatMessages, eq(chatMessages.id, chatCitations.messageId))
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(asc(chatCitations.marker))
  const cited = Map.groupBy(citations, ({ messageId }) => messageId)
  const checks = await db
    .select()
    .from(chatChecks)
    .where(eq(chatChecks.chatId, chatId))
    .orderBy(asc(chatChecks.createdAt))
  const checkedPages = await db
    .select(getTableColumns(chatCheckPages))
    .from(chatCheckPages)
    .innerJoin(chatChecks, eq(chatChecks.id, chatCheckPages.checkId))
    .where(eq(chatChecks.chatId, chatId))
    .orderBy(asc(chatCheckPages.position))
  const checked = Map.groupBy(checkedPages, ({ checkId }) => checkId)
  return {
    shared_at: share?.createdAt ?? null,
    pages: await db
      .select({ pageId: chatPages.pageId, selected: chatPages.selected })
      .from(chatPages)
      .where(eq(chatPages.chatId, chatId))
      .orderBy(asc(chatPages.position)),
    messages: messages.map((message) => ({ ...message, citations: cited.get(message.id) ?? [] })),
    checks: checks.map((check) => ({ ...check, pages: checked.get(check.id) ?? [] })),
    new_addresses: await db.select().from(chatAddresses).where(eq(chatAddresses.chatId, chatId)),
  }
}
