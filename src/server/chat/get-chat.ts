import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Citation, SavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { mergeTopics } from '#server/engines/summaries/merge-topics.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { chatMessages, chatPages, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { uncitedByMessage } from './find-uncited.ts'
import { type LoadedCitation, loadCitations } from './load-citations.ts'

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
  const citationsOf = await loadCitations(db, messages)
  const uncited = await uncitedByMessage(messages)
  return messages.map((message) => {
    const { source, nearest } = citationsOf(message.id)
    return {
      id: message.id,
      role: message.role,
      content: message.content,
      citations: source.map(withIds),
      ...(uncited.get(message.id)?.length && { uncited: uncited.get(message.id) }),
      stopped: message.stopped,
      ...(message.truncated && { truncated: true }),
      ...(message.engine && { engine: message.engine }),
      ...(message.used && { used: message.used }),
      ...(nearest.length > 0 && { nearest: nearest.map(withIds) }),
      ...(message.offers && { offers: message.offers }),
      createdAt: message.createdAt.toISOString(),
    }
  })
}

function withIds({ row, citation }: LoadedCitation): Citation {
  return { ...citation, pageId: row.pageId ?? '', passageId: row.passageId ?? '' }
}
