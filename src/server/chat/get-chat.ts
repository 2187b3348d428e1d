import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Citation, SavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { mergeTopics } from '#server/engines/summaries/merge-topics.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { uncitedByMessage } from './find-uncited.ts'
import { presentCitation } from './present-citation.ts'

/** A saved chat with its pages, messages and citations. Throws AppError 'chat.not-found'. */
export async function getChat({ db }: { db: Db }, ref: ChatOf): Promise<SavedChat> {
  const [chat] = await db.select().from(savedChats).where(ownChat(ref))
  if (!chat) throw new AppError('chat.not-found')
  const [crawledPages, messages] = await Promise.all([pagesOf(db, chat.id), messagesOf(db, chat.id)])
  return {
    id: chat.id,
    notebook_id: chat.notebookId,
    title: chat.title,
    pinned: chat.pinned,
    crawled_pages: crawledPages,
    selected_pages: crawledPages.filter((page) => page.selected),
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
  return mergeTopics(rows).map((page) => ({
    id: page.id,
    url: page.url,
    title: page.title,
    summary: page.summary,
    mainPoints: page.mainPoints,
    topics: page.topics,
    selected: page.selectedInChat,
    analysis: page.analysis,
    processed: page.processedHash === page.contentHash,
    ...(page.uncertain && { uncertain: true as const }),
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
  const messageIds = messages.map((message) => message.id)
  const engines = new Map(messages.map(({ id, engine }) => [id, engine]))
  const citations = await citationsOf(db, messageIds, engines)
  const uncited = await uncitedByMessage(messages)
  return messages.map((message) => ({
    id: message.id,
    role: message.role,
    content: message.content,
    citations: citations.get(message.id)?.source ?? [],
    ...(uncited.get(message.id)?.length && { uncited: uncited.get(message.id) }),
    stopped: message.stopped,
    ...(message.truncated && { truncated: true }),
    ...(message.engine && { engine: message.engine }),
    ...(message.used && { used: message.used }),
    ...(citations.get(message.id)?.nearest.length && { nearest: citations.get(message.id)?.nearest }),
    ...(message.offers && { offers: message.offers }),
    createdAt: message.createdAt.toISOString(),
  }))
}

type CitationsByKind = Record<'source' | 'nearest', Citation[]>

async function citationsOf(
  db: Db,
  messageIds: string[],
  engines: ReadonlyMap<string, string | null>,
): Promise<Map<string, CitationsByKind>> {
  const byMessage = new Map<string, CitationsByKind>()
  if (messageIds.length === 0) return byMessage
  const rows = await db
    .select()
    .from(chatCitations)
    .where(inArray(chatCitations.messageId, messageIds))
    .orderBy(asc(chatCitations.marker))
  for (const row of rows) {
    const citation = {
      ...presentCitation(row, engines.get(row.messageId) ?? null),
      pageId: row.pageId ?? '',
      passageId: row.passageId ?? '',
    }
    const ofMessage = byMessage.get(row.messageId) ?? { source: [], nearest: [] }
    ofMessage[row.kind].push(citation)
    byMessage.set(row.messageId, ofMessage)
  }
  return byMessage
}
