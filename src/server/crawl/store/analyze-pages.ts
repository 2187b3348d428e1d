/** The job that writes summary, key points and topics of pages. It runs beside the crawl and does not delay it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, isNull, not, type SQL } from 'drizzle-orm'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import type { PageAnalysis, Engine } from '#server/engines/engine.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { chatPages, crawls, pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { recordTokenUse, findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import type { JobData } from '#server/platform/queues.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { ANALYSIS_PROMPT, analysisQuestion } from '#server/engines/language-model/prompts.ts'
import { type AnalysisResult, createResultBuffer, writeResults } from './analysis-results.ts'
import { isAnalysisPending } from './enqueue-analysis.ts'
import { isReadingAhead } from './page-writer.ts'

type Services = { db: Db; engine: Engine; config: { limits: TokenQuotas }; log: Log; queue: Queue }

type AnalyzePages = JobData<'analyse-pages'>

/** Pages loaded at a time. */
const BATCH_SIZE = 10
const POLL_MS = 250
/** A summary by the built-in engine takes processor time that pages need more: a job waits this long at most. */
const MAX_YIELD_MS = 10_000
const YIELD_POLL_MS = 20
/** Seconds until each retry of failed pages. */
const RETRY_DELAYS_SECONDS = [60, 600, 3600]

/**
 * Pages of this process whose result is not written yet: a second job for the same crawl must not pay for them again.
 */
const pagesInProgress = new Set<string>()

function release(pageIds: Iterable<string>) {
  for (const id of pageIds) pagesInProgress.delete(id)
}

type PageToAnalyze = { id: string; userId: string; title: string; content: string; language: string }

/** The jobs of this process by what they analyze; `again` when further pages were stored during the job. */
const jobsInProgress = new Map<string, { again: boolean }>()

/** What the workers of one job share. */
type Run = {
  source: ReturnType<typeof createPageSource>
  results: ReturnType<typeof createResultBuffer>
  summarizeNewPages: () => Promise<void>
  /** Until then, summaries by the built-in engine wait while pages are read. In ms, as `performance.now()`. */
  yieldsUntil: number
  /** Pages that are being analyzed. */
  running: number
  /** No page was left. The workers end together: one that stayed alone would take all further pages one by one. */
  ended: boolean
  failed: number
}

/**
 * Analyzes the pages, several at a time as the engine allows, until none is left. A page whose analysis fails is marked
 * as failed and keeps its empty values. Rejects when `signal` is aborted.
 */
export async function analyzePages(services: Services, job: AnalyzePages, signal: AbortSignal) {
  const { db, engine } = services
  const isModel = engine.kind === 'language-model'
  const run: Run = {
    // One at a time for a model: when the crawl is stopped, no further page is sent.
    source: createPageSource(db, job, isModel ? 1 : BATCH_SIZE),
    results: createResultBuffer(db, release),
    summarizeNewPages: createFirstSummaries(db, job, signal, isModel),
    yieldsUntil: performance.now() + MAX_YIELD_MS,
    running: 0,
    ended: false,
    failed: 0,
  }
  if ('crawlId' in job && job.retry) await resetFailedPages(db, job.crawlId)
  await run.summarizeNewPages()
  const key = 'crawlId' in job ? job.crawlId : job.pageId
  const other = jobsInProgress.get(key)
  if (other) {
    // One job for a crawl is enough, and leaves the others of the queue to other crawls.
    other.again = true
    return
  }
  const state = { again: false }
  jobsInProgress.set(key, state)
  try {
    do {
      state.again = false
      run.ended = false
      await Promise.all(Array.from({ length: engine.summaryConcurrency }, () => work(services, run, signal)))
      // Before `again` is read: another job may come while results are written.
      await run.results.write()
    } while (state.again && !signal.aborted)
  } finally {
    jobsInProgress.delete(key)
    run.source.release()
  }
  // The rejection makes the queue retry the job for the pages that are left.
  signal.throwIfAborted()
  if (run.failed > 0 && 'crawlId' in job) await enqueueRetry(services, job.crawlId, job.retry ?? 0)
  if ('pageId' in job) await publishAnalysis(db, job.pageId)
}

/** Analyzes one page after another until none is left. */
async function work(services: Services, run: Run, signal: AbortSignal) {
  while (!signal.aborted && !run.ended) {
    const page = await run.source.next()
    if (page) {
      await analyzePage(services, run, page, signal)
    } else {
      if (run.running === 0) run.ended = true
      if (run.ended) return
      // While another page is being analyzed, the crawl may store more.
      await run.source.poll()
    }
  }
}

async function analyzePage(services: Services, run: Run, page: PageToAnalyze, signal: AbortSignal) {
  const { engine, log } = services
  run.running++
  try {
    await run.summarizeNewPages()
    if (engine.kind === 'built-in') await yieldToReaders(run.yieldsUntil)
    run.results.add({ id: page.id, analysis: 'done', ...(await summarizePage(services, page, signal)) })
  } catch (error) {
    if (signal.aborted) return
    log.warn({ err: error, pageId: page.id }, 'page analysis failed')
    run.results.add({ id: page.id, analysis: 'failed', analyzedBy: engine.name, ...NO_VALUES })
    run.failed++
  } finally {
    run.running--
  }
  // A model is slow or costs money: no finished summary may be lost.
  if (engine.kind === 'language-model') await run.results.write()
  else await run.results.writeIfDue()
}

