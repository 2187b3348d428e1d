/** How a crawl ends: what still waits is skipped with its reason, the last progress is told, nothing is due any more. */
import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { CrawlStatus, SkipReason } from '#shared/crawls.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, pages } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { askForAnalysis } from './ask-for-analysis.ts'
import { skipWaiting } from './frontier.ts'
import { mailTheEnd } from './mail-the-end.ts'
import { nameOnlyFailure } from './name-only-failure.ts'
import type { CrawlRow, Post, StepOutcome } from './step.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

type Ending = {
  status: Extract<CrawlStatus, 'finished' | 'stopped' | 'failed'>
  /** Why the addresses that still wait are not read. */
  rest?: SkipReason
  error?: { code: ErrorCode; values?: ErrorValues }
}

type Services = Post & { db: Db; queue: Queue }

/** How often a crawl that has read its last page looks whether all summaries are there. */
const ANALYSIS_LOOK_MS = 300

/** Once: a crawl that has ended meanwhile, or was deleted, stays as it is. */
export async function endCrawl(services: Omit<Services, 'queue'>, crawl: CrawlRow, ending: Ending): Promise<StepOutcome> {
  return services.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(crawls)
      .set({
        status: ending.status,
        error: ending.error ? { values: {}, ...ending.error } : null,
        // The final progress report (SPEC section 4).
        currentUrl: '',
        currentDepth: 0,
        waiting: '',
        nextStepAt: null,
        leasedBy: null,
        leasedUntil: null,
        finishedAt: sql`now()`,
      })
      .where(and(eq(crawls.id, crawl.id), isNotNull(crawls.nextStepAt)))
      .returning()
    if (!ended) return 'ended' as const
    if (ending.rest) await skipWaiting(tx, crawl.id, ending.rest)
    if (ending.error?.code === 'crawl.nothing-crawled') await nameOnlyFailure(tx, crawl.id)
    await tellOfCrawl(tx, ended)
    if (crawl.chatId) await publish(tx, crawl.userId, { type: 'chat', id: crawl.chatId })
    await mailTheEnd(tx, services, ended)
    return 'ended' as const
  })
}

/** A crawl is finished when each page's analysis has succeeded or failed once; until then it looks again soon. */
export async function finishWhenAnalysed(services: Services, crawl: CrawlRow, rest?: SkipReason): Promise<StepOutcome> {
  if (crawl.pagesCrawled === 0) {
    return endCrawl(services, crawl, { status: 'failed', error: { code: 'crawl.nothing-crawled' } })
  }
  const [{ pending } = { pending: 0 }] = await services.db
    .select({ pending: count() })
    .from(pages)
    .where(and(eq(pages.crawlId, crawl.id), sql`${pages.analysis} = 'pending'`))
  if (pending === 0) return endCrawl(services, crawl, { status: 'finished', ...(rest && { rest }) })

  await services.db.transaction(async (tx) => {
    await askForAnalysis(services.queue, tx, crawl)
    await tx
      .update(crawls)
      .set({
        waiting: pending === 1 ? 'Summarising the last page' : `Summarising the last ${pending} pages`,
        nextStepAt: sql`now() + make_interval(secs => ${ANALYSIS_LOOK_MS / 1000})`,
      })
      .where(eq(crawls.id, crawl.id))
  })
  return 'later'
}
