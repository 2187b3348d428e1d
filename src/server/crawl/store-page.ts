/** The one transaction of a page that was read: page, passages, links, credit, event, analysis job, next step. */
import { sql } from 'drizzle-orm'
import type { SkipReason } from '#shared/crawls.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import { askForAnalysis } from './ask-for-analysis.ts'
import { hashContent } from './content-hash.ts'
import { canonicalElsewhere, findNearSame, queueCanonical } from './find-duplicate.ts'
import {
  addAddress,
  addLinks,
  findAddress,
  type FrontierPage,
  linkRows,
  markSkipped,
  markStored,
  ROWS_AT_ONCE,
} from './frontier.ts'
import { insertPage } from './insert-page.ts'
import { joinChat } from './join-chat.ts'
import { assertLease, LeaseLost } from './lease.ts'
import { rulesOf } from './link-rules.ts'
import { type CrawlScope, pageIdentity, scopeOf } from './links.ts'
import { payForPage } from './pay-for-page.ts'
import { movedScope, movesStart } from './redirects.ts'
import { scheduleNext } from './schedule-next.ts'
import type { CrawlRow, CrawlServices, GoOn, Lease, StepOutcome } from './step.ts'
import { writePage } from './write-page.ts'

type Before = Pick<GoOn, 'toldAt' | 'askedAt'> & { meanwhile?: () => void }

/** A crawl that goes on without waiting tells its progress, and asks for summaries, at most this often. */
const TELL_MS = 150
const ASK_MS = 1_000
/** The first pages are told and summarised at once: somebody is watching. */
const FIRST_PAGES = 5

