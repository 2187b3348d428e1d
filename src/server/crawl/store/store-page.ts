import { sql } from 'drizzle-orm'
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { chargePage } from '#server/credits/charge-page.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type PassageSpan, splitPassages } from '#server/retrieval/split-passages.ts'
import {
  addAddress,
  findAddress,
  type InsertedLinks,
  insertLinks,
  type LinkRow,
  linkRows,
  markSkipped,
  markStored,
} from '#server/crawl/links/frontier.ts'
import { insertAhead } from '#server/crawl/links/insert-ahead.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { addressRoom } from '#server/crawl/schedule/crawl-limits.ts'
import type { CrawlRow, CrawlServices, PageStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { assertLease, LeaseLost } from '#server/crawl/schedule/lease.ts'
import { delayAfter, scheduleNextStep } from '#server/crawl/schedule/schedule-next-step.ts'
import { addPageToChat } from './add-page-to-chat.ts'
import { hashContent } from './content-hash.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { findNearDuplicate, queueCanonical } from './find-duplicate.ts'
import { insertPage } from './insert-page.ts'
import type { FetchedPage } from './locate-page.ts'

/**
 * Stores a fetched page and all that follows from it in one transaction: passages, links, credit, analysis job, progress
 * event and the due time of the next step. Rejects with OutOfCredits, AppError 'credits.deduct-failed' and database
 * errors; then nothing was stored but some of many links (insertAhead).
 */
export async function storePage(services: CrawlServices, step: PageStep, fetched: FetchedPage): Promise<StepOutcome> {
  const prepared = preparePage(services, step, fetched)
  try {
    const { rest, ...ahead } = await insertAhead(services.db, step.lease, prepared.links)
    const ready = { ...prepared, links: rest, crawl: { ...prepared.crawl, ...countsAfter(prepared.crawl, ahead) } }
    const { outcome, insertedLinks } = await services.db.transaction((tx) => writePage(tx, services.queue, ready))
    step.lease.linkCache?.remember(insertedLinks)
    return outcome
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}

type PreparedPage = PageStep &
  FetchedPage & {
    contentHash: string
    passages: PassageSpan[]
    /** Without those that are known to be in the frontier. */
    links: readonly LinkRow[]
    /** Costs no credit. */
    isFree: boolean
    /** The delay before the next page. */
    waitMs: number
  }

/** Computes what needs no database, to keep the transaction short. */
function preparePage(services: CrawlServices, step: PageStep, fetched: FetchedPage): PreparedPage {
  const { crawl, page, lease } = step
  const { read, url, scope } = fetched
  const reach = { maxDepth: crawl.maxDepth, scope, rules: rulesOf(crawl), room: addressRoom(crawl) }
  return {
    ...step,
    ...fetched,
    contentHash: hashContent(read.content),
    passages: splitPassages(read.content),
    links: linkRows(reach, { ...read, url, depth: page.depth }, lease.linkCache?.withoutKnown),
    isFree: services.isFree(url),
    waitMs: delayAfter(services, crawl, read.finalUrl),
  }
}

type Written = {
  outcome: StepOutcome
  /** For the link cache, once the transaction has committed. */
  insertedLinks: readonly LinkRow[]
}

/** Within `tx`: inserts the links, and the page unless its address is stored already or there is a reason to skip it. */
async function writePage(tx: Db, queue: Queue, prepared: PreparedPage): Promise<Written> {
  const { crawl, lease, scope, movedTo, links, isFree, waitMs } = prepared
  const { sameText } = await assertLease(tx, lease, { sameText: storedWithSameText(prepared) })
  const target = await resolveTarget(tx, prepared)
  if (target.isStored) return { outcome: await scheduleNextStep(tx, prepared, { waitMs }), insertedLinks: [] }

  const found = await insertLinks(tx, crawl.id, links)
  const skip = await findSkipReason(tx, prepared, { sameText, canonicalOf: target.canonicalOf })
  if (skip) {
    await markSkipped(tx, target.id, skip.reason, skip.detail)
    const changes = { ...scope, movedTo, ...countsAfter(crawl, found) }
    return { outcome: await scheduleNextStep(tx, prepared, { waitMs, changes }), insertedLinks: links }
  }
  await markStored(tx, target.id)
  const canonical = await insertCrawledPage(tx, queue, prepared)
  // Last, so that the owner's balance is locked as briefly as possible.
  const charged = isFree
    ? undefined
    : await chargePage(tx, { userId: crawl.userId, crawlId: crawl.id, url: prepared.url })
  const counts = { ...countsAfter(crawl, found, canonical), pagesCrawled: crawl.pagesCrawled + 1 }
  const changes = { ...scope, movedTo, ...counts }
  return { outcome: await scheduleNextStep(tx, prepared, { waitMs, changes, charged }), insertedLinks: links }
}

function countsAfter(crawl: CrawlRow, ...inserted: InsertedLinks[]) {
  return {
    pagesFound: inserted.reduce((sum, { waiting }) => sum + waiting, crawl.pagesFound),
    addressCount: inserted.reduce((sum, { addresses }) => sum + addresses, crawl.addressCount),
  }
}

/** The address of a page of this crawl with exactly this text in this language. */
function storedWithSameText({ crawl, contentHash, read }: PreparedPage) {
  return sql<string | null>`(select url from pages
    where crawl_id = ${crawl.id}::uuid and content_hash = ${contentHash} and language = ${read.language} limit 1)`.as(
    'same_text',
  )
}

/**
 * The frontier row that the content belongs to. After a redirect that is the row of the final address, and the
 * requested address becomes its duplicate. `isStored`: the final address was stored before.
 */
async function resolveTarget(tx: Db, { crawl, page, read, url }: PreparedPage) {
  if (url === page.url) return { id: page.id, isStored: false, canonicalOf: page.canonicalOf }
  await markSkipped(tx, page.id, 'duplicate', { code: 'same-page', values: { url } })
  await addAddress(tx, crawl.id, { url, fetchUrl: read.finalUrl, depth: page.depth })
  const target = await findAddress(tx, crawl.id, url)
  if (!target) throw new Error('the frontier has no row for an address that was just added')
  return { id: target.id, isStored: target.state === 'stored', canonicalOf: target.canonicalOf }
}

/** Why the page is not stored; null when it is. Its links are followed in either case. */
async function findSkipReason(
  tx: Db,
  { crawl, read, canonical }: PreparedPage,
  { sameText, canonicalOf }: { sameText: string | null; canonicalOf: string | null },
): Promise<{ reason: SkipReason; detail: Detail } | null> {
  if (read.noindex) return { reason: 'noindex', detail: '' }
  if (read.content === '') return { reason: 'empty', detail: '' }
  const duplicate = sameText ?? (await findNearDuplicate(tx, crawl, read, [canonical?.url, canonicalOf]))
  return duplicate === null ? null : { reason: 'duplicate', detail: { code: 'same-text', values: { url: duplicate } } }
}

/** Inserts the page into its crawl and chat. Returns what its canonical address adds to the frontier. */
async function insertCrawledPage(tx: Db, queue: Queue, prepared: PreparedPage): Promise<InsertedLinks> {
  const { crawl, page, lease, read, url, canonical, contentHash, passages, waitMs } = prepared
  const row = { userId: crawl.userId, crawlId: crawl.id, url, contentHash, depth: page.depth }
  const id = await insertPage(tx, read, passages, row)
  if (crawl.chatId) await addPageToChat(tx, crawl.chatId, { id, url })
  if (lease.throttle.isDue('analysis', crawl, waitMs)) {
    await enqueueAnalysis(queue, tx, crawl)
    lease.throttle.markSent('analysis')
  }
  if (!canonical) return { waiting: 0, addresses: 0 }
  return queueCanonical(tx, crawl, canonical, { url, depth: page.depth })
}
