import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CheckedState } from '#shared/crawl/changes.ts'
import { insertPages } from '#server/crawl/store/insert-pages.ts'
import { chargePage } from '#server/credits/charge-page.ts'
import { MAX_RETRIES, retryDelayMs } from '#server/crawl/schedule/retry-delay.ts'
import type { Db } from '#server/platform/db/database.ts'
import { detailColumns } from '#server/platform/db/detail.ts'
import { chatCheckPages, chatChecks, pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { CheckRow, CheckServices, PageToCheck } from './check-step.ts'
import { addNewAddresses, redirectTarget } from './new-addresses.ts'
import { publishCheck } from './present-check.ts'
import type { CheckResult } from './recheck-page.ts'

/**
 * Records the result of one page in one transaction: its state, its new version with the credit, and the counts of the
 * check. Does nothing when another process has recorded it. Throws OutOfCredits and AppError 'credits.deduct-failed'.
 */
export async function recordResult(
  services: CheckServices,
  check: CheckRow,
  target: PageToCheck,
  result: CheckResult,
): Promise<void> {
  const { page, attempts } = target
  const isWaiting = and(
    eq(chatCheckPages.checkId, check.id),
    eq(chatCheckPages.pageId, page.id),
    eq(chatCheckPages.state, 'waiting'),
  )
  const mayRetry = result.state === 'failed' && result.retry && attempts < MAX_RETRIES
  if (mayRetry) {
    const waitMs = retryDelayMs(services, attempts, result.retryAfterMs)
    const dueAt = sql`now() + make_interval(secs => ${waitMs / 1000})`
    await services.db
      .update(chatCheckPages)
      .set({ attempts: attempts + 1, dueAt })
      .where(isWaiting)
    return
  }
  await services.db.transaction(async (tx) => {
    const detail = 'detail' in result ? result.detail : ''
    const difference = result.state === 'changed' ? result.difference : null
    const [updated] = await tx
      .update(chatCheckPages)
      .set({ state: result.state, ...detailColumns(detail), difference, wasGone: page.goneAt !== null })
      .where(isWaiting)
      .returning()
    const counted = updated && (await countPage(tx, check, result.state))
    if (!counted) return
    await addLinks(tx, check, target, result)
    if (result.state === 'changed') {
      const newPageId = await insertVersion(services, tx, page, result)
      await tx
        .update(chatCheckPages)
        .set({ newPageId })
        .where(and(eq(chatCheckPages.checkId, check.id), eq(chatCheckPages.pageId, page.id)))
      // Last, so that the owner's balance is locked as briefly as possible.
      if (!services.isFree(page.url)) await chargeChange(tx, check, page.url)
    }
    if (result.state === 'unchanged') await keepUnchanged(tx, page.id, result)
    await publishCheck(tx, counted)
  })
}

/** Remembers the links that the page has gained; of a page that moved, its new address. */
async function addLinks(tx: Db, check: CheckRow, { page, crawl }: PageToCheck, result: CheckResult) {
  if (!crawl) return
  if (result.state === 'gone') {
    const target = redirectTarget(result.detail)
    // Found where the page was, not on it.
    const links = target ? [{ url: target, nofollow: false }] : []
    return addNewAddresses(tx, check, crawl, { url: page.url, depth: page.depth - 1, links })
  }
  if (result.state === 'failed' || !result.read) return
  await addNewAddresses(tx, check, crawl, { ...result.read, url: page.url, depth: page.depth })
}

async function chargeChange(tx: Db, { id, userId }: CheckRow, url: string) {
  const balance = await chargePage(tx, { userId, crawlId: id, url, reason: 'change' })
  await publish(tx, userId, { type: 'credits', credits_count: balance })
}

/** Returns undefined when the check has ended. */
async function countPage(tx: Db, check: CheckRow, state: CheckedState): Promise<CheckRow | undefined> {
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

/** Inserts the new version beside the old one, which the chat uses until the check is finished. */
async function insertVersion(
  { queue }: CheckServices,
  tx: Db,
  page: PageToCheck['page'],
  { read, contentHash }: Extract<CheckResult, { state: 'changed' }>,
): Promise<string> {
  const row = {
    userId: page.userId,
    url: page.url,
    contentHash,
    depth: page.depth,
    selected: page.selected,
    checkedAt: sql`now()`,
    versionOf: page.versionOf ?? page.id,
  }
  const [pageId] = await insertPages(tx, [{ read, row }])
  if (!pageId) throw new Error('insert into pages returned no id')
  await queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
  return pageId
}

async function keepUnchanged(
  tx: Db,
  pageId: string,
  { etag, lastModified }: Extract<CheckResult, { state: 'unchanged' }>,
) {
  await tx
    .update(pages)
    .set({
      checkedAt: sql`now()`,
      goneAt: null,
      // Undefined after 304 Not Modified: keep the old validators.
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
    })
    .where(eq(pages.id, pageId))
}
