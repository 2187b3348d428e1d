import { asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { SharedChat, SharedCitation } from '#shared/chat/shares.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatCitations, chatMessages, pages } from '#server/platform/db/schema/index.ts'
import { presentGone } from './get-chat.ts'
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
  return {
    title: chat.title,
    updated_at: chat.updatedAt.toISOString(),
    messages: messages.map(({ id, role, content, stopped, engine, createdAt }) => {
      const ofMessage = citations.get(id) ?? []
      const ofKind = (kind: 'source' | 'nearest') =>
        ofMessage.filter((row) => row.kind === kind).map(({ citation }) => citation)
      const message = { role, content, stopped, engine, created_at: createdAt.toISOString() }
      return { ...message, citations: ofKind('source'), nearest: ofKind('nearest') }
    }),
  }
}

async function citationsOf(db: Db, chatId: string) {
  const rows = await db
    .select({ row: chatCitations, crawledAt: pages.fetchedAt })
    .from(chatCitations)
    .innerJoin(chatMessages, eq(chatMessages.id, chatCitations.messageId))
    .leftJoin(pages, eq(pages.id, chatCitations.pageId))
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(asc(chatCitations.marker))
  const presented = rows.map(({ row, crawledAt }) => {
    const { marker, url, title, sentence, verified } = row
    const citation: SharedCitation = {
      marker,
      url,
      title,
      sentence,
      verified,
      crawled_at: crawledAt?.toISOString() ?? null,
      ...presentGone(row),
    }
    return { messageId: row.messageId, kind: row.kind, citation }
  })
  return Map.groupBy(presented, ({ messageId }) => messageId)
}
