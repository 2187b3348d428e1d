/** Writes summary, key points and topics of pages to the database, several pages at a time. */
import { sql } from 'drizzle-orm'
import { cleanText } from '#shared/clean-text.ts'
import type { PageAnalysis } from '#server/engines/engine.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Results are written in batches, but at least this often, so that the pages of a slow model appear one by one. */
const WRITE_INTERVAL_MS = 500

/**
 * `id` is that of the page; `analyzedBy` the name of the engine. Pending: a first summary, until the model's arrives.
 */
export type AnalysisResult = { id: string; analyzedBy: string } & PageAnalysis & {
    analysis: 'pending' | 'done' | 'failed'
  }

/** Collects the results of one job. `onWritten` gets the ids of the pages whose results are in the database. */
export function createResultBuffer(db: Db, onWritten: (pageIds: string[]) => void) {
  let pending: AnalysisResult[] = []
  let writtenAt = performance.now()

  async function write() {
    const results = pending
    pending = []
    writtenAt = performance.now()
    if (results.length === 0) return
    await writeResults(db, results)
    onWritten(results.map(({ id }) => id))
  }
  return {
    add(result: AnalysisResult) {
      pending.push(result)
    },
    write,
    async writeIfDue() {
      if (performance.now() - writtenAt >= WRITE_INTERVAL_MS) await write()
    },
  }
}

/** One statement for all results: a fast crawl has dozens at a time. */
export async function writeResults(db: Db, results: AnalysisResult[]) {
  const json = JSON.stringify(results, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value))
  await db.execute(sql`
    update pages
       set analysis = result.analysis,
           analysed_by = result."analyzedBy",
           summary = result.summary,
           main_points = result."mainPoints",
           topics = result.topics
      from jsonb_to_recordset(${json}::jsonb)
        as result(id uuid, analysis text, "analyzedBy" text, summary text, "mainPoints" jsonb, topics jsonb)
     where pages.id = result.id
       -- A first summary never replaces the model's.
       and (result.analysis <> 'pending' or pages.analysed_by is null)`)
}
