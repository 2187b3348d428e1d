/** Summary, key points and topics for the pages of a crawl that have none yet, beside the crawl and not in its way. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Engine, PageAnalysis } from '#server/models/engine.ts'

type Services = { db: Db; engine: Engine; log: Log }

/** Pages held in memory at a time. */
const BATCH = 10
/** Results are written together, but none waits longer than this: a slow model's first page shows while it goes on. */
const WRITE_AFTER_MS = 500

/** Goes on until no page of the crawl is pending. A page whose analysis fails is marked so; the others go on. */
export async function analysePages(services: Services, crawlId: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const batch = await services.db
      .select({ id: pages.id, title: pages.title, content: pages.content, language: pages.language })
      .from(pages)
      .where(and(eq(pages.crawlId, crawlId), sql`${pages.analysis} = 'pending'`))
      .orderBy(asc(pages.fetchedAt))
      .limit(BATCH)
    if (batch.length === 0) return
    await analyseBatch(services, batch, signal)
  }
}

type PageToAnalyse = { id: string; title: string; content: string; language: string }
type Analysed = { id: string } & Partial<PageAnalysis> & { analysis: 'done' | 'failed' }

async function analyseBatch({ db, engine, log }: Services, batch: PageToAnalyse[], signal: AbortSignal) {
  let ready: Analysed[] = []
  let writtenAt = performance.now()
  for (const page of batch) {
    try {
      ready.push({ id: page.id, analysis: 'done', ...(await engine.summarise(page, signal)) })
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error, pageId: page.id }, 'page analysis failed')
      ready.push({ id: page.id, analysis: 'failed' })
    }
    if (performance.now() - writtenAt < WRITE_AFTER_MS) continue
    await write(db, engine.name, ready)
    ready = []
    writtenAt = performance.now()
  }
  await write(db, engine.name, ready)
}

async function write(db: Db, engineName: string, ready: Analysed[]) {
  if (ready.length === 0) return
  await db.transaction(async (tx) => {
    for (const { id, ...result } of ready) {
      await tx.update(pages).set({ ...result, analysedBy: engineName }).where(eq(pages.id, id))
    }
  })
}
