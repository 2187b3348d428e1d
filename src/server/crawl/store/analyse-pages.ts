/** The job that writes summary, key points and topics of pages. It runs beside the crawl and does not delay it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cleanText } from '#shared/clean-text.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import type { PageAnalysis, Engine } from '#server/engines/engine.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatPages, crawls, pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { recordTokenUse, findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { ANALYSIS_PROMPT, analysisQuestion } from '#server/engines/language-model/prompts.ts'
import { isReadingAhead } from './page-writer.ts'

type Services = { db: Db; engine: Engine; config: { limits: TokenQuotas }; log: Log; queue: Queue }

/** The pending pages of a crawl; with `retry`, the failed ones; or one page. */
export const AnalysePages = z.union([
  z.object({ crawlId: z.uuid(), retry: z.number().int().optional() }),
  z.object({ pageId: z.uuid() }),
])
export type AnalysePages = z.infer<typeof AnalysePages>

/** Pages loaded at a time. */
const BATCH_SIZE = 10
/** Results are written in batches, but at least this often, so that the pages of a slow model appear one by one. */
const WRITE_INTERVAL_MS = 500
const POLL_MS = 250
/** A summary by the built-in engine takes processor time that pages need more: a job waits this long at most. */
const MAX_YIELD_MS = 10_000
const YIELD_POLL_MS = 20
/** Seconds until each retry of failed pages. */
const RETRY_DELAYS_SECONDS = [60, 600, 3600]

/** Pages of this process whose result is not written yet: a second job for the same crawl must not pay for them again. */
const pagesInProgress = new Set<string>()

type PageToAnalyse = { id: string; userId: string; title: string; content: string; language: string }
type Result = { id: string; analysedBy: string } & PageAnalysis & { analysis: 'pending' | 'done' | 'failed' }

/** The crawls that a job of this process analyses; `again` when further pages were stored during the job. */
const crawlsInProgress = new Map<string, { again: boolean }>()

/**
 * Analyses the pages, several at a time as the engine allows, until none is left. A page whose analysis fails is marked
 * as failed and keeps its empty values. Rejects when `signal` is aborted.
 */
export async function analysePages(services: Services, job: AnalysePages, signal: AbortSignal) {
  const { db, engine, log } = services
  // One at a time for a model: when the crawl is stopped, no further page is sent.
  const source = createPageSource(db, job, engine.kind === 'language-model' ? 1 : BATCH_SIZE)
  const results = createResultBuffer(db)
  const yieldsUntil = performance.now() + MAX_YIELD_MS
  const isModel = engine.kind === 'language-model'
  const summariseNewPages = createFirstSummaries(db, job, signal, isModel)
  let failed = 0
  let running = 0

  async function work() {
    while (!signal.aborted) {
      const page = await source.next()
      if (!page && running === 0) return
      if (!page) {
        // While another page is being analysed, the crawl may store more.
        await source.poll()
        continue
      }
      running++
      try {
        await summariseNewPages()
        if (engine.kind === 'built-in') await yieldToReaders(yieldsUntil)
        results.add({ id: page.id, analysis: 'done', ...(await summarisePage(services, page, signal)) })
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error, pageId: page.id }, 'page analysis failed')
        results.add({ id: page.id, analysis: 'failed', analysedBy: engine.name, ...NO_VALUES })
        failed++
      } finally {
        running--
      }
      // A model is slow or costs money: no finished summary may be lost.
      await (isModel ? results.write() : results.writeIfDue())
    }
  }
  await summariseNewPages()
  const key = 'crawlId' in job ? `${job.crawlId} ${job.retry ?? 0}` : job.pageId
  const other = crawlsInProgress.get(key)
  // One job for a crawl is enough, and leaves the others of the queue to other crawls.
  if (other) return void (other.again = true)
  const state = { again: false }
  crawlsInProgress.set(key, state)
  try {
    do {
      state.again = false
      await Promise.all(Array.from({ length: engine.summaryConcurrency }, work))
    } while (state.again && !signal.aborted)
    await results.write()
  } finally {
    crawlsInProgress.delete(key)
    source.release()
  }
  // The rejection makes the queue retry the job for the pages that are left.
  signal.throwIfAborted()
  if (failed > 0 && 'crawlId' in job) await enqueueRetry(services, job.crawlId, job.retry ?? 0)
  if ('pageId' in job) await publishAnalysis(db, job.pageId)
}

