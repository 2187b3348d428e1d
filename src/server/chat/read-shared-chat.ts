import { asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { SharedChat, SharedCitation } from '#shared/chat/shares.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatCitations, chatMessages, pages } from '#server/platform/db/schema/index.ts'
import { uncitedByMessage } from './find-uncited.ts'
import { presentCitation } from './present-citation.ts'
import { unsafeFindSharedChat } from './share-chat.ts'

/** What a share link shows: the title, the messages and the sentences they cite. Throws AppError 'share.not-found'. */
export async function readSharedChat({ db }: { db: Db }, token: string): Promise<SharedChat> {
  const chat = await unsafeFindSharedChat(db, token)
  if (!chat) throw new AppError('share.not-found')
  const messages = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chat.id))
    .orderBy(asc(chatMessages.position))
  const citations = await citationsOf(db, chat.id)
  const uncited = await uncitedByMessage(messages)
  return {
    title: chat.title,
    updated_at: chat.updatedAt.toISOString(),
    messages: messages.map(({ id, role, content, stopped, truncated, engine, createdAt }) => {
      const ofMessage = citations.get(id) ?? []
      const ofKind = (kind: 'source' | 'nearest') =>
        ofMessage.filter((row) => row.kind === kind).map(({ citation }) => citation)
      const message = { role, content, stopped, truncated, engine, created_at: createdAt.toISOString() }
      const cited = { citations: ofKind('source'), nearest: ofKind('nearest') }
      return { ...message, ...cited, uncited: uncited.get(id) ?? [] }
    }),
  }
}

async function citationsOf(db: Db, chatId: string) {
  const rows = await db
    .select({ row: chatCitations, engine: chatMessages.engine, crawledAt: pages.fetchedAt })
    .from(chatCitations)
    .innerJoin(chatMessages, eq(chatMessages.id, chatCitations.messageId))
    .leftJoin(pages, eq(pages.id, chatCitations.pageId))
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(asc(chatCitations.marker))
  const presented = rows.map(({ row, engine, crawledAt }) => {
    const citation: SharedCitation = {
      ...presentCitation(row, engine),
      crawled_at: crawledAt?.toISOString() ?? null,
    }
    return { messageId: row.messageId, kind: row.kind, citation }
  })
  return Map.groupBy(presented, ({ messageId }) => messageId)
}
