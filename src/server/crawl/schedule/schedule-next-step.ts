import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { CrawlWait, WaitReason } from '#shared/crawl/crawl-progress.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { publishAll } from '#server/platform/events.ts'
import { type FrontierPage, nextDuePages } from '#server/crawl/links/frontier.ts'
import { progressEvent } from '#server/crawl/publish-progress.ts'
import type { CrawlRow, CrawlServices, CrawlRun, NextStep, StepOutcome } from './crawl-step.ts'

/** The columns that a step changes besides `requestCount`; the others keep what other steps have written. */
type Changes = Partial<
  Pick<
    CrawlRow,
    | 'requestCount'
    | 'pagesFound'
    | 'pagesCrawled'
    | 'addressCount'
    | 'seedsPending'
    | 'protocol'
    | 'host'
    | 'pathPrefix'
    | 'movedTo'
  >
>

/** The time before the next step, and what a person sees of it: null when it is short. */
export type Pause = { waitMs: number; waiting: CrawlWait | null }

export type StepEnd = Pause & {
  step: Pick<NextStep, 'crawl' | 'balance'> & { run: CrawlRun }
  changes?: Changes
  /** The owner's balance, when this step charged a credit: published with the progress. */
  charged?: number | undefined
  /** The page that is being fetched already. Without it, the next pages are looked up. */
  next?: FrontierPage | undefined
}

/** Enough that a fast crawl seldom waits until all its pages are stored to learn which come next. */
const PAGES_AHEAD = 200

/** Within the transaction of a step: `scheduleNextSteps` for one crawl. */
export async function scheduleNextStep(tx: Db, end: StepEnd): Promise<StepOutcome> {
  const [outcome = 'ended'] = await scheduleNextSteps(tx, [end])
  return outcome
}

/**
 * Within the transaction that ends a step of each crawl: writes when the next step is due and publishes the progress,
 * unless the crawl continues immediately and has published it a moment ago. Returns the outcomes in the same order.
 */
export async function scheduleNextSteps(tx: Db, ends: readonly StepEnd[]): Promise<StepOutcome[]> {
  const unknown = ends.filter(({ next }) => !next).map(({ step }) => step.crawl.id)
  const limit = ends.every(({ waitMs }) => waitMs > 0) ? 1 : PAGES_AHEAD
  const due = unknown.length > 0 ? await nextDuePages(tx, unknown, limit) : []
  const planned = ends.map((end) => {
    const pages = end.next ? [end.next] : due.filter(({ crawlId }) => crawlId === end.step.crawl.id)
    return { ...end, pages, mustWait: end.waitMs > 0 || hasMoved(end) }
  })
  const updated = await updateCrawls(tx, planned)
  const outcomes = planned.map((end) => {
    const row = updated.get(end.step.crawl.id)
    if (!row) return { outcome: 'ended' as const, events: [] }
    return { outcome: outcomeOf(end, row), events: takeEvents(end, row) }
  })
  await publishAll(
    tx,
    outcomes.flatMap(({ events }) => events),
  )
  return outcomes.map(({ outcome }) => outcome)
}

type PlannedEnd = StepEnd & { pages: readonly FrontierPage[]; mustWait: boolean }

/** A crawl that moved to another host must get the lock of that host first. */
const hasMoved = ({ step, changes }: StepEnd) => changes?.host !== undefined && changes.host !== step.crawl.host

function outcomeOf({ step, charged, pages, mustWait }: PlannedEnd, crawl: CrawlRow): StepOutcome {
  const [page, ...ahead] = pages
  return mustWait ? 'later' : { crawl, page, ahead, balance: charged ?? step.balance }
}

/** The events that are due now. A withheld event is kept in the run. */
function takeEvents({ step: { run, crawl }, charged, pages, mustWait, waitMs }: PlannedEnd, row: CrawlRow) {
  const isLastPage = pages.length === 0 || row.pagesCrawled >= row.maxPages
  const isWithheld = !mustWait && !isLastPage && !run.throttle.isDue('progress', crawl, waitMs)
  run.withheld = isWithheld ? row : undefined
  if (isWithheld) return []
  run.throttle.markSent('progress')
  const balance = charged === undefined ? [] : [{ type: 'credits', credits_count: charged } as const]
  return [progressEvent(row), ...balance].map((event) => ({ userId: row.userId, event }))
}