/** What a page has whose analysis failed. */
const NO_VALUES: PageAnalysis = { summary: '', mainPoints: [], topics: [] }

/** Returns a function that gives new pages the summary of the built-in engine, which is shown until the model's arrives. */
function createFirstSummaries(db: Db, job: AnalysePages, signal: AbortSignal, isModel: boolean): () => Promise<void> {
  let running: Promise<void> | null = null
  const { id, title, content, language } = pages
  async function run() {
    for (;;) {
      const rows = await db
        .select({ id, title, content, language })
        .from(pages)
        .where(and(isInJob(job), isNull(pages.analysedBy)))
        .limit(BATCH_SIZE)
      if (rows.length === 0 || signal.aborted) return
      const results: Result[] = []
      for (const { id: pageId, ...page } of rows) {
        const analysis = await builtIn.summarise(page, signal).catch(() => NO_VALUES)
        results.push({ id: pageId, analysis: 'pending', analysedBy: builtIn.name, ...analysis })
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

/** Returns each page once, loaded in batches. */
function createPageSource(db: Db, job: AnalysePages, batchSize: number) {
  const taken = new Set<string>()
  let batch: PageToAnalyse[] = []
  let loading: Promise<void> | null = null
  let polling: Promise<void> | null = null

  async function load() {
    const { id, userId, title, content, language } = pages
    const rows = await db
      .select({ id, userId, title, content, language })
      .from(pages)
      .where(and(isInJob(job), notInArray(pages.id, [...pagesInProgress, ...taken])))
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
    async next(): Promise<PageToAnalyse | undefined> {
      if (batch.length === 0) await (loading ??= load().finally(() => (loading = null)))
      return batch.pop()
    },
    /** Concurrent callers share one wait. */
    poll: () => (polling ??= sleep(POLL_MS).finally(() => (polling = null))),
    release: () => taken.forEach((id) => pagesInProgress.delete(id)),
  }
}

function isInJob(job: AnalysePages): SQL | undefined {
  if ('pageId' in job) return eq(pages.id, job.pageId)
  // Literals, so that the planner uses the partial index of pending pages.
  const state = job.retry ? sql`${pages.analysis} = 'failed'` : sql`${pages.analysis} = 'pending'`
  return and(eq(pages.crawlId, job.crawlId), state)
}

function createResultBuffer(db: Db) {
  let pending: Result[] = []
  let writtenAt = performance.now()

  async function write() {
    const results = pending
    pending = []
    writtenAt = performance.now()
    if (results.length > 0) await writeResults(db, results)
  }
  return {
    add: (result: Result) => void pending.push(result),
    write,
    writeIfDue: async () => void (performance.now() - writtenAt >= WRITE_INTERVAL_MS && (await write())),
  }
}

/** One statement for all results: a fast crawl has dozens at a time. */
async function writeResults(db: Db, results: Result[]) {
  const json = JSON.stringify(results, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
  await db.execute(sql`
    update pages
       set analysis = result.analysis,
           analysed_by = result."analysedBy",
           summary = result.summary,
           main_points = result."mainPoints",
           topics = result.topics
      from jsonb_to_recordset(${json}::jsonb)
        as result(id uuid, analysis text, "analysedBy" text, summary text, "mainPoints" jsonb, topics jsonb)
     where pages.id = result.id
       -- A first summary never replaces the model's.
       and (result.analysis <> 'pending' or pages.analysed_by is null)`)
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
 * Summarises a page, and counts the tokens of a language model. Once a token quota is exhausted, the built-in engine
 * writes the summary. `analysedBy` is the name of the engine that did. Rejects when the engine does.
 */
async function summarisePage(
  { db, engine, config: { limits } }: Services,
  page: Omit<PageToAnalyse, 'id'>,
  signal: AbortSignal,
): Promise<PageAnalysis & { analysedBy: string }> {
  const { userId } = page
  const isExhausted = engine.kind !== 'built-in' && (await findExhaustedQuota(db, limits, userId))
  const writer = isExhausted ? builtIn : engine
  const analysis = await writer.summarise(page, signal)
  if (writer.kind === 'language-model') {
    const input = estimateTokens(ANALYSIS_PROMPT) + estimateTokens(analysisQuestion(page))
    const use = { input, output: estimateTokens(JSON.stringify(analysis)) }
    await recordTokenUse(db, limits, { userId, use, price: writer.price })
  }
  return { ...analysis, analysedBy: writer.name }
}
