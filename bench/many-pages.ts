/**
 * Bench: memory during a crawl of 20,000 pages, which must not grow after the first thousand.
 *   node bench/many-pages.ts [--pages 20000]     PostgreSQL; --embedded for the embedded database
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startChild } from './start-child.ts'
import { formatSamples, findRisingColumns } from './run-samples.ts'

/** After this many pages, threads and caches are warm and memory must stay flat. */
const WARM_UP_PAGES = 1_000
/** The allowed rise over the whole run. Keeping 20,000 pages in memory would take a gigabyte. */
const MAX_RISE_MB = 100

const Result = z.object({
  pages: z.number(),
  database: z.string(),
  pagesPerSecond: z.number(),
  memory: z.array(z.object({ at: z.number(), values: z.record(z.string(), z.number()) })),
})

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '20000' }, embedded: { type: 'boolean', default: false } },
})
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
const site = startChild('generated-site.ts', [values.pages])
try {
  const address = await site.line
  const crawl = startChild('crawl.ts', [address, values.pages], { DATABASE_URL: postgres?.url ?? '' })
  const result = Result.parse(JSON.parse(await crawl.line))
  console.log(
    `${result.pages} pages on ${result.database}, ${result.pagesPerSecond} per second; load average at the end ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(formatSamples(result.memory, 'pages'))
  const problems = findRisingColumns(result.memory, { 'resident MB': MAX_RISE_MB }, WARM_UP_PAGES)
  for (const problem of problems) console.error(`Not flat: ${problem}`)
  process.exitCode = problems.length > 0 || result.pages < Number(values.pages) ? 1 : 0
} finally {
  site.stop()
  await postgres?.stop()
}
