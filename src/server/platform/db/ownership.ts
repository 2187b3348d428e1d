/** The owner's condition on a saved chat or a crawl. Another user's, or a deleted chat, is simply not found. */
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, savedChats } from '#server/platform/db/schema/index.ts'

export type ChatOf = { userId: string; chatId: string }
export type CrawlOf = { userId: string; crawlId: string }

export const ownChat = ({ userId, chatId }: ChatOf) =>
  and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt))

export const ownCrawl = ({ userId, crawlId }: CrawlOf) => and(eq(crawls.id, crawlId), eq(crawls.userId, userId))

/** Throws AppError 'chat.not-found'. */
export async function assertOwnChat(db: Db, chat: ChatOf) {
  const [own] = await db.select({ id: savedChats.id }).from(savedChats).where(ownChat(chat))
  if (!own) throw new AppError('chat.not-found')
}

/** Throws AppError 'crawl.not-found'. */
export async function assertOwnCrawl(db: Db, crawl: CrawlOf) {
  const [own] = await db.select({ id: crawls.id }).from(crawls).where(ownCrawl(crawl))
  if (!own) throw new AppError('crawl.not-found')
}