/** One statement for all crawls. Returns the updated rows by id. */
async function updateCrawls(tx: Db, ends: readonly PlannedEnd[]): Promise<Map<string, CrawlRow>> {
  const rows = ends.map(({ step: { crawl }, changes, pages: [page], mustWait, waitMs, waiting }) => {
    const current = page && { currentUrl: page.url, currentDepth: page.depth }
    const { id, requestCount } = crawl
    return { id, requestCount, ...changes, ...current, waiting, waitMs: mustWait ? waitMs : null }
  })
  const updated = await tx
    .update(crawls)
    .set({
      status: 'crawling',
      requestCount: sql`step."requestCount"`,
      pagesFound: sql`coalesce(step."pagesFound", ${crawls.pagesFound})`,
      pagesCrawled: sql`coalesce(step."pagesCrawled", ${crawls.pagesCrawled})`,
      addressCount: sql`coalesce(step."addressCount", ${crawls.addressCount})`,
      seedsPending: sql`coalesce(step."seedsPending", ${crawls.seedsPending})`,
      protocol: sql`coalesce(step.protocol, ${crawls.protocol})`,
      host: sql`coalesce(step.host, ${crawls.host})`,
      pathPrefix: sql`coalesce(step."pathPrefix", ${crawls.pathPrefix})`,
      movedTo: sql`coalesce(step."movedTo", ${crawls.movedTo})`,
      startedAt: sql`coalesce(${crawls.startedAt}, now())`,
      currentUrl: sql`coalesce(step."currentUrl", ${crawls.currentUrl})`,
      currentDepth: sql`coalesce(step."currentDepth", ${crawls.currentDepth})`,
      waiting: sql`step.waiting`,
      // Unchanged when the crawl continues immediately: updating an indexed column with every page bloats the index.
      nextStepAt: sql`coalesce(now() + make_interval(secs => step."waitMs" / 1000), ${crawls.nextStepAt})`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as step(id uuid, "requestCount" int, "pagesFound" int,
        "pagesCrawled" int, "addressCount" int, "seedsPending" boolean, protocol text, host text, "pathPrefix" text,
        "movedTo" text, "currentUrl" text, "currentDepth" int, waiting jsonb, "waitMs" float8)`,
    )
    .where(eq(crawls.id, sql`step.id`))
    .returning(getTableColumns(crawls))
  return new Map(updated.map((row) => [row.id, row]))
}

/** Milliseconds to wait after a request to `url`: the site's delay or the crawl's own, whichever is longer. */
export function delayAfter(services: Pick<CrawlServices, 'politeDelayMs'>, crawl: CrawlRow, url: string): number {
  return Math.max(services.politeDelayMs(url), crawl.settings.delayMs)
}

/** `delayAfter` with what a person sees of it. */
export function pauseAfter(
  services: Pick<CrawlServices, 'politeDelayMs' | 'reader'>,
  crawl: CrawlRow,
  url: string,
): Pause {
  const waitMs = delayAfter(services, crawl, url)
  return shownPause(waitMs, { code: 'delay', isSiteRule: services.reader.crawlDelayMs(url) >= waitMs })
}

/** A shorter wait is not shown: its text would only flicker. */
const SHOW_WAIT_FROM_MS = 2_000

export function shownPause(
  waitMs: number,
  reason: { code: 'retry'; url: string; reason?: WaitReason } | { code: 'delay'; isSiteRule: boolean },
): Pause {
  if (waitMs < SHOW_WAIT_FROM_MS) return { waitMs, waiting: null }
  const until = new Date(Date.now() + waitMs).toISOString()
  return { waitMs, waiting: { ...reason, until, seconds: Math.ceil(waitMs / 1000) } }
}
