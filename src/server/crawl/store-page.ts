/** The one transaction of a page that was read: page, passages, links, credit, event, analysis job, next step. */
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { chargePage } from '#server/credits/charge-page.ts'
import type { Db } from '#server/db/database.ts'
import { chatPages, crawls, pages, passages, savedChats } from '#server/db/schema/index.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import { addAddress, addLinks, findAddress, type FrontierPage, markSkipped, markStored } from './frontier.ts'
import { type CrawlScope, crawlScope, pageIdentity } from './links.ts'
import { movesStart } from './redirects.ts'
import { scheduleNext } from './schedule-next.ts'
import { askForAnalysis } from './ask-for-analysis.ts'
import type { CrawlRow, CrawlServices, Lease, StepOutcome } from './step.ts'

/** Thrown inside the transaction, so that nothing of the page stays when there was no credit for it. */
export class OutOfCredits extends Error {}

class LeaseLost extends Error {}

export async function storePage(
  services: CrawlServices,
  lease: Lease,
  crawl: CrawlRow,
  page: FrontierPage,
  read: ReadPage,
): Promise<StepOutcome> {
  const waitMs = services.politeDelayMs(read.finalUrl)
  const url = pageIdentity(read.finalUrl)
  const scope = scopeAfter(crawl, page, read.finalUrl)
  const spans = splitPassages(read.content)

  try {
    return await services.db.transaction(async (tx) => {
      await assertLease(tx, lease)
      const target = await settleAddress(tx, crawl, page, read, url)
      if (target.duplicate) return scheduleNext(tx, crawl, { waitMs })
      if (read.noindex || read.content === '') {
        await markSkipped(tx, target.id, read.noindex ? 'noindex' : 'empty', '')
        const found = await addLinks(tx, { ...crawl, scope }, page.depth, read.links)
        return scheduleNext(tx, crawl, { waitMs, changed: { ...scope, pagesFound: crawl.pagesFound + found } })
      }

      const balance = await chargePage(tx, { userId: crawl.userId, crawlId: crawl.id, url })
      if (balance === null) throw new OutOfCredits()
      await markStored(tx, target.id)
      const pageId = await insertPage(tx, crawl, page, read, url)
      if (spans.length > 0) {
        await tx.insert(passages).values(spans.map((span, position) => ({ pageId, position, ...span })))
      }
      if (crawl.chatId) await joinChat(tx, crawl.chatId, pageId)
      const found = await addLinks(tx, { ...crawl, scope }, page.depth, read.links)
      await askForAnalysis(services.queue, tx, crawl)
      const changed = { ...scope, pagesCrawled: crawl.pagesCrawled + 1, pagesFound: crawl.pagesFound + found }
      return scheduleNext(tx, crawl, { waitMs, changed, also: [{ type: 'credits', credits_count: balance }] })
    })
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}

/** The row lock makes a second worker that believes it has this crawl wait, and then see that it has not. */
async function assertLease(tx: Db, { crawlId, workerId }: Lease) {
  const [row] = await tx
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
    .for('update')
  if (!row) throw new LeaseLost()
}

/**
 * The frontier row that this content belongs to. After a redirect that is the final address' row; the address that
 * led there is a duplicate of it, and when the final address was stored before, there is nothing left to store.
 */
async function settleAddress(tx: Db, crawl: CrawlRow, page: FrontierPage, read: ReadPage, url: string) {
  if (url === page.url) return { id: page.id, duplicate: false }
  await markSkipped(tx, page.id, 'duplicate', `The same page as ${url}`)
  await addAddress(tx, crawl.id, { url, fetchUrl: read.finalUrl, depth: page.depth })
  const known = await findAddress(tx, crawl.id, url)
  if (!known) throw new Error('an address that was just added is not in the frontier')
  return { id: known.id, duplicate: known.state === 'stored' }
}

function scopeAfter(crawl: CrawlRow, page: FrontierPage, finalUrl: string): CrawlScope {
  const stays = { protocol: crawl.protocol, host: crawl.host, pathPrefix: crawl.pathPrefix }
  const isStart = page.depth === 0 && crawl.pagesCrawled === 0
  if (!isStart || !movesStart(page.fetchUrl, finalUrl)) return stays
  return { ...crawlScope(finalUrl), pathPrefix: crawl.pathPrefix }
}

async function insertPage(tx: Db, crawl: CrawlRow, page: FrontierPage, read: ReadPage, url: string): Promise<string> {
  const [inserted] = await tx
    .insert(pages)
    .values({
      userId: crawl.userId,
      crawlId: crawl.id,
      url,
      finalUrl: read.finalUrl,
      title: read.title || new URL(url).pathname,
      content: read.content,
      contentHash: createHash('sha256').update(read.content).digest('base64url'),
      language: read.language,
      depth: page.depth,
      etag: read.etag,
      lastModified: read.lastModified,
      readBy: read.readBy,
    })
    .returning({ id: pages.id })
  if (!inserted) throw new Error('an insert answered no row')
  return inserted.id
}

async function joinChat(tx: Db, chatId: string, pageId: string) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(eq(savedChats.id, chatId))
    .returning({ id: savedChats.id })
  // The chat may have been deleted meanwhile; the page stays with its crawl.
  if (chat) await tx.insert(chatPages).values({ chatId, pageId, selected: true }).onConflictDoNothing()
}