/** The values of a page whose analysis failed. */
const NO_VALUES: PageAnalysis = { summary: '', mainPoints: [], topics: [] }

/**
 * Returns a function that gives new pages the summary of the built-in engine, which is shown until the model's arrives.
 */
function createFirstSummaries(db: Db, job: AnalyzePages, signal: AbortSignal, isModel: boolean): () => Promise<void> {
  let running: Promise<void> | null = null
  const { id, title, content, language } = pages
  async function run() {
    for (;;) {
      const rows = await db
        .select({ id, title, content, language })
        .from(pages)
        .where(and(isInJob(job), isNull(pages.analyzedBy)))
        .limit(BATCH_SIZE)
      if (rows.length === 0 || signal.aborted) return
      const results: AnalysisResult[] = []
      for (const { id: pageId, ...page } of rows) {
        const analysis = await builtIn.summarize(page, signal).catch(() => NO_VALUES)
        results.push({ id: pageId, analysis: 'pending', analyzedBy: builtIn.name, ...analysis })
      }
      await writeResults(db, results)
    }
  }
  return async () => {
    if (isModel) await (running ??= run().finally(() => (running = null)))
  }
}

async function yieldToReaders(until: number) {
  while (isReadingAhead() && performance.now() < until) await sleep(YIELD_POLL_MS)
}

/** Returns the pending pages, loaded in batches. */
function createPageSource(db: Db, job: AnalyzePages, batchSize: number) {
  const taken = new Set<string>()
  let batch: PageToAnalyze[] = []
  let loading: Promise<void> | null = null
  let polling: Promise<void> | null = null

  async function load() {
    const { id, userId, title, content, language } = pages
    const rows = await db
      .select({ id, userId, title, content, language })
      .from(pages)
      .where(and(isInJob(job), not(isAnyOf(pages.id, [...pagesInProgress]))))
      .orderBy(asc(pages.fetchedAt))
      .limit(batchSize)
    // Another job may have loaded the same rows in the meantime.
    batch = rows.filter((row) => !pagesInProgress.has(row.id)).toReversed()
    for (const row of batch) {
      pagesInProgress.add(row.id)
      taken.add(row.id)
    }
  }
  return {
    async next(): Promise<PageToAnalyze | undefined> {
      if (batch.length === 0) await (loading ??= load().finally(() => (loading = null)))
      return batch.pop()
    },
    /** Concurrent callers share one wait. */
    poll: () => (polling ??= sleep(POLL_MS).finally(() => (polling = null))),
    release: () => release(taken),
  }
}

function isInJob(job: AnalyzePages): SQL | undefined {
  return and('pageId' in job ? eq(pages.id, job.pageId) : eq(pages.crawlId, job.crawlId), isAnalysisPending)
}

async function resetFailedPages(db: Db, crawlId: string) {
  const hasFailed = and(eq(pages.crawlId, crawlId), eq(pages.analysis, 'failed'))
  await db.update(pages).set({ analysis: 'pending' }).where(hasFailed)
}

/** Its own key, so that the waiting retry does not replace the job for the crawl's new pages. */
async function enqueueRetry({ db, queue }: Services, crawlId: string, retries: number) {
  const startAfterSeconds = RETRY_DELAYS_SECONDS[retries]
  if (startAfterSeconds === undefined) return
  const job = { crawlId, retry: retries + 1 }
  await queue.send(db, 'analyse-pages', job, { singletonKey: `${crawlId} again`, startAfterSeconds })
}

/** After the end of a crawl, no progress event announces a new summary. */
async function publishAnalysis(db: Db, pageId: string) {
  const [ended] = await db
    .select({ crawl: crawls })
    .from(crawls)
    .innerJoin(pages, eq(pages.crawlId, crawls.id))
    .where(and(eq(pages.id, pageId), isNull(crawls.nextStepAt)))
  if (ended) await publishProgress(db, ended.crawl)
  const chats = await db
    .select({ id: chatPages.chatId, userId: pages.userId })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(eq(pages.id, pageId))
  for (const { id, userId } of chats) await publish(db, userId, { type: 'chat', id })
}

const builtIn = createExtractiveEngine()

/**
 * Summarizes a page, and counts the tokens of a language model. Once a token quota is exhausted, the built-in engine
 * writes the summary. `analyzedBy` is the name of the engine that did. Rejects when the engine does.
 */
async function summarizePage(
  { db, engine, config: { limits } }: Services,
  page: Omit<PageToAnalyze, 'id'>,
  signal: AbortSignal,
): Promise<PageAnalysis & { analyzedBy: string }> {
  const { userId } = page
  const isExhausted = engine.kind !== 'built-in' && (await findExhaustedQuota(db, limits, userId))
  const writer = isExhausted ? builtIn : engine
  const analysis = await writer.summarize(page, signal)
  if (writer.kind === 'language-model') {
    const input = estimateTokens(ANALYSIS_PROMPT) + estimateTokens(analysisQuestion(page))
    const use = { input, output: estimateTokens(JSON.stringify(analysis)) }
    await recordTokenUse(db, limits, { userId, use, price: writer.price })
  }
  return { ...analysis, analyzedBy: writer.name }
}
