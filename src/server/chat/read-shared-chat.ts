/** What whoever holds a chat's link sees: its title, its messages, and the sentences they cite as they were stored. */
import { asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { SharedChat, SharedCitation } from '#shared/shares.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatMessages, pages } from '#server/db/schema/index.ts'
import { goneOf } from './gone-of.ts'
import { unsafeFindShared } from './share-chat.ts'

/** Throws AppError 'share.not-found'. */
export async function readSharedChat({ db }: { db: Db }, token: string): Promise<SharedChat> {
  const chat = await unsafeFindShared(db, token)
  if (!chat) throw new AppError('share.not-found')
  const messages = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chat.id))
    .orderBy(asc(chatMessages.position))
  const cited = await citationsOf(db, chat.id)
  return {
    title: chat.title,
    updated_at: chat.updatedAt.toISOString(),
    messages: messages.map(({ id, role, content, stopped, engine, createdAt }) => {
      const own = cited.get(id) ?? []
      const of = (kind: 'source' | 'nearest') => own.filter((each) => each.kind === kind).map(({ citation }) => citation)
      const said = { role, content, stopped, engine, created_at: createdAt.toISOString() }
      return { ...said, citations: of('source'), nearest: of('nearest') }
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
    const citation: SharedCitation = { marker, url, title, sentence, verified, crawled_at: crawledAt?.toISOString() ?? null, ...goneOf(row) }
    return { messageId: row.messageId, kind: row.kind, citation }
  })
  return Map.groupBy(presented, ({ messageId }) => messageId)
}
