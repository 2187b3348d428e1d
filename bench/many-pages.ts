/**
 * Bench: the memory of a crawl of 20,000 pages, which must not grow after the first thousand.
 *   node bench/many-pages.ts [--pages 20000]     PostgreSQL; --embedded for the embedded database
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startChild } from './child.ts'
import { drawCurve, notFlat } from './curve.ts'

/** From here on it must be flat: engine, threads and caches are warm. */
const WARM_PAGES = 1_000
/** So much the line may rise over the whole run: 20,000 pages that stayed in memory would be a gigabyte. */
const RISE_MAX_MB = 100

const Told = z.object({
  pages: z.number(),
  database: z.string(),
  pagesPerSecond: z.number(),
  memory: z.array(z.object({ at: z.number(), values: z.record(z.string(), z.number()) })),
})

const { values } = parseArgs({ options: { pages: { type: 'string', default: '20000' }, embedded: { type: 'boolean', default: false } } })
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
const site = startChild('generated-site.ts', [values.pages])
try {
  const address = await site.line
  const crawl = startChild('crawl.ts', [address, values.pages], { DATABASE_URL: postgres?.url ?? '' })
  const told = Told.parse(JSON.parse(await crawl.line))
  console.log(`${told.pages} pages on ${told.database}, ${told.pagesPerSecond} a second; load at the end ${loadavg()[0]?.toFixed(1)}`)
  console.log(drawCurve(told.memory, 'pages'))
  const wrong = notFlat(told.memory, { 'resident MB': RISE_MAX_MB }, WARM_PAGES)
  for (const words of wrong) console.error(`Not flat: ${words}`)
  process.exitCode = wrong.length > 0 || told.pages < Number(values.pages) ? 1 : 0
} finally {
  site.stop()
  await postgres?.stop()
}
