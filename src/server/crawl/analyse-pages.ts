/**
 * Summary, key points and topics for pages that have none yet, beside the crawl and not in its way. A page whose
 * analysis fails keeps empty values, is marked so, and is tried again later.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cleanText } from '#shared/clean-text.ts'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { PageAnalysis } from '#server/models/engine.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { summariseWithin } from './summarise-within.ts'
import { tellOfAnalysis } from './tell-of-analysis.ts'

type Services = Parameters<typeof summariseWithin>[0] & { log: Log; queue: Queue }

/** The pages of a crawl that are pending; with `retry`, those that failed before; or one page. */
export const AnalysePages = z.union([
  z.object({ crawlId: z.uuid(), retry: z.number().int().optional() }),
  z.object({ pageId: z.uuid() }),
])
export type AnalysePages = z.infer<typeof AnalysePages>

/** Pages held in memory at a time. */
const BATCH = 10
/** Results are written together, but none waits longer than this: a slow model's first page shows while it goes on. */
const WRITE_AFTER_MS = 500
const LOOK_AGAIN_MS = 250
/** When pages that failed are tried again, in seconds after the try before. */
const RETRIED_AFTER_SECONDS = [60, 600, 3600]

/** Pages that are read but not written yet: a second job for the same crawl must not pay for them again. */
const inHand = new Set<string>()

type PageToAnalyse = { id: string; userId: string; title: string; content: string; language: string }
type Analysed = { id: string; analysedBy: string } & Partial<PageAnalysis> & { analysis: 'done' | 'failed' }

/** Goes on until none of the pages is left, as many at once as the engine likes. Rejects when `signal` is aborted before. */
export async function analysePages(services: Services, which: AnalysePages, signal: AbortSignal) {
  const { db, engine, log } = services
  const source = pagesLeft(db, which)
  const results = collectResults(db)
  let failed = 0
  let busy = 0

  async function analyseOneAfterAnother() {
    while (!signal.aborted) {
      const page = await source.next()
      if (!page && busy === 0) return
      if (!page) {
        // While a slow model has one page, the crawl stores the next.
        await source.lookAgainSoon()
        continue
      }
      busy++
      try {
        results.add({ id: page.id, analysis: 'done', ...(await summariseWithin(services, page, signal)) })
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error, pageId: page.id }, 'page analysis failed')
        results.add({ id: page.id, analysis: 'failed', analysedBy: engine.name })
        failed++
      } finally {
        busy--
      }
      await results.writeWhenDue()
    }
  }
  try {
    await Promise.all(Array.from({ length: engine.pagesAtOnce }, analyseOneAfterAnother))
    await results.write()
  } finally {
    source.letGo()
  }
  // What is left is somebody else's: the job fails and is taken again.
  signal.throwIfAborted()
  if (failed > 0 && 'crawlId' in which) await askForRetry(services, which.crawlId, which.retry ?? 0)
  if ('pageId' in which) await tellOfAnalysis(db, which.pageId)
}

/** The pages one by one, read a batch at a time; each is given once. */
function pagesLeft(db: Db, which: AnalysePages) {
  const taken = new Set<string>()
  let batch: PageToAnalyse[] = []
  let reading: Promise<void> | null = null
  let resting: Promise<void> | null = null

  async function read() {
    const rows = await db
      .select({ id: pages.id, userId: pages.userId, title: pages.title, content: pages.content, language: pages.language })
      .from(pages)
      .where(and(condition(which), notInArray(pages.id, [...inHand, ...taken])))
      .orderBy(asc(pages.fetchedAt))
      .limit(BATCH)
    // Another job may have read the same rows meanwhile.
    batch = rows.filter(({ id }) => !inHand.has(id)).toReversed()
    for (const { id } of batch) {
      inHand.add(id)
      taken.add(id)
    }
  }
  return {
    async next(): Promise<PageToAnalyse | undefined> {
      if (batch.length === 0) await (reading ??= read().finally(() => (reading = null)))
      return batch.pop()
    },
    /** One wait for all who wait. */
    lookAgainSoon: () => (resting ??= sleep(LOOK_AGAIN_MS).finally(() => (resting = null))),
    letGo: () => taken.forEach((id) => inHand.delete(id)),
  }
}

/** The states as constants, so that the partial index is used. */
function condition(which: AnalysePages): SQL | undefined {
  if ('pageId' in which) return eq(pages.id, which.pageId)
  return and(eq(pages.crawlId, which.crawlId), which.retry ? sql`${pages.analysis} = 'failed'` : sql`${pages.analysis} = 'pending'`)
}

function collectResults(db: Db) {
  let ready: Analysed[] = []
  let writtenAt = performance.now()

  async function write() {
    const results = ready
    ready = []
    writtenAt = performance.now()
    if (results.length === 0) return
    await writeResults(db, results)
  }
  return {
    add: (result: Analysed) => void ready.push(result),
    write,
    writeWhenDue: async () => void (performance.now() - writtenAt >= WRITE_AFTER_MS && (await write())),
  }
}

/** One statement for all of them: a fast crawl has dozens at a time. What a failed one lacks stays as it is. */
async function writeResults(db: Db, results: Analysed[]) {
  const json = JSON.stringify(results, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
  await db.execute(sql`
    update pages
       set analysis = result.analysis,
           analysed_by = result."analysedBy",
           summary = coalesce(result.summary, pages.summary),
           main_points = coalesce(result."mainPoints", pages.main_points),
           topics = coalesce(result.topics, pages.topics)
      from jsonb_to_recordset(${json}::jsonb)
        as result(id uuid, analysis text, "analysedBy" text, summary text, "mainPoints" jsonb, topics jsonb)
     where pages.id = result.id`)
}

/** Has a key of its own: it must not keep the crawl's new pages from being asked for. */
async function askForRetry({ db, queue }: Services, crawlId: string, retried: number) {
  const startAfterSeconds = RETRIED_AFTER_SECONDS[retried]
  if (startAfterSeconds === undefined) return
  const job = { crawlId, retry: retried + 1 }
  await queue.send(db, 'analyse-pages', job, { singletonKey: `${crawlId} again`, startAfterSeconds })
}
