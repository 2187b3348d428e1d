import { asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { SharedChat, SharedCitation } from '#shared/chat/shares.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatMessages } from '#server/platform/db/schema/index.ts'
import { uncitedByMessage } from './find-uncited.ts'
import { type LoadedCitation, loadCitations } from './load-citations.ts'
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
  const citationsOf = await loadCitations(db, messages)
  const uncited = await uncitedByMessage(messages)
  return {
    title: chat.title,
    updated_at: chat.updatedAt.toISOString(),
    messages: messages.map(({ id, role, content, stopped, truncated, engine, createdAt }) => {
      const { source, nearest } = citationsOf(id)
      const message = { role, content, stopped, truncated, engine, created_at: createdAt.toISOString() }
      const cited = { citations: source.map(toShared), nearest: nearest.map(toShared) }
      return { ...message, ...cited, uncited: uncited.get(id) ?? [] }
    }),
  }
}

function toShared({ citation, crawledAt }: LoadedCitation): SharedCitation {
  return { ...citation, crawled_at: crawledAt?.toISOString() ?? null }
}
