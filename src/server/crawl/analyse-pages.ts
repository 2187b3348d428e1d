/** Summary, key points and topics for the pages of a crawl that have none yet, beside the crawl and not in its way. */
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Engine } from '#server/models/engine.ts'

type Services = { db: Db; engine: Engine; log: Log }

/** Pages held in memory at a time. */
const BATCH = 10

/** Goes on until no page of the crawl is pending. A page whose analysis fails is marked so; the others go on. */
export async function analysePages(services: Services, crawlId: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const batch = await services.db
      .select({ id: pages.id, title: pages.title, content: pages.content, language: pages.language })
      .from(pages)
      .where(and(eq(pages.crawlId, crawlId), eq(pages.analysis, 'pending')))
      .orderBy(asc(pages.fetchedAt))
      .limit(BATCH)
    if (batch.length === 0) return
    for (const page of batch) {
      if (signal.aborted) return
      await analysePage(services, page, signal)
    }
  }
}

type PageToAnalyse = { id: string; title: string; content: string; language: string }

async function analysePage({ db, engine, log }: Services, page: PageToAnalyse, signal: AbortSignal) {
  try {
    const analysis = await engine.summarise(page, signal)
    await db
      .update(pages)
      .set({ ...analysis, analysis: 'done', analysedBy: engine.name })
      .where(eq(pages.id, page.id))
  } catch (error) {
    if (signal.aborted) return
    log.warn({ err: error, pageId: page.id }, 'page analysis failed')
    await db.update(pages).set({ analysis: 'failed', analysedBy: engine.name }).where(eq(pages.id, page.id))
  }
}
