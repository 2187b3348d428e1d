/** Takes an ended crawl up again: some of its skipped addresses wait once more, and the crawl is due at once. */
import { and, count, eq, inArray, min, sql } from 'drizzle-orm'
import { type CrawlSummary, isRunning, type SkipReason } from '#shared/crawls.ts'
import { isCustom } from '#shared/crawl-settings.ts'
import { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, frontier } from '#server/db/schema/index.ts'
import { readCredits, requireCredits } from './check-credits.ts'
import { isSkipped, nextDuePage } from './frontier.ts'
import { announceDue } from './lease.ts'
import { type CrawlRoom, requireRoom } from './limit-crawls.ts'
import { presentCrawl } from './present-crawl.ts'
import { placeInQueue } from './queue-places.ts'
import type { CrawlRow } from './step.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

type Wake = {
  userId: string
  crawlId: string
  /** Addresses that were skipped for one of these reasons wait again. */
  reasons: readonly SkipReason[]
  /** And only these; they are read before anything that is found on them. */
  urls?: readonly string[]
  /** The chat that pages join from now on. */
  chatId?: string
  /** Whether sitemaps that the crawl has yet to read are something to go on with. */
  seeds: boolean
  /** Pages that may be read from now on, given how many addresses wait again and the plan's allowance. */
  allowance: (wakened: number, planMaxPages: number) => number
  /** The page limit from now on. */
  limit: (crawl: CrawlRow, allowance: number) => number
}

/**
 * Throws AppError: 'crawl.not-found', 'crawl.still-running', 'crawl.nothing-left', 'crawl.needs-plan' (custom
 * settings, and the plan has them no longer), 'credits.check-failed', 'credits.insufficient', and what `requireRoom` throws.
 */
export async function wakeCrawl(services: CrawlRoom & { db: Db }, wake: Wake): Promise<CrawlSummary> {
  const { db } = services
  const credits = await readCredits(db, wake.userId)
  return db.transaction(async (tx) => {
    const own = and(eq(crawls.id, wake.crawlId), eq(crawls.userId, wake.userId))
    const [crawl] = await tx.select().from(crawls).where(own).for('update')
    if (!crawl) throw new AppError('crawl.not-found')
    if (isRunning(crawl.status)) throw new AppError('crawl.still-running')
    if (needsPlan(crawl) && !plans[credits.tier].customSettings) throw new AppError('crawl.needs-plan')

    const asleep = and(
      eq(frontier.crawlId, crawl.id),
      isSkipped,
      inArray(frontier.reason, [...wake.reasons]),
      wake.urls && inArray(frontier.url, [...wake.urls]),
    )
    const [{ addresses, least } = { addresses: 0, least: null }] = await tx
      .select({ addresses: count(), least: min(frontier.depth) })
      .from(frontier)
      .where(asleep)
    if (addresses === 0 && !(wake.seeds && crawl.seedsPending)) throw new AppError('crawl.nothing-left')
    const allowance = wake.allowance(addresses, plans[credits.tier].maxPagesPerCrawl)
    requireCredits(credits, allowance)
    await requireRoom(tx, services, { userId: wake.userId, tier: credits.tier })

    await tx
      .update(frontier)
      .set({ state: 'waiting', reason: null, detail: '', attempts: 0, dueAt: null, ...(wake.urls && namedAddress(least)) })
      .where(asleep)
    const next = await nextDuePage(tx, crawl.id)
    const [woken] = await tx
      .update(crawls)
      .set({
        status: 'queued',
        maxPages: wake.limit(crawl, allowance),
        error: null,
        stopRequested: false,
        finishedAt: null,
        waiting: '',
        nextStepAt: sql`now()`,
        ...(wake.chatId && { chatId: wake.chatId }),
        ...(next && { currentUrl: next.url, currentDepth: next.depth }),
      })
      .where(eq(crawls.id, crawl.id))
      .returning()
    if (!woken) throw new AppError('crawl.not-found')
    await announceDue(tx)
    await tellOfCrawl(tx, woken)
    return presentCrawl(woken, await placeInQueue(tx, woken))
  })
}

/** All at one depth, so that each has its turn within the limit; one beyond the depth has no address to ask for yet. */
const namedAddress = (depth: number | null) => ({
  ...(depth !== null && { depth }),
  fetchUrl: sql`case when ${frontier.fetchUrl} = '' then ${frontier.url} else ${frontier.fetchUrl} end`,
})

const needsPlan = (crawl: CrawlRow) => crawl.sealedHeaders !== null || isCustom(crawl.settings)