/** `meanwhile` is called before the usual page is made ready for the database, when nothing has to be waited for after it. */
export async function storePage(
  services: CrawlServices,
  lease: Lease,
  crawl: CrawlRow,
  page: FrontierPage,
  read: ReadPage,
  before: Before = {},
): Promise<StepOutcome> {
  const waitMs = Math.max(services.politeDelayMs(read.finalUrl), crawl.settings.delayMs)
  const rules = rulesOf(crawl)
  const url = pageIdentity(read.finalUrl, rules)
  const scope = scopeAfter(crawl, page, read.finalUrl)
  const reach = { id: crawl.id, maxDepth: crawl.maxDepth, scope, rules }
  const source = { url, depth: page.depth, links: read.links, ...(read.leftOut && { leftOut: read.leftOut }) }
  const canonical = canonicalElsewhere(crawl, scope, read, url)
  const staysHere = url === page.url && scope.host === crawl.host && scope.protocol === crawl.protocol
  const isAlone = !canonical && !page.canonicalOf && !crawl.chatId
  const isUsual = staysHere && isAlone && !read.noindex && read.content !== ''
  // The site is asked while this page is cut up, not after it.
  if (isUsual && waitMs === 0) before.meanwhile?.()
  const contentHash = hashContent(read.content)
  const spans = splitPassages(read.content)
  if (isUsual) {
    const links = linkRows(reach, source)
    const news = lease.known?.news(links) ?? links
    const usual = { lease, crawl, page, read, contentHash, spans, links: news, waitMs }
    const outcome = news.length <= ROWS_AT_ONCE && (await storeUsual(services, usual, before))
    if (outcome) return outcome
  }

  try {
    return await services.db.transaction(async (tx) => {
      const { sameText } = await assertLease(tx, lease, { sameText: storedWithText(crawl, contentHash, read.language) })
      const target = await settleAddress(tx, crawl, page, read, url)
      if (target.duplicate) return scheduleNext(tx, crawl, { waitMs })

      const leadOn = async (reason: SkipReason, detail: string) => {
        await markSkipped(tx, target.id, reason, detail)
        const found = await addLinks(tx, reach, source)
        return scheduleNext(tx, crawl, { waitMs, changed: { ...scope, pagesFound: crawl.pagesFound + found } })
      }
      if (read.noindex || read.content === '') return leadOn(read.noindex ? 'noindex' : 'empty', '')
      const twin = sameText ?? (await findNearSame(tx, crawl, read, [canonical?.url, target.canonicalOf]))
      if (twin) return leadOn('duplicate', `The same text as ${twin}`)

      const balance = await payForPage(tx, { userId: crawl.userId, crawlId: crawl.id, url })
      await markStored(tx, target.id)
      const about = { userId: crawl.userId, crawlId: crawl.id, url, contentHash, depth: page.depth }
      const pageId = await insertPage(tx, read, spans, about)
      if (crawl.chatId) await joinChat(tx, crawl.chatId, { id: pageId, url })
      let found = await addLinks(tx, reach, source)
      if (canonical) found += await queueCanonical(tx, crawl, canonical, { url, depth: page.depth })
      await askForAnalysis(services.queue, tx, crawl)
      const changed = { ...scope, pagesCrawled: crawl.pagesCrawled + 1, pagesFound: crawl.pagesFound + found }
      return scheduleNext(tx, crawl, { waitMs, changed, also: [{ type: 'credits', credits_count: balance }] })
    })
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}

/** The page in one statement; null when nothing was written, so that the steps above find out why. */
async function storeUsual(
  { db, queue, log }: CrawlServices,
  page: Omit<Parameters<typeof writePage>[1], 'tell'>,
  { toldAt = -Infinity, askedAt = -Infinity }: Before,
): Promise<StepOutcome | null> {
  const { lease, crawl, links, waitMs } = page
  const now = performance.now()
  const goesOn = waitMs === 0 && crawl.pagesCrawled >= FIRST_PAGES
  const ask = !goesOn || now - askedAt >= ASK_MS
  const toWrite = { ...page, tell: !goesOn || now - toldAt >= TELL_MS }
  try {
    const written = ask
      ? await db.transaction(async (tx) => {
          const stored = await writePage(tx, toWrite)
          if (stored) await askForAnalysis(queue, tx, crawl)
          return stored
        })
      : await writePage(db, toWrite)
    if (!written) return null
    lease.known?.remember(links)
    return waitMs > 0 ? 'later' : { ...written, toldAt: written.untold ? toldAt : now, askedAt: ask ? now : askedAt }
  } catch (error) {
    if (isDatabaseBusy(error)) throw error
    log.debug({ err: error, crawlId: crawl.id }, 'a page could not be stored in one statement')
    return null
  }
}

/** The page of this crawl, if any, that has the same text in the same language to the byte. */
function storedWithText(crawl: CrawlRow, contentHash: string, language: string) {
  return sql<string | null>`(select url from pages
    where crawl_id = ${crawl.id}::uuid and content_hash = ${contentHash} and language = ${language} limit 1)`.as('same_text')
}

/**
 * The frontier row that this content belongs to. After a redirect that is the final address' row; the address that
 * led there is a duplicate of it, and when the final address was stored before, there is nothing left to store.
 */
async function settleAddress(tx: Db, crawl: CrawlRow, page: FrontierPage, read: ReadPage, url: string) {
  if (url === page.url) return { id: page.id, duplicate: false, canonicalOf: page.canonicalOf }
  await markSkipped(tx, page.id, 'duplicate', `The same page as ${url}`)
  await addAddress(tx, crawl.id, { url, fetchUrl: read.finalUrl, depth: page.depth })
  const known = await findAddress(tx, crawl.id, url)
  if (!known) throw new Error('an address that was just added is not in the frontier')
  return { id: known.id, duplicate: known.state === 'stored', canonicalOf: known.canonicalOf }
}

function scopeAfter(crawl: CrawlRow, page: FrontierPage, finalUrl: string): CrawlScope {
  const stays = scopeOf(crawl)
  const isStart = page.depth === 0 && crawl.pagesCrawled === 0
  if (!isStart || !movesStart(page.fetchUrl, finalUrl)) return stays
  return movedScope(stays, finalUrl)
}
