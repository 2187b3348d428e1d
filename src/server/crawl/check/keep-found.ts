/** One transaction for each page that was read anew: what became of it, its new version with its credit, and the count. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CheckedState } from '#shared/changes.ts'
import { insertPage } from '#server/crawl/insert-page.ts'
import { payForPage } from '#server/crawl/pay-for-page.ts'
import { MAX_RETRIES, retryDelayMs } from '#server/crawl/retry-later.ts'
import type { Db } from '#server/db/database.ts'
import { chatCheckPages, chatChecks, pages } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import type { CheckRow, CheckServices, PageInHand } from './check-services.ts'
import { tellOfCheck } from './present-check.ts'
import type { Found } from './read-again.ts'

/** Throws OutOfCredits, and AppError 'credits.deduct-failed'. What another process has kept meanwhile stays as it is. */
export async function keepFound(services: CheckServices, check: CheckRow, inHand: PageInHand, found: Found): Promise<void> {
  const { page, attempts } = inHand
  const row = and(
    eq(chatCheckPages.checkId, check.id),
    eq(chatCheckPages.pageId, page.id),
    eq(chatCheckPages.state, 'waiting'),
  )
  if (found.state === 'failed' && found.retry && attempts < MAX_RETRIES) {
    const dueAt = sql`now() + make_interval(secs => ${retryDelayMs(services, attempts, found.retryAfterMs) / 1000})`
    await services.db.update(chatCheckPages).set({ attempts: attempts + 1, dueAt }).where(row)
    return
  }
  await services.db.transaction(async (tx) => {
    const detail = 'detail' in found ? found.detail : ''
    const difference = found.state === 'changed' ? found.difference : null
    const [mine] = await tx.update(chatCheckPages).set({ state: found.state, detail, difference }).where(row).returning()
    const counted = mine && (await count(tx, check, found.state))
    if (!counted) return
    if (found.state === 'changed') {
      const newPageId = await insertVersion(services, tx, page, found)
      await tx.update(chatCheckPages).set({ newPageId }).where(and(eq(chatCheckPages.checkId, check.id), eq(chatCheckPages.pageId, page.id)))
      // Last of the writes, so that a person's balance is not held while the rest is written.
      const balance = await payForPage(tx, { userId: check.userId, crawlId: check.id, url: page.url, reason: 'change' })
      await publish(tx, check.userId, { type: 'credits', credits_count: balance })
    }
    if (found.state === 'unchanged') await keepUnchanged(tx, page.id, found)
    await tellOfCheck(tx, counted)
  })
}

/** Undefined when the check has ended meanwhile. */
async function count(tx: Db, check: CheckRow, state: CheckedState): Promise<CheckRow | undefined> {
  const [counted] = await tx
    .update(chatChecks)
    .set({
      pagesChecked: sql`${chatChecks.pagesChecked} + 1`,
      ...(state === 'changed' && { pagesChanged: sql`${chatChecks.pagesChanged} + 1` }),
      ...(state === 'gone' && { pagesGone: sql`${chatChecks.pagesGone} + 1` }),
      ...(state === 'failed' && { pagesFailed: sql`${chatChecks.pagesFailed} + 1` }),
    })
    .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.finishedAt)))
    .returning()
  return counted
}

/** The new version beside the old one, with its passages; the chat has the old one until the whole check is through. */
async function insertVersion(
  { queue }: CheckServices,
  tx: Db,
  page: PageInHand['page'],
  { read, contentHash }: Extract<Found, { state: 'changed' }>,
): Promise<string> {
  const pageId = await insertPage(tx, read, splitPassages(read.content), {
    userId: page.userId,
    url: page.url,
    contentHash,
    depth: page.depth,
    selected: page.selected,
    checkedAt: sql`now()`,
    versionOf: page.versionOf ?? page.id,
  })
  await queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
  return pageId
}

async function keepUnchanged(tx: Db, pageId: string, { etag, lastModified }: Extract<Found, { state: 'unchanged' }>) {
  await tx
    .update(pages)
    .set({
      checkedAt: sql`now()`,
      goneAt: null,
      // A page that was sent as a whole has told them anew.
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
    })
    .where(eq(pages.id, pageId))
}
