/**
 * Bench: 1,000 crawls in a row on one server: its memory, descriptors, threads, browsers and write-ahead log must stay flat.
 *   node bench/soak.ts [--crawls 1000]     PostgreSQL; --embedded for the embedded database
 *
 * Each crawl reads three pages, one in twenty draws its start page by script, so that the browser comes and goes; a
 * screen follows each crawl to its end. Ends with 1 when a line through the second half is not flat.
 */
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PASSWORD } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { onServer } from '#test/on-server.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { drawCurve, notFlat, type Sample } from './curve.ts'
import { browsersOf, descriptorsOf, memoryOf, sizeOf, threadsOf } from './process-facts.ts'

const { values } = parseArgs({ options: { crawls: { type: 'string', default: '1000' }, embedded: { type: 'boolean', default: false } } })
const crawls = Number(values.crawls)
const PAGES_EACH = 3
const DRAWN_EVERY = 20
const SAMPLES = 40
/** How far a line may rise over the second half. V8 lets heaps grow before it collects, the engine's thread has one more. */
const BOUNDS = { 'memory MB': values.embedded ? 120 : 60, descriptors: 8, threads: 4, browsers: 3, 'WAL MB': 100 }
const EMAIL = 'soak@example.org'

const site = await openWebsite(pages())
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
// As much log as the embedded database keeps; PostgreSQL's usual gigabyte would still be filling at the end.
if (postgres) await onServer(postgres.url, `alter system set max_wal_size = '256MB'`)
if (postgres) await onServer(postgres.url, 'select pg_reload_conf()')
const server = await startServer({
  ALLOW_PRIVATE_HOSTS: site.host,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
  ...(postgres && { DATABASE_URL: postgres.url }),
})
try {
  const person = createClient(server.url)
  await person.post('/api/auth/sign-up/email', { email: EMAIL, password: PASSWORD })
  await person.post('/api/auth/email-otp/verify-email', { email: EMAIL, otp: await server.codeFor(EMAIL) })
  await server.admin(['tier', EMAIL, 'enterprise'])
  await server.admin(['credits', EMAIL, String(crawls * PAGES_EACH)])
  const wal = postgres ? join(postgres.directory, 'data', 'pg_wal') : join(server.dataDir, embeddedFolder(), 'pg_wal')

  const samples: Sample[] = []
  const startedAt = performance.now()
  for (let number = 1; number <= crawls; number += 1) {
    await crawlOnce(number)
    if (number % Math.max(1, Math.floor(crawls / SAMPLES)) === 0) samples.push({ at: number, values: look(wal) })
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const { credits_count: left } = z.object({ credits_count: z.number() }).parse((await person.get('/api/credits')).body)
  console.log(`${crawls} crawls on ${postgres ? 'PostgreSQL' : 'the embedded database'} in ${seconds.toFixed(0)} s; load at the end ${loadavg()[0]?.toFixed(1)}`)
  console.log(drawCurve(samples, 'crawls'))
  const wrong = notFlat(samples, BOUNDS, crawls / 2)
  if (left !== 0) wrong.push(`the balance is ${left} after pages for every credit`)
  for (const words of wrong) console.error(`Not as it should be: ${words}`)
  process.exitCode = wrong.length > 0 ? 1 : 0

  async function crawlOnce(number: number) {
    const screen = new AbortController()
    const following = fetch(`${server.url}/api/events`, { headers: { Cookie: cookies() }, signal: screen.signal })
      .then(async ({ body }) => {
        for await (const _ of body ?? []);
      })
      .catch(() => {}) // Closed with its crawl.
    const url = `${site.origin}/${number % DRAWN_EVERY === 0 ? 'drawn' : 'start'}`
    const { status, body } = await person.post('/api/crawls', { url, maxPages: PAGES_EACH, maxDepth: 2 })
    if (status !== 201) throw new Error(`crawl ${number} was refused: ${status} ${JSON.stringify(body)}`)
    const ended = await waitFor(`crawl ${number} to end`, async () => {
      const { body: now } = await person.get(`/api/crawls/${body.id}?content=false`)
      return now.finishedAt && now
    }, 120_000)
    if (ended.progress.pagesCrawled !== PAGES_EACH) throw new Error(`crawl ${number} read ${ended.progress.pagesCrawled} pages: ${JSON.stringify(ended.skipped ?? ended.error)}`)
    screen.abort()
    await following
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

function look(wal: string): Record<string, number> {
  const pid = server.pid()
  return {
    'memory MB': memoryOf(pid).now,
    descriptors: descriptorsOf(pid),
    threads: threadsOf(pid),
    browsers: browsersOf(pid),
    'WAL MB': sizeOf(wal),
  }
}

/** The database's own folder below DATA_DIR. */
function embeddedFolder(): string {
  const found = readdirSync(server.dataDir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && readdirSync(join(server.dataDir, entry.name)).includes('PG_VERSION'),
  )
  if (!found) throw new Error(`no database in ${server.dataDir}`)
  return found.name
}

function pages(): Record<string, string> {
  const words = (name: string) => Array.from({ length: 40 }, (_, n) => `<p>Paragraph ${n} of the page ${name}, which tells of soaking, of patience and of ${name}${n}.</p>`).join('')
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
