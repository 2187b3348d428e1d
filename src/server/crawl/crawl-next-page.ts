/**
 * One step of a crawl, the whole story: take the next page, read it, and store it with its links, its credit, its
 * event and the next step in one transaction. A process that dies here loses at most the page in hand.
 */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { crawls } from '#server/db/schema/index.ts'
import type { NotRead } from '#server/reader/reader.ts'
import { endCrawl, finishWhenAnalysed } from './end-crawl.ts'
import { type FrontierPage, markForRetry, markSkipped, msUntilRetry, nextDuePage } from './frontier.ts'
import { pauseHost } from './host-turns.ts'
import { OutOfCredits } from './pay-for-page.ts'
import { readAhead } from './read-ahead.ts'
import { readPage } from './read-page.ts'
import { MAX_RETRIES, retryDelayMs } from './retry-later.ts'
import { scheduleNext } from './schedule-next.ts'
import { seedFrontier } from './seed-frontier.ts'
import type { CrawlRow, CrawlServices, GoOn, Lease, PageAhead, StepOutcome } from './step.ts'
import { storePage } from './store-page.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

const TELL_LATE_MS = 200

/** `from` is what the step before left; without it the crawl is looked up. */
export async function crawlNextPage(services: CrawlServices, lease: Lease, from?: GoOn): Promise<StepOutcome> {
  const { db } = services
  const crawl = from ? from.crawl : await ownedCrawl(db, lease)
  if (!crawl) return 'ended'
  if (crawl.stopRequested) return endCrawl(services, crawl, { status: 'stopped', rest: 'stopped', error: { code: 'crawl.stopped' } })
  if (crawl.pagesCrawled >= crawl.maxPages) return finishWhenAnalysed(services, crawl, 'beyond-limit')

  const page = from ? from.page : await nextDuePage(db, crawl.id)
  // The start page first: it may move the start.
  if (crawl.seedsPending && page?.depth !== 0) return seedFrontier(services, lease, crawl)
  if (!page) {
    const waitMs = await msUntilRetry(db, crawl.id)
    if (waitMs === null) return finishWhenAnalysed(services, crawl)
    return db.transaction((tx) => scheduleNext(tx, crawl, { waitMs }))
  }

  const read = await readWhileTelling(services, lease, crawl, page, from)
  const siteDelayMs = services.reader.crawlDelayMs(page.fetchUrl)
  if (siteDelayMs > 0) await pauseHost(db, crawl.host, siteDelayMs)
  if (lease.signal.aborted) return 'later'
  if (!read.ok && read.fatal) {
    return endCrawl(services, crawl, { status: 'failed', rest: 'stopped', error: read.fatal })
  }
  if (!read.ok) return setAside(services, crawl, page, read)

  let ahead: PageAhead | undefined
  const meanwhile = () => void (ahead = from && readAhead(services, lease, { crawl, page, read, from }))
  try {
    const outcome = await storePage(services, lease, crawl, page, read, { ...from, meanwhile })
    if (!ahead || typeof outcome !== 'object' || outcome.page?.id !== ahead.page.id) return outcome
    const goesOn = { ...outcome, ahead }
    ahead = undefined
    return goesOn
  } catch (error) {
    if (error instanceof OutOfCredits) {
      return endCrawl(services, crawl, { status: 'failed', rest: 'no-credits', error: { code: 'credits.ran-out' } })
    }
    // A database that is away is asked again; a page that it refuses must not hold up the crawl for ever.
    if (isDatabaseBusy(error)) throw error
    services.log.error({ err: error, crawlId: crawl.id, frontierId: page.id }, 'a page could not be stored')
    const notCharged = error instanceof AppError && error.code === 'credits.deduct-failed'
    if (notCharged && page.attempts >= MAX_RETRIES) {
      // Nor could any other page be charged: the rest waits until somebody reads on.
      await markSkipped(db, page.id, 'unreadable', error.message)
      return endCrawl(services, crawl, { status: 'failed', rest: 'stopped', error: { code: 'credits.deduct-retry' } })
    }
    return setAside(services, crawl, page, notCharged ? { ...UNSTORABLE, detail: error.message } : UNSTORABLE)
  } finally {
    await ahead?.letGo()
  }
}

/**
 * Reads the page, unless that was begun before, or done before this process was killed. What the last pages of a fast
 * crawl did not tell is told when this page takes long.
 */
async function readWhileTelling(services: CrawlServices, lease: Lease, crawl: CrawlRow, page: FrontierPage, from?: GoOn) {
  const late = from?.untold ? setTimeout(() => void tellProgress(services, crawl), TELL_LATE_MS) : undefined
  try {
    if (from?.ahead?.page.id === page.id) return await from.ahead.reading
    const kept = from ? null : lease.ahead?.inHand.take(crawl.id, page)
    return kept ?? (await readPage(services, lease, crawl, page))
  } finally {
    clearTimeout(late)
  }
}

async function tellProgress({ db, log }: CrawlServices, crawl: CrawlRow) {
  await tellOfCrawl(db, crawl).catch((error: unknown) => log.warn({ err: error, crawlId: crawl.id }, 'progress was not told'))
}

const UNSTORABLE: NotRead = { ok: false, reason: 'unreadable', detail: 'It could not be stored', retry: true }

async function ownedCrawl(db: Db, { crawlId, workerId }: Lease): Promise<CrawlRow | undefined> {
  const [crawl] = await db.select().from(crawls).where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
  return crawl && crawl.nextStepAt ? crawl : undefined
}

/** A page that could not be read: back into the frontier for a later try, or skipped with its reason. */
async function setAside(services: CrawlServices, crawl: CrawlRow, page: FrontierPage, read: NotRead): Promise<StepOutcome> {
  return services.db.transaction(async (tx) => {
    if (read.retry && page.attempts < MAX_RETRIES) {
      await markForRetry(tx, page, retryDelayMs(services, page.attempts, read.retryAfterMs), read.detail)
    } else {
      await markSkipped(tx, page.id, read.reason, read.detail)
    }
    return scheduleNext(tx, crawl, { waitMs: Math.max(services.politeDelayMs(page.fetchUrl), crawl.settings.delayMs) })
  })
}
