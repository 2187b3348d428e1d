import { and, eq, or, inArray, sql } from 'drizzle-orm'
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { chargePages } from '#server/credits/charge-page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pages, chatPages, savedChats } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import {
  addAddress,
  findAddress,
  insertAllLinks,
  type InsertedLinks,
  markSkipped,
  markStored,
} from '#server/crawl/links/frontier.ts'
import { isInSelectedPart } from '#server/crawl/links/link-rules.ts'
import type { CrawlRow, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { lockLeased } from '#server/crawl/schedule/lease.ts'
import { scheduleNextSteps } from '#server/crawl/schedule/schedule-next-step.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { findNearDuplicate, queueCanonical } from './find-duplicate.ts'
import { insertPages } from './insert-pages.ts'
import type { PreparedPage } from './prepare-page.ts'

type StoredPages = {
  /** In the order of the pages. */
  outcomes: StepOutcome[]
  /** For the link caches, once the transaction has committed. */
  insertedLinks: readonly PreparedPage[]
}

/**
 * Within `tx`: stores pages and all that follows from them: links, credits, analysis jobs, progress events and the due
 * time of each crawl's next step. A crawl has several pages only when none of them was redirected or names a canonical
 * address. Rejects with OutOfCredits, AppError 'credits.deduct-failed' and database errors.
 */
export async function storePages(tx: Db, queue: Queue, prepared: readonly PreparedPage[]): Promise<StoredPages> {
  const crawlsById = await lockLeased(
    tx,
    prepared.map(({ run }) => run),
  )
  const leased = prepared.filter(({ crawl }) => crawlsById.has(crawl.id))
  const resolved = await resolvePages(tx, leased)
  const accepted = resolved.filter(({ isStored }) => !isStored)
  const newLinks = accepted.flatMap(({ page }) => page.links.map((row) => ({ ...row, crawlId: page.crawl.id })))
  const linked = await insertAllLinks(tx, newLinks)

  for (const { targetId, skip } of accepted) {
    if (skip) await markSkipped(tx, targetId, skip.reason, skip.detail)
  }
  const toStore = accepted.filter(({ skip }) => !skip)
  const targetIds = toStore.map(({ targetId }) => targetId)
  await markStored(tx, targetIds)
  const stored = toStore.map(({ page }) => page)
  const canonicals = await insertCrawledPages(tx, stored)
  await enqueueAnalyses(tx, queue, stored)
  // Late, so that the balances are locked as briefly as possible.
  const balances = await chargePages(tx, chargesOf(stored))

  const acceptedPages = accepted.map(({ page }) => page)
  const results = { accepted: acceptedPages, stored, linked, canonicals, balances }
  const ends = lastPageOfEachCrawl(leased).map((last) => {
    const crawl = crawlsById.get(last.crawl.id) ?? last.crawl
    return endOfStep(crawl, last, results)
  })
  const outcomes = await scheduleNextSteps(tx, ends)
  const outcomeOf = new Map(ends.map(({ step }, n) => [step.crawl.id, outcomes[n]]))
  return {
    outcomes: prepared.map(({ crawl }) => outcomeOf.get(crawl.id) ?? 'ended'),
    insertedLinks: acceptedPages,
  }
}

function chargesOf(stored: readonly PreparedPage[]) {
  const paid = stored.filter(({ isFree }) => !isFree)
  return paid.map(({ crawl, url }) => ({ userId: crawl.userId, crawlId: crawl.id, url }))
}

function lastPageOfEachCrawl(pagesInOrder: readonly PreparedPage[]): PreparedPage[] {
  return [...new Map(pagesInOrder.map((page) => [page.crawl.id, page])).values()]
}

/** What one transaction did, for all its crawls. The maps are by crawl id, `balances` by user id. */
type StoreResults = {
  /** Pages whose final address was not stored before; some of them are skipped. */
  accepted: readonly PreparedPage[]
  stored: readonly PreparedPage[]
  linked: ReadonlyMap<string, InsertedLinks>
  canonicals: ReadonlyMap<string, InsertedLinks>
  balances: ReadonlyMap<string, number>
}

/**
 * The end of the step of one crawl: what changes in its row, and when its next step is due. `last` is its last page.
 */
function endOfStep(
  crawl: CrawlRow,
  last: PreparedPage,
  { accepted, stored, linked, canonicals, balances }: StoreResults,
) {
  const ofCrawl = (all: readonly PreparedPage[]) => all.filter((page) => page.crawl.id === crawl.id)
  const acceptedHere = ofCrawl(accepted)
  const storedHere = ofCrawl(stored)
  const inserted = [
    linked.get(crawl.id),
    canonicals.get(crawl.id),
    ...acceptedHere.map(({ insertedAhead }) => insertedAhead),
  ]
  const { scope, movedTo, next, waitMs, waiting, run } = last
  const changes = {
    requestCount: last.crawl.requestCount,
    ...(acceptedHere.length > 0 && { ...scope, movedTo }),
    pagesCrawled: crawl.pagesCrawled + storedHere.length,
    ...countsAfter(crawl, inserted),
  }
  const isCharged = storedHere.some(({ isFree }) => !isFree)
  const charged = isCharged ? balances.get(crawl.userId) : undefined
  return { step: { crawl, run, balance: last.balance }, waitMs, waiting, changes, next, charged }
}

function countsAfter(crawl: CrawlRow, inserted: readonly (InsertedLinks | undefined)[]) {
  return {
    pagesFound: inserted.reduce((sum, more) => sum + (more?.waiting ?? 0), crawl.pagesFound),
    addressCount: inserted.reduce((sum, more) => sum + (more?.addresses ?? 0), crawl.addressCount),
  }
}

type ResolvedPage = {
  page: PreparedPage
  /** The frontier row that the content belongs to. */
  targetId: number
  /** The final address was stored before. */
  isStored: boolean
  /** Why the page is not stored; null when it is. Its links are followed in either case. */
  skip: { reason: SkipReason; detail: Detail } | null
}

async function resolvePages(tx: Db, prepared: readonly PreparedPage[]): Promise<ResolvedPage[]> {
  const sameText = await findSameTexts(tx, prepared)
  const resolved: ResolvedPage[] = []
  for (const page of prepared) {
    const { id: targetId, isStored, canonicalOf } = await resolveTarget(tx, page)
    if (isStored) {
      resolved.push({ page, targetId, isStored, skip: null })
      continue
    }
    const key = textKey(page)
    const skip = await findSkipReason(tx, page, sameText.get(key), canonicalOf)
    resolved.push({ page, targetId, isStored, skip })
    // The next pages of this transaction may have the same text.
    if (!skip && !sameText.has(key)) sameText.set(key, page.url)
  }
  return resolved
}

const textKey = ({ crawl, contentHash, read }: PreparedPage) => `${crawl.id} ${contentHash} ${read.language}`

/** The addresses of stored pages of the same crawls with exactly the same text in the same language. */
async function findSameTexts(tx: Db, prepared: readonly PreparedPage[]): Promise<Map<string, string>> {
  if (prepared.length === 0) return new Map()
  const { crawlId, contentHash, language, url } = pages
  const rows = await tx
    .select({ crawlId, contentHash, language, url })
    .from(pages)
    .where(or(...prepared.map((page) => and(eq(crawlId, page.crawl.id), eq(contentHash, page.contentHash)))))
  return new Map(rows.map((row) => [`${row.crawlId} ${row.contentHash} ${row.language}`, row.url]))
}

/** After a redirect, the content belongs to the final address, and the requested address becomes its duplicate. */
async function resolveTarget(tx: Db, { crawl, page, read, url }: PreparedPage) {
  if (url === page.url) return { id: page.id, isStored: false, canonicalOf: page.canonicalOf }
  const redirects = read.redirects ?? 0
  // The site audit lists chains.
  const values = { url, ...(redirects > 1 && { redirects }) }
  await markSkipped(tx, page.id, 'duplicate', { code: 'same-page', values })
  await addAddress(tx, crawl.id, { url, fetchUrl: read.finalUrl, depth: page.depth })
  const target = await findAddress(tx, crawl.id, url)
  if (!target) throw new Error('the frontier has no row for an address that was just added')
  return { id: target.id, isStored: target.state === 'stored', canonicalOf: target.canonicalOf }
}

async function findSkipReason(
  tx: Db,
  { crawl, read, canonical }: PreparedPage,
  sameText: string | undefined,
  canonicalOf: string | null,
): Promise<ResolvedPage['skip']> {
  if (read.noindex) return { reason: 'noindex', detail: '' }
  if (read.content === '') return { reason: 'empty', detail: '' }
  const duplicate = sameText ?? (await findNearDuplicate(tx, crawl, read, [canonical?.url, canonicalOf]))
  return duplicate === null ? null : { reason: 'duplicate', detail: { code: 'same-text', values: { url: duplicate } } }
}

/** Inserts the pages into their crawls and chats. Returns what their canonical addresses add to each frontier. */
async function insertCrawledPages(tx: Db, stored: readonly PreparedPage[]): Promise<Map<string, InsertedLinks>> {
  const rows = stored.map(({ crawl, page, read, url, contentHash, linkedUrls: links }) => {
    // Selected in the preview already. The start page is crawled in any case.
    const selected = isInSelectedPart(crawl.branches, new URL(page.url))
    const row = { userId: crawl.userId, crawlId: crawl.id, url, contentHash, links, depth: page.depth, selected }
    return { read, row }
  })
  const ids = await insertPages(tx, rows)
  const added = new Map<string, InsertedLinks>()
  for (const [n, { crawl, page, url, canonical }] of stored.entries()) {
    const id = ids[n]
    if (id === undefined) continue
    if (crawl.chatId) await addPageToChat(tx, crawl.chatId, { id, url })
    if (canonical) added.set(crawl.id, await queueCanonical(tx, crawl, canonical, { url, depth: page.depth }))
  }
  return added
}

async function enqueueAnalyses(tx: Db, queue: Queue, stored: readonly PreparedPage[]) {
  for (const { crawl, run, waitMs } of stored) {
    if (!run.throttle.isDue('analysis', crawl, waitMs)) continue
    await enqueueAnalysis(queue, tx, crawl)
    run.throttle.markSent('analysis')
  }
}

/**
 * Adds a page to a chat, selected there and in its crawl alike. An older page with the same address is replaced and its
 * selection kept; answers that cite the older page keep it.
 */
async function addPageToChat(tx: Db, chatId: string, page: { id: string; url: string }) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(eq(savedChats.id, chatId))
    .returning({ id: savedChats.id })
  // The chat may have been deleted in the meantime; the page stays in its crawl.
  if (!chat) return
  const older = await tx
    .select({ id: chatPages.pageId, selected: chatPages.selected })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(and(eq(chatPages.chatId, chatId), eq(pages.url, page.url)))
    .orderBy(chatPages.position)
  const [first, ...others] = older
  const selected = first?.selected ?? true
  await tx.update(pages).set({ selected }).where(eq(pages.id, page.id))
  if (!first) {
    await tx.insert(chatPages).values({ chatId, pageId: page.id, selected })
    return
  }
  const inChat = eq(chatPages.chatId, chatId)
  await tx
    .update(chatPages)
    .set({ pageId: page.id })
    .where(and(inChat, eq(chatPages.pageId, first.id)))
  const otherIds = others.map(({ id }) => id)
  if (otherIds.length > 0) await tx.delete(chatPages).where(and(inChat, inArray(chatPages.pageId, otherIds)))
}
