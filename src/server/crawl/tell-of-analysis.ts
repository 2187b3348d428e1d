/** Tells the person's screens that a page has its summary now: its crawl has ended long ago, and nothing else would. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { chatPages, crawls, pages } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

export async function tellOfAnalysis(db: Db, pageId: string) {
  const [ended] = await db
    .select({ crawl: crawls })
    .from(crawls)
    .innerJoin(pages, eq(pages.crawlId, crawls.id))
    .where(and(eq(pages.id, pageId), isNull(crawls.nextStepAt)))
  if (ended) await tellOfCrawl(db, ended.crawl)
  const chats = await db
    .select({ id: chatPages.chatId, userId: pages.userId })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(eq(pages.id, pageId))
  for (const { id, userId } of chats) await publish(db, userId, { type: 'chat', id })
}
