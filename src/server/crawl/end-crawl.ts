import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { BUILT_IN_ENGINE } from '#shared/chat/chat-limits.ts'
import { type CrawlStatus, failedReasons, type SkipReason } from '#shared/crawl/crawls.ts'
import { type ErrorCode, errorMessage, type MessageValues } from '#shared/errors.ts'
import { crawlEndedMail } from '#server/mail/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { detailColumns } from '#server/platform/db/detail.ts'
import { crawls, frontier, pages, users } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { enqueueGapCheck, type Queue } from '#server/platform/open-queue.ts'
import { isSkipped, markSkipped, skipWaiting } from './links/frontier.ts'
import { publishProgress } from './publish-progress.ts'
import type { CrawlMail, CrawlRow, StepOutcome } from './schedule/crawl-step.ts'
import { enqueueAnalysis, isAnalysisPending } from './store/enqueue-analysis.ts'

type Ending = {
  status: Extract<CrawlStatus, 'finished' | 'stopped' | 'failed'>
  /** Why the addresses that are still waiting are skipped. */
  skipReason?: SkipReason
  error?: { code: ErrorCode; values?: MessageValues }
  /** The frontier row of the page that a stop interrupted. */
  interruptedId?: number | undefined
}

type Services = CrawlMail & { db: Db; queue: Queue }

/** How often a crawl that has fetched its last page checks for its last summaries. */
const ANALYSIS_POLL_MS = 300

/** Ends a crawl in one transaction. Idempotent: does nothing if the crawl has already ended or was deleted. */
export async function endCrawl(services: Services, crawl: CrawlRow, ending: Ending): Promise<StepOutcome> {
  return services.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(crawls)
      .set({
        status: ending.status,
        error: ending.error ? { values: {}, ...ending.error } : null,
        // The final progress report (specification, section 4).
        currentUrl: '',
        currentDepth: 0,
        waiting: null,
        nextStepAt: null,
        leasedBy: null,
        leasedUntil: null,
        finishedAt: sql`now()`,
      })
      .where(and(eq(crawls.id, crawl.id), isNotNull(crawls.nextStepAt)))
      .returning()
    if (!ended) return 'ended' as const
    if (ending.interruptedId) await markSkipped(tx, ending.interruptedId, 'stopped', { code: 'crawl.scraping-stopped' })
    if (ending.skipReason) await skipWaiting(tx, crawl.id, ending.skipReason)
    if (ending.status === 'stopped') await keepFirstSummaries(tx, crawl.id)
    if (ending.error?.code === 'crawl.nothing-crawled') await describeOnlyFailure(tx, crawl.id)
    await publishProgress(tx, ended)
    if (crawl.chatId) {
      await publish(tx, crawl.userId, { type: 'chat', id: crawl.chatId })
      await enqueueGapCheck(services.queue, tx, crawl.chatId)
    }
    await sendEndMail(tx, services, ended)
    return 'ended' as const
  })
}

/** A stop also ends the wait for a model's summaries: those of the built-in engine stay. */
async function keepFirstSummaries(tx: Db, crawlId: string) {
  await tx
    .update(pages)
    .set({ analysis: 'done' })
    .where(and(eq(pages.crawlId, crawlId), eq(pages.analysis, 'pending'), eq(pages.analyzedBy, BUILT_IN_ENGINE)))
}

/** Finishes a crawl once no page's analysis is pending; until then schedules the next check. */
export async function finishWhenAnalyzed(
  services: Services,
  crawl: CrawlRow,
  skipReason?: SkipReason,
): Promise<StepOutcome> {
  const skipping = skipReason && { skipReason }
  if (crawl.pagesCrawled === 0) {
    return endCrawl(services, crawl, { status: 'failed', error: { code: 'crawl.nothing-crawled' }, ...skipping })
  }
  const pending = await services.db.$count(pages, and(eq(pages.crawlId, crawl.id), isAnalysisPending))
  if (pending === 0) {
    const isEarly = skipReason === 'repeats' || skipReason === 'few-pages'
    const error = isEarly && { error: { code: `crawl.${skipReason}` as const } }
    return endCrawl(services, crawl, { status: 'finished', ...skipping, ...error })
  }

  await services.db.transaction(async (tx) => {
    await enqueueAnalysis(services.queue, tx, crawl)
    await tx
      .update(crawls)
      .set({
        waiting: { code: 'summaries', pages: pending },
        nextStepAt: sql`now() + make_interval(secs => ${ANALYSIS_POLL_MS / 1000})`,
      })
      .where(eq(crawls.id, crawl.id))
  })
  return 'later'
}

/**
 * When the only address of a crawl could not be read, its skip detail becomes the error of the crawl, with the address
 * (specification, section 8).
 */
async function describeOnlyFailure(tx: Db, crawlId: string) {
  const [only, another] = await tx.select().from(frontier).where(eq(frontier.crawlId, crawlId)).limit(2)
  if (!only || another || only.state !== 'skipped' || !only.reason || !failedReasons.includes(only.reason)) return
  // The scraping service has its own messages.
  if (only.detailMessage?.code.startsWith('crawl.scrap')) return
  const reason = only.detailMessage ?? (only.detail || { code: only.reason })
  const detail = detailColumns({ code: 'crawl.scrape-failed', values: { url: only.url, reason } })
  await tx.update(frontier).set(detail).where(eq(frontier.id, only.id))
}

/** Sends nothing after a stop: the user who stopped the crawl knows that it has ended. */
async function sendEndMail(tx: Db, { appUrl, enqueueMail }: CrawlMail, crawl: CrawlRow) {
  if (!crawl.mailAtEnd || crawl.status === 'stopped') return
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, crawl.userId))
  if (!owner) return
  const skipped = await tx.$count(frontier, and(eq(frontier.crawlId, crawl.id), isSkipped))
  const message = crawlEndedMail({
    to: owner.email,
    site: crawl.url,
    pagesRead: crawl.pagesCrawled,
    skipped,
    failure:
      crawl.status === 'failed' && crawl.error
        ? { code: crawl.error.code, message: errorMessage(crawl.error.code, crawl.error.values) }
        : null,
    link: `${appUrl}/?crawl=${crawl.id}`,
    now: new Date(),
  })
  await enqueueMail(tx, { to: owner.email, ifAccount: message, ifNoAccount: null })
}
