import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { ChatChanges, CheckedPage } from '#shared/crawl/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { presentDetail } from '#server/platform/db/detail.ts'
import { ownChat } from '#server/platform/db/ownership.ts'
import { chatAddresses, chatCheckPages, chatChecks, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { presentCheck } from './present-check.ts'

const CHECKS_SHOWN = 5
/** Per check; the counts cover all pages. */
const PAGES_SHOWN = 100

/**
 * Returns the latest checks of a chat with their results, and when the next is due. Throws AppError 'chat.not-found'.
 */
export async function getChanges(
  { db }: { db: Db },
  { userId, chatId }: { userId: string; chatId: string },
): Promise<ChatChanges> {
  const [chat] = await db
    .select({ every: savedChats.checkEvery, nextAt: savedChats.checkDueAt })
    .from(savedChats)
    .where(ownChat({ userId, chatId }))
  if (!chat) throw new AppError('chat.not-found')
  const checks = await db
    .select()
    .from(chatChecks)
    .where(eq(chatChecks.chatId, chatId))
    .orderBy(desc(chatChecks.createdAt))
    .limit(CHECKS_SHOWN)
  const results = await Promise.all(checks.map(({ id }) => pagesOf(db, id)))
  return {
    checks: checks.map((check, index) => presentCheck(check, results[index] ?? [])),
    every: chat.every,
    nextAt: chat.nextAt?.toISOString() ?? null,
  }
}

async function pagesOf(db: Db, checkId: string): Promise<CheckedPage[]> {
  const rows = await db
    .select({ result: chatCheckPages, url: pages.url, title: pages.title })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(and(eq(chatCheckPages.checkId, checkId), inArray(chatCheckPages.state, ['changed', 'gone', 'failed'])))
    .orderBy(asc(chatCheckPages.position))
    .limit(PAGES_SHOWN)
  const added = await db
    .select({ pageId: pages.id, url: pages.url, title: pages.title })
    .from(chatAddresses)
    .innerJoin(pages, eq(pages.id, chatAddresses.pageId))
    .where(and(eq(chatAddresses.checkId, checkId), eq(chatAddresses.state, 'added')))
    .orderBy(asc(chatAddresses.depth), asc(chatAddresses.url))
    .limit(PAGES_SHOWN)
  const newPages = added.map((page) => ({ ...page, state: 'added' as const, detail: '', difference: null }))
  const results = rows.flatMap(({ result, url, title }): CheckedPage[] => {
    const { pageId, newPageId, state, difference } = result
    return state === 'waiting'
      ? []
      : [{ pageId: newPageId ?? pageId, url, title, state, ...presentDetail(result), difference }]
  })
  return [...results, ...newPages].slice(0, PAGES_SHOWN)
}
