import { eq, sql } from 'drizzle-orm'
import type { AppEvent } from '#shared/events.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { nextDuePages } from '#server/crawl/links/frontier.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import type { CrawlRow, StepOutcome } from './crawl-step.ts'

type NextStepPlan = {
  waitMs: number
  /** The columns that this step changes. */
  changes?: Partial<CrawlRow>
  /** Published together with the progress. */
  events?: AppEvent[]
  /** Withholds the progress event, except before a wait and before the end of the crawl. */
  isThrottled?: boolean
}

/** Within the transaction of a step: writes when the next step is due and publishes the progress. */
export async function scheduleNextStep(
  tx: Db,
  crawl: CrawlRow,
  { waitMs, changes = {}, events = [], isThrottled = false }: NextStepPlan,
): Promise<StepOutcome> {
  const [page, pageAfter] = await nextDuePages(tx, crawl.id, 2)
  // A crawl that moved to another host must get the lock of that host first.
  const hasMoved = changes.host !== undefined && changes.host !== crawl.host
  const mustWait = waitMs > 0 || hasMoved
  const [updated] = await tx
    .update(crawls)
    .set({
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
  const isProgressPending = isThrottled && !mustWait && page !== undefined && updated.pagesCrawled < updated.maxPages
  if (!isProgressPending) await publishProgress(tx, updated, ...events)
  return mustWait ? 'later' : { crawl: updated, page, pageAfter, isProgressPending }
}
