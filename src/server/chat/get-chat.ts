/** A saved chat of its owner with its pages, messages and citations. */
import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Citation, SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { PageSummary } from '#shared/pages.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/db/schema/index.ts'
import { goneOf } from './gone-of.ts'
import { ownChat, type ChatOf } from './own-chat.ts'
import { uncitedOf } from './uncited-of.ts'

/** Throws AppError 'chat.not-found', whoever else's it may be. */
export async function getChat({ db }: { db: Db }, who: ChatOf): Promise<SavedChat> {
  const [chat] = await db
    .select()
    .from(savedChats)
    .where(ownChat(who))
  if (!chat) throw new AppError('chat.not-found')
  const [chatPagesShown, messages] = await Promise.all([pagesOf(db, chat.id), messagesOf(db, chat.id)])
  return {
    id: chat.id,
    notebook_id: chat.notebookId,
    title: chat.title,
    crawled_pages: chatPagesShown,
    selected_pages: chatPagesShown.filter((page) => page.selected),
    chat_history: messages,
    created_at: chat.createdAt.toISOString(),
    updated_at: chat.updatedAt.toISOString(),
  }
}

async function pagesOf(db: Db, chatId: string): Promise<PageSummary[]> {
  const { content: _, ...columns } = getTableColumns(pages)
  const rows = await db
    .select({ ...columns, selectedInChat: chatPages.selected })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(eq(chatPages.chatId, chatId))
    .orderBy(asc(chatPages.position))
  return rows.map((page) => ({
    id: page.id,
    url: page.url,
    title: page.title,
    summary: page.summary,
    mainPoints: page.mainPoints,
    topics: page.topics,
    selected: page.selectedInChat,
    analysis: page.analysis,
    processed: page.processedHash === page.contentHash,
    depth: page.depth,
    fetchedAt: page.fetchedAt.toISOString(),
    ...(page.goneAt && { goneAt: page.goneAt.toISOString() }),
  }))
}

async function messagesOf(db: Db, chatId: string): Promise<SavedChat['chat_history']> {
  const messages = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(asc(chatMessages.position))
  const citations = await citationsOf(db, messages.map((message) => message.id))
  return messages.map((message) => ({
    id: message.id,
    role: message.role,
    content: message.content,
    citations: citations.get(message.id)?.source ?? [],
    ...(message.role === 'assistant' && uncitedOf({ text: message.content, stopped: message.stopped })),
    stopped: message.stopped,
    ...(message.engine && { engine: message.engine }),
    ...(message.used && { used: message.used }),
    ...(citations.get(message.id)?.nearest.length && { nearest: citations.get(message.id)?.nearest }),
    ...(message.offers && { offers: message.offers }),
    createdAt: message.createdAt.toISOString(),
  }))
}

type Cited = Record<'source' | 'nearest', Citation[]>

async function citationsOf(db: Db, messageIds: string[]): Promise<Map<string, Cited>> {
  const byMessage = new Map<string, Cited>()
  if (messageIds.length === 0) return byMessage
  const rows = await db
    .select()
    .from(chatCitations)
    .where(inArray(chatCitations.messageId, messageIds))
    .orderBy(asc(chatCitations.marker))
  for (const row of rows) {
    const { marker, url, title, sentence, verified } = row
    const citation = { marker, pageId: row.pageId ?? '', url, title, passageId: row.passageId ?? '', sentence, verified, ...goneOf(row) }
    const cited = byMessage.get(row.messageId) ?? { source: [], nearest: [] }
    cited[row.kind].push(citation)
    byMessage.set(row.messageId, cited)
  }
  return byMessage
}
