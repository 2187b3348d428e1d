import { and, count, eq, inArray, min, type SQL, sql } from 'drizzle-orm'
import { type CrawlSummary, isRunning } from '#shared/crawl/crawls.ts'
import { isCustom } from '#shared/crawl/crawl-settings.ts'
import { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import type { Db } from '#server/platform/db/database.ts'
import { NO_DETAIL } from '#server/platform/db/detail.ts'
import { ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls, frontier } from '#server/platform/db/schema/index.ts'
import { readCredits, requireCredits } from '#server/crawl/check-credits.ts'
import { type CrawlLimits, enforceCrawlLimits } from '#server/crawl/enforce-crawl-limits.ts'
import { isSkipped, nextDuePage } from '#server/crawl/links/frontier.ts'
import { presentCrawl } from '#server/crawl/present-crawl.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import { requestCountAfter } from './crawl-budget.ts'
import type { CrawlRow } from './crawl-step.ts'
import { announceDue } from './lease.ts'
import { queuePosition } from './queue-position.ts'

type ReopenRequest = {
  userId: string
  crawlId: string
  /** The skipped addresses that become waiting again. */
  which: SQL | undefined
  /** Restricts them to these addresses, which are fetched before anything found on them. */
  urls?: readonly string[]
  /** The chat that pages are added to from now on. */
  chatId?: string
  /** Whether a pending sitemap is enough to reopen the crawl. */
  seeds: boolean
  /**
   * How many further pages may be fetched, given the number of reopened addresses and the pages the plan still allows.
   */
  allowance: (reopened: number, planLeft: number, crawl: CrawlRow) => number
  /** The new page limit of the crawl; cut to the plan's. */
  limit: (crawl: CrawlRow, allowance: number) => number
}

export type ReopenServices = CrawlLimits & {
  db: Db
  /** True for pages that cost no credit. */
  isFree: (url: string) => boolean
}

/**
 * Makes some of the skipped addresses of an ended crawl waiting again and the crawl due. Throws AppError:
 * 'crawl.not-found', 'crawl.still-running', 'crawl.nothing-left', 'crawl.plan-limit' (the crawl has all pages that the
 * plan allows in one crawl), 'crawl.needs-plan' (the plan no longer has the custom settings of the crawl),
 * 'credits.check-failed', 'credits.insufficient', and what enforceCrawlLimits throws.
 */
export async function reopenCrawl(services: ReopenServices, request: ReopenRequest): Promise<CrawlSummary> {
  const { db } = services
  const { userId, crawlId, which, urls, chatId } = request
  const credits = await readCredits(db, userId)
  return db.transaction(async (tx) => {
    const [crawl] = await tx.select().from(crawls).where(ownCrawl({ userId, crawlId })).for('update')
    if (!crawl) throw new AppError('crawl.not-found')
    if (isRunning(crawl.status)) throw new AppError('crawl.still-running')
    if (needsPlan(crawl) && !plans[credits.tier].customSettings) throw new AppError('crawl.needs-plan')

    const isReopened = and(eq(frontier.crawlId, crawl.id), isSkipped, which, urls && inArray(frontier.url, [...urls]))
    const [{ addresses, minDepth } = { addresses: 0, minDepth: null }] = await tx
      .select({ addresses: count(), minDepth: min(frontier.depth) })
      .from(frontier)
      .where(isReopened)
    if (addresses === 0 && !(request.seeds && crawl.seedsPending)) throw new AppError('crawl.nothing-left')
    const { maxPagesPerCrawl } = plans[credits.tier]
    const planLeft = maxPagesPerCrawl - crawl.pagesCrawled
    if (planLeft <= 0) throw new AppError('crawl.plan-limit', { n: maxPagesPerCrawl })
    const allowance = request.allowance(addresses, planLeft, crawl)
    if (!services.isFree(crawl.url)) requireCredits(credits, allowance)
    await enforceCrawlLimits(tx, services, { userId, tier: credits.tier })

    await tx
      .update(frontier)
      .set({ state: 'waiting', reason: null, ...NO_DETAIL, attempts: 0, dueAt: null, ...(urls && atDepth(minDepth)) })
      .where(isReopened)
    const next = await nextDuePage(tx, crawl.id)
    const [reopened] = await tx
      .update(crawls)
      .set({
        status: 'queued',
        maxPages: Math.min(maxPagesPerCrawl, request.limit(crawl, allowance)),
        error: null,
        requestCount: requestCountAfter(crawl),
        stopRequested: false,
        finishedAt: null,
        expiresAt: null,
        waiting: null,
        nextStepAt: sql`now()`,
        ...(chatId && { chatId }),
        ...(next && { currentUrl: next.url, currentDepth: next.depth }),
      })
      .where(eq(crawls.id, crawl.id))
      .returning()
    if (!reopened) throw new AppError('crawl.not-found')
    await announceDue(tx)
    await publishProgress(tx, reopened)
    return presentCrawl(reopened, await queuePosition(tx, reopened))
  })
}

/**
 * One depth for all, so that each is fetched within the limit. Addresses beyond the depth were stored without fetchUrl.
 */
const atDepth = (depth: number | null) => ({
  ...(depth !== null && { depth }),
  fetchUrl: sql`case when ${frontier.fetchUrl} = '' then ${frontier.url} else ${frontier.fetchUrl} end`,
})

const needsPlan = (crawl: CrawlRow) => crawl.sealedHeaders !== null || isCustom(crawl.settings)
