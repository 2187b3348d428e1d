/** What the latest checks of a chat found, and when the next is due. */
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ChatChanges, CheckedPage } from '#shared/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatCheckPages, chatChecks, pages, savedChats } from '#server/db/schema/index.ts'
import { presentCheck } from './present-check.ts'

const CHECKS_SHOWN = 10

/** Throws AppError 'chat.not-found'. */
export async function getChanges(
  { db }: { db: Db },
  { userId, chatId }: { userId: string; chatId: string },
): Promise<ChatChanges> {
  const [chat] = await db
    .select({ every: savedChats.checkEvery, nextAt: savedChats.checkDueAt })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), sql`${savedChats.deletedAt} is null`))
  if (!chat) throw new AppError('chat.not-found')
  const checks = await db
    .select()
    .from(chatChecks)
    .where(eq(chatChecks.chatId, chatId))
    .orderBy(desc(chatChecks.createdAt))
    .limit(CHECKS_SHOWN)
  const found = await pagesOf(db, checks.map(({ id }) => id))
  return {
    checks: checks.map((check) => presentCheck(check, found.get(check.id)?.map(({ page }) => page) ?? [])),
    every: chat.every,
    nextAt: chat.nextAt?.toISOString() ?? null,
  }
}

async function pagesOf(db: Db, checkIds: string[]) {
  if (checkIds.length === 0) return new Map<string, { page: CheckedPage }[]>()
  const rows = await db
    .select({ found: chatCheckPages, url: pages.url, title: pages.title })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(and(inArray(chatCheckPages.checkId, checkIds), ne(chatCheckPages.state, 'waiting'), ne(chatCheckPages.state, 'unchanged')))
    .orderBy(asc(chatCheckPages.place))
  const presented = rows.flatMap(({ found, url, title }) => {
    const { state, detail, difference } = found
    if (state === 'waiting') return []
    const page: CheckedPage = { pageId: found.newPageId ?? found.pageId, url, title, state, detail, difference }
    return [{ checkId: found.checkId, page }]
  })
  return Map.groupBy(presented, ({ checkId }) => checkId)
}
