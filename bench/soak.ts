/**
 * Bench: memory, descriptors, threads, browsers and write-ahead log over 1,000 crawls in a row, which must stay flat.
 *   node bench/soak.ts [--crawls 1000]     PostgreSQL; --embedded for the embedded database
 *
 * Each crawl fetches three pages. Every twentieth crawl has a start page rendered by script, so that the browser is
 * started and stopped. An event stream is open during each crawl. Exits with 1 when a value rises over the second half.
 */
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createUser } from '#test/auth-requests.ts'
import { runStatement } from '#test/run-statement.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { formatSamples, findRisingColumns, type Sample } from './run-samples.ts'
import { browserProcessCount, openFileCount, residentMemoryMb, sizeOf, threadCount } from './process-stats.ts'

const { values } = parseArgs({
  options: { crawls: { type: 'string', default: '1000' }, embedded: { type: 'boolean', default: false } },
})
const crawls = Number(values.crawls)
const PAGES_EACH = 3
const SCRIPT_RENDERED_EVERY = 20
const SAMPLES = 40
/**
 * The allowed rise over the second half. V8 grows heaps before it collects, and the embedded database has a separate
 * heap.
 */
const BOUNDS = { 'memory MB': values.embedded ? 120 : 60, descriptors: 8, threads: 4, browsers: 3, 'WAL MB': 100 }
const EMAIL = 'soak@example.org'

const site = await openWebsite(pages())
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
// The embedded database's limit. PostgreSQL's default of 1 GB would not be reached during the run.
if (postgres) await runStatement(postgres.url, `alter system set max_wal_size = '256MB'`)
if (postgres) await runStatement(postgres.url, 'select pg_reload_conf()')
const server = await startServer({
  ALLOW_PRIVATE_HOSTS: site.host,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
  ...(postgres && { DATABASE_URL: postgres.url }),
})
try {
  const person = await createUser(server, EMAIL)
  await server.admin(['tier', EMAIL, 'enterprise'])
  await server.admin(['credits', EMAIL, String(crawls * PAGES_EACH)])
  const wal = postgres ? join(postgres.directory, 'data', 'pg_wal') : join(server.dataDir, embeddedFolder(), 'pg_wal')

  const samples: Sample[] = []
  const startedAt = performance.now()
  for (let number = 1; number <= crawls; number += 1) {
    await crawlOnce(number)
    if (number % Math.max(1, Math.floor(crawls / SAMPLES)) === 0) samples.push({ at: number, values: readStats(wal) })
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const { credits_count: left } = z.object({ credits_count: z.number() }).parse((await person.get('/api/credits')).body)
  console.log(
    `${crawls} crawls on ${postgres ? 'PostgreSQL' : 'the embedded database'} in ${seconds.toFixed(0)} s; load average at the end ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(formatSamples(samples, 'crawls'))
  const problems = findRisingColumns(samples, BOUNDS, crawls / 2)
  if (left !== 0) problems.push(`the balance is ${left} instead of 0`)
  for (const problem of problems) console.error(`Failed: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0

  async function crawlOnce(number: number) {
    const eventStream = new AbortController()
    const streamEnd = fetch(`${server.url}/api/events`, { headers: { Cookie: cookies() }, signal: eventStream.signal })
      .then(async ({ body }) => {
        for await (const _ of body ?? []);
      })
      .catch(() => {}) // Aborted after the crawl.
    const url = `${site.origin}/${number % SCRIPT_RENDERED_EVERY === 0 ? 'drawn' : 'start'}`
    const { status, body } = await person.post('/api/crawls', { url, maxPages: PAGES_EACH, maxDepth: 2 })
    if (status !== 201) throw new Error(`crawl ${number} was refused: ${status} ${JSON.stringify(body)}`)
    const ended = await waitFor(
      `crawl ${number} to end`,
      async () => {
        const { body: current } = await person.get(`/api/crawls/${body.id}?content=false`)
        return current.finishedAt && current
      },
      120_000,
    )
    if (ended.progress.pagesCrawled !== PAGES_EACH)
      throw new Error(
        `crawl ${number} read ${ended.progress.pagesCrawled} pages: ${JSON.stringify(ended.skipped ?? ended.error)}`,
      )
    eventStream.abort()
    await streamEnd
  }

  function cookies() {
    return [...person.cookies].map((pair) => pair.join('=')).join('; ')
  }
} finally {
  await server.close()
  await postgres?.stop()
  await site.close()
}
process.exit()

function readStats(wal: string): Record<string, number> {
  const pid = server.pid()
  return {
    'memory MB': residentMemoryMb(pid).now,
    descriptors: openFileCount(pid),
    threads: threadCount(pid),
    browsers: browserProcessCount(pid),
    'WAL MB': sizeOf(wal),
  }
}

/** The embedded database's folder below DATA_DIR. */
function embeddedFolder(): string {
  const found = readdirSync(server.dataDir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && readdirSync(join(server.dataDir, entry.name)).includes('PG_VERSION'),
  )
  if (!found) throw new Error(`no database in ${server.dataDir}`)
  return found.name
}

function pages(): Record<string, string> {
  const words = (name: string) =>
    Array.from(
      { length: 40 },
      (_, n) => `<p>Paragraph ${n} of the page ${name}, which is about soaking, patience and ${name}${n}.</p>`,
    ).join('')
  const links = '<a href="/start/one">one</a> <a href="/start/two">two</a>'
  const drawn = `<h1>Drawn</h1>${words('drawn')}<a href="/drawn/one">one</a> <a href="/drawn/two">two</a>`
  return {
    '/start': `<title>Start</title><main>${words('start')}${links}</main>`,
    '/start/one': `<title>One</title><main>${words('one')}</main>`,
    '/start/two': `<title>Two</title><main>${words('two')}</main>`,
    '/drawn': `<title>Drawn</title><div id="root"></div><script>setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(drawn)} }, 50)</script>`,
    '/drawn/one': `<title>Drawn one</title><main>${words('three')}</main>`,
    '/drawn/two': `<title>Drawn two</title><main>${words('four')}</main>`,
  }
}
