/** "Check for changes": every page of a chat gets its turn to be read anew. From then on the check is durable. */
import { desc, and, eq, isNull, sql } from 'drizzle-orm'
import type { ChatCheck } from '#shared/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatChecks, chatPages, pages } from '#server/db/schema/index.ts'
import { assertOwnChat } from '#server/crawl/own-chat.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { presentCheck, tellOfCheck } from './present-check.ts'

type Start = { userId: string; chatId: string; scheduled?: boolean }

/** The check that is running, when one is. Throws AppError 'chat.not-found', 'check.no-pages'. */
export async function startCheck({ db, queue }: { db: Db; queue: Queue }, start: Start): Promise<ChatCheck> {
  return db.transaction(async (tx) => {
    await assertOwnChat(tx, start.userId, start.chatId)
    const check = await beginCheck(tx, queue, start)
    if (!check) throw new AppError('check.no-pages')
    return presentCheck(check, [])
  })
}

/** Within `tx`; whose the chat is has been asked. Null for a chat without pages. */
export async function beginCheck(tx: Db, queue: Queue, { userId, chatId, scheduled = false }: Start) {
  // The newest of an address is the one that answers draw on.
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
    const [running] = await tx.select().from(chatChecks).where(and(eq(chatChecks.chatId, chatId), isNull(chatChecks.finishedAt)))
    return running ?? null
  }
  await tx.execute(sql`
    insert into chat_check_pages (check_id, page_id, place)
    select ${begun.id}::uuid, value::uuid, place from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as page(value, place)`)
  await queue.send(tx, 'check-pages', { checkId: begun.id }, { singletonKey: begun.id })
  await tellOfCheck(tx, begun)
  return begun
}
