import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { nextDuePages } from '#server/crawl/links/frontier.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import type { CrawlRow, CrawlServices, Lease, NextStep, StepOutcome } from './crawl-step.ts'

type CurrentStep = Pick<NextStep, 'crawl' | 'balance'> & { lease: Lease }

type NextStepPlan = {
  waitMs: number
  /** The columns that this step changes. */
  changes?: Partial<CrawlRow>
  /** The owner's balance, when this step charged a credit: published with the progress. */
  charged?: number | undefined
}

/**
 * Within the transaction of a step: writes when the next step is due and publishes the progress, unless the crawl
 * continues immediately and has published it a moment ago.
 */
export async function scheduleNextStep(
  tx: Db,
  { crawl, lease, balance }: CurrentStep,
  { waitMs, changes = {}, charged }: NextStepPlan,
): Promise<StepOutcome> {
  const [page, pageAfter] = await nextDuePages(tx, crawl.id, 2)
  // A crawl that moved to another host must get the lock of that host first.
  const hasMoved = changes.host !== undefined && changes.host !== crawl.host
  const mustWait = waitMs > 0 || hasMoved
  const [updated] = await tx
    .update(crawls)
    .set({
      requestCount: crawl.requestCount,
      ...changes,
      status: 'crawling',
      ...(crawl.startedAt === null && { startedAt: sql`now()` }),
      ...(page && { currentUrl: page.url, currentDepth: page.depth }),
      // Unchanged when the crawl continues immediately: updating an indexed column with every page bloats the index.
      ...(mustWait && { nextStepAt: sql`now() + make_interval(secs => ${waitMs / 1000})` }),
    })
    .where(eq(crawls.id, crawl.id))
    .returning()
  if (!updated) return 'ended'
  const isLastPage = page === undefined || updated.pagesCrawled >= updated.maxPages
  const isProgressPending = !mustWait && !isLastPage && !lease.throttle.isDue('progress', crawl, waitMs)
  if (!isProgressPending) {
    await publishProgress(tx, updated, ...(charged === undefined ? [] : [creditsEvent(charged)]))
    lease.throttle.markSent('progress')
  }
  if (mustWait) return 'later'
  return { crawl: updated, page, pageAfter, balance: charged ?? balance, isProgressPending }
}

const creditsEvent = (balance: number) => ({ type: 'credits', credits_count: balance }) as const

/** Milliseconds to wait after a request to `url`: the site's delay or the crawl's own, whichever is longer. */
export function delayAfter(services: Pick<CrawlServices, 'politeDelayMs'>, crawl: CrawlRow, url: string): number {
  return Math.max(services.politeDelayMs(url), crawl.settings.delayMs)
}
