/** The one transaction of a fetched page: page, passages, links, credit, analysis job, progress event, next due time. */
import { type SQL, sql } from 'drizzle-orm'
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { chargePage } from '#server/credits/charge-page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages, passages } from '#server/platform/db/schema/index.ts'
import { type PassageSpan, splitPassages } from '#server/retrieval/split-passages.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import { addPageToChat } from './add-page-to-chat.ts'
import {
  addAddress,
  findAddress,
  type FrontierPage,
  insertLinks,
  type LinkRow,
  linkRows,
  markSkipped,
  markStored,
} from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { type CrawlScope, pageIdentity, scopeOf } from '#server/crawl/links/links.ts'
import { movedScope, movesStart } from '#server/crawl/links/redirects.ts'
import type { CrawlRow, CrawlServices, Lease, NextStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { assertLease, LeaseLost } from '#server/crawl/schedule/lease.ts'
import { scheduleNextStep } from '#server/crawl/schedule/schedule-next-step.ts'
import { hashContent } from './content-hash.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { canonicalElsewhere, findNearDuplicate, queueCanonical } from './find-duplicate.ts'

/** A crawl that never waits sends progress events and analysis jobs at most this often. */
const PROGRESS_INTERVAL_MS = 150
const ANALYSIS_INTERVAL_MS = 1_000
/** The first pages are never throttled: the person who started the crawl is watching. */
const UNTHROTTLED_PAGES = 5

type FetchedPage = {
  crawl: CrawlRow
  page: FrontierPage
  read: ReadPage
  previous?: NextStep | undefined
  /** Called before the page is prepared when the crawl continues without a wait and the frontier order is certain. */
  onContinue?: () => void
}

/** Rejects with OutOfCredits, AppError 'credits.deduct-failed' and database errors; then nothing was stored. */
export async function storePage(services: CrawlServices, lease: Lease, fetched: FetchedPage): Promise<StepOutcome> {
  const { crawl, page, read, previous, onContinue } = fetched
  const waitMs = Math.max(services.politeDelayMs(read.finalUrl), crawl.settings.delayMs)
  const rules = rulesOf(crawl)
  const url = pageIdentity(read.finalUrl, rules)
  const scope = scopeAfter(crawl, page, read.finalUrl)
  const canonical = canonicalElsewhere(crawl, scope, read, url)
  const isPlain = url === page.url && !canonical && !page.canonicalOf && !read.noindex && read.content !== ''
  const hasMoved = scope.host !== crawl.host || scope.protocol !== crawl.protocol
  if (isPlain && !hasMoved && waitMs === 0) onContinue?.()

  const contentHash = hashContent(read.content)
  const allLinks = linkRows({ maxDepth: crawl.maxDepth, scope, rules }, { ...read, url, depth: page.depth })
  const links = lease.linkCache?.withoutKnown(allLinks) ?? allLinks
  const spans = splitPassages(read.content)

  const now = performance.now()
  let { balance, progressSentAt = -Infinity, analysisEnqueuedAt = -Infinity } = previous ?? {}
  const canThrottle = waitMs === 0 && crawl.pagesCrawled >= UNTHROTTLED_PAGES
  const isThrottled = canThrottle && now - progressSentAt < PROGRESS_INTERVAL_MS
  const enqueuesAnalysis = !canThrottle || now - analysisEnqueuedAt >= ANALYSIS_INTERVAL_MS
  let insertedLinks: LinkRow[] = []

  try {
    const outcome = await services.db.transaction(async (tx) => {
      const { sameText } = await assertLease(tx, lease, { sameText: storedWithText(crawl, contentHash, read.language) })
      const target = await resolveAddress(tx, crawl, page, read, url)
      if (target.isStored) return scheduleNextStep(tx, crawl, { waitMs })

      const addLinks = async () => {
        insertedLinks = links
        return crawl.pagesFound + (await insertLinks(tx, crawl.id, links))
      }
      const skipPage = async (reason: SkipReason, detail: Detail) => {
        await markSkipped(tx, target.id, reason, detail)
        return scheduleNextStep(tx, crawl, { waitMs, changes: { ...scope, pagesFound: await addLinks() } })
      }
      if (read.noindex || read.content === '') return skipPage(read.noindex ? 'noindex' : 'empty', '')
      const duplicate = sameText ?? (await findNearDuplicate(tx, crawl, read, [canonical?.url, target.canonicalOf]))
      if (duplicate) return skipPage('duplicate', { code: 'same-text', values: { url: duplicate } })

      await markStored(tx, target.id)
      const row = { userId: crawl.userId, crawlId: crawl.id, url, contentHash, depth: page.depth }
      const pageId = await insertPage(tx, read, spans, row)
      if (crawl.chatId) await addPageToChat(tx, crawl.chatId, { id: pageId, url })
      let pagesFound = await addLinks()
      if (canonical) pagesFound += await queueCanonical(tx, crawl, canonical, { url, depth: page.depth })
      if (enqueuesAnalysis) {
        await enqueueAnalysis(services.queue, tx, crawl)
        analysisEnqueuedAt = now
      }
      // Last, so that the owner's balance is locked as briefly as possible.
      balance = await chargePage(tx, { userId: crawl.userId, crawlId: crawl.id, url })
      return scheduleNextStep(tx, crawl, {
        waitMs,
        changes: { ...scope, pagesCrawled: crawl.pagesCrawled + 1, pagesFound },
        events: [{ type: 'credits', credits_count: balance }],
        isThrottled,
      })
    })
    lease.linkCache?.remember(insertedLinks)
    if (typeof outcome !== 'object') return outcome
    if (!outcome.isProgressPending) progressSentAt = now
    return { ...outcome, balance, progressSentAt, analysisEnqueuedAt }
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}

/** A row of `pages` without the columns that come from the fetched page. */
type NewPage = Omit<
  typeof pages.$inferInsert,
  'id' | 'finalUrl' | 'title' | 'content' | 'language' | 'etag' | 'lastModified' | 'readBy' | 'checkedAt'
> & { checkedAt?: SQL }

/** Within `tx`: inserts a fetched page with its passages and returns its id. */
export async function insertPage(tx: Db, read: ReadPage, spans: PassageSpan[], row: NewPage): Promise<string> {
  const { finalUrl, content, language, etag, lastModified, readBy } = read
  const title = read.title || new URL(row.url).pathname
  const [inserted] = await tx
    .insert(pages)
    .values({ ...row, finalUrl, title, content, language, etag, lastModified, readBy })
    .returning({ id: pages.id })
  if (!inserted) throw new Error('insert into pages returned no row')
  const rows = spans.map((span, position) => ({ pageId: inserted.id, position, ...span }))
  for (const batch of inBatches(rows)) await tx.insert(passages).values(batch)
  return inserted.id
}

/** The address of a page of this crawl with exactly this text in this language. */
function storedWithText(crawl: CrawlRow, contentHash: string, language: string) {
  return sql<string | null>`(select url from pages
    where crawl_id = ${crawl.id}::uuid and content_hash = ${contentHash} and language = ${language} limit 1)`.as(
    'same_text',
  )
}

/**
 * The frontier row that the content belongs to. After a redirect that is the row of the final address, and the
 * requested address becomes its duplicate. `isStored`: the final address was stored before.
 */
async function resolveAddress(tx: Db, crawl: CrawlRow, page: FrontierPage, read: ReadPage, url: string) {
  if (url === page.url) return { id: page.id, isStored: false, canonicalOf: page.canonicalOf }
  await markSkipped(tx, page.id, 'duplicate', { code: 'same-page', values: { url } })
  await addAddress(tx, crawl.id, { url, fetchUrl: read.finalUrl, depth: page.depth })
  const target = await findAddress(tx, crawl.id, url)
  if (!target) throw new Error('the frontier has no row for an address that was just added')
  return { id: target.id, isStored: target.state === 'stored', canonicalOf: target.canonicalOf }
}

function scopeAfter(crawl: CrawlRow, page: FrontierPage, finalUrl: string): CrawlScope {
  const scope = scopeOf(crawl)
  const isStart = page.depth === 0 && crawl.pagesCrawled === 0
  return isStart && movesStart(page.fetchUrl, finalUrl) ? movedScope(scope, finalUrl) : scope
}
