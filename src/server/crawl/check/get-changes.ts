/** What the latest checks of a chat found, and when the next is due. */
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ChatChanges, CheckedPage } from '#shared/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatCheckPages, chatChecks, pages, savedChats } from '#server/db/schema/index.ts'
import { presentCheck } from './present-check.ts'

const CHECKS_SHOWN = 5
/** Of each check; its counts are of all. */
const PAGES_SHOWN = 100

/** Throws AppError 'chat.not-found'. */
export async function getChanges(
  { db }: { db: Db },
  { userId, chatId }: { userId: string; chatId: string },
): Promise<ChatChanges> {
  const [chat] = await db
    .select({ every: savedChats.checkEvery, nextAt: savedChats.checkDueAt })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt)))
  if (!chat) throw new AppError('chat.not-found')
  const checks = await db
    .select()
    .from(chatChecks)
    .where(eq(chatChecks.chatId, chatId))
    .orderBy(desc(chatChecks.createdAt))
    .limit(CHECKS_SHOWN)
  const found = await Promise.all(checks.map(({ id }) => pagesOf(db, id)))
  return {
    checks: checks.map((check, place) => presentCheck(check, found[place] ?? [])),
    every: chat.every,
    nextAt: chat.nextAt?.toISOString() ?? null,
  }
}

async function pagesOf(db: Db, checkId: string): Promise<CheckedPage[]> {
  const rows = await db
    .select({ found: chatCheckPages, url: pages.url, title: pages.title })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(and(eq(chatCheckPages.checkId, checkId), inArray(chatCheckPages.state, ['changed', 'gone', 'failed'])))
    .orderBy(asc(chatCheckPages.place))
    .limit(PAGES_SHOWN)
  return rows.flatMap(({ found, url, title }) => {
    const { pageId, newPageId, state, detail, difference } = found
    return state === 'waiting' ? [] : [{ pageId: newPageId ?? pageId, url, title, state, detail, difference }]
  })
}
