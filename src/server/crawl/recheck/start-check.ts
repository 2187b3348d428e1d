import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ChatCheck } from '#shared/crawl/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { chatCheckPages, chatChecks, chatPages, pages } from '#server/platform/db/schema/index.ts'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { retryFailedAddresses } from './new-addresses.ts'
import { presentCheck, publishCheck } from './present-check.ts'

type Start = { userId: string; chatId: string; scheduled?: boolean }

/**
 * Starts a check of a chat's pages, or returns the one that is running. Throws AppError 'chat.not-found',
 * 'check.no-pages'.
 */
export async function startCheck({ db, queue }: { db: Db; queue: Queue }, start: Start): Promise<ChatCheck> {
  return db.transaction(async (tx) => {
    await assertOwnChat(tx, { userId: start.userId, chatId: start.chatId })
    const check = await beginCheck(tx, queue, start)
    if (!check) throw new AppError('check.no-pages')
    return presentCheck(check, [])
  })
}

/** Within `tx`, for a chat whose owner was checked. Returns null when the chat has no pages. */
export async function beginCheck(tx: Db, queue: Queue, { userId, chatId, scheduled = false }: Start) {
  // Of several versions of an address, answers use the newest.
  const newest = await tx
    .selectDistinctOn([pages.url], { id: pages.id, position: chatPages.position })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(eq(chatPages.chatId, chatId))
    .orderBy(pages.url, desc(chatPages.position))
  if (newest.length === 0) return null
  const ids = newest.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
  const [begun] = await tx
    .insert(chatChecks)
    .values({ chatId, userId, scheduled, pagesTotal: ids.length })
    .onConflictDoNothing()
    .returning()
  if (!begun) {
    const [running] = await tx
      .select()
      .from(chatChecks)
      .where(and(eq(chatChecks.chatId, chatId), isNull(chatChecks.finishedAt)))
    return running ?? null
  }
  await retryFailedAddresses(tx, chatId)
  const rows = ids.map((pageId, position) => ({ checkId: begun.id, pageId, position }))
  for (const batch of inBatches(rows)) await tx.insert(chatCheckPages).values(batch)
  await queue.send(tx, 'check-pages', { checkId: begun.id }, { singletonKey: begun.id })
  await publishCheck(tx, begun)
  return begun
}
