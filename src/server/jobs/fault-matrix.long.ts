/** Faults of a whole installation on PostgreSQL while it crawls. The results are in docs/operations.md, "Faults". */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createClient } from '#test/client.ts'
import { crawlAcrossProcesses, expectEachPageOnce } from '#test/crawl-across-processes.ts'
import { startInstallation } from '#test/installation.ts'
import { type PostgresServer, startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsiteFleet, type WebsiteFleet } from '#test/website-fleet.ts'

const PAGES = 20
const TIMEOUT_MS = 900_000
const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it(
  'answers 503 while the database is away for 30 s, then stores and charges every page once [fault-matrix-1]',
  async () => {
    const AWAY_MS = 30_000
    const sites = await openSites(10, 300)
    const { installation, postgres, databaseUrl } = await openInstallation(sites, { web: 1, workers: 1 })
    const visitor = createClient(installation.web[0]?.url ?? '')
    let backMs = 0
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl, people: 5, pages: PAGES },
      async ({ stored }) => {
        await waitFor('some pages', async () => (await stored()) > 30)
        const start = await postgres.interrupt()
        await waitFor('503', async () => (await visitor.get('/readyz')).status === 503)
        const requests = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
        await sleep(AWAY_MS)
        expect((await visitor.get('/healthz')).status).toBe(200)
        // A page that is fetched but cannot be stored waits; its site gets no more requests.
        expect([...sites.asked.values()].reduce((sum, each) => sum + each, 0)).toBeLessThan(requests + 3 * 10)
        await start()
        const [before, startedAt] = [await stored(), performance.now()]
        await waitFor('the next page', async () => (await stored()) > before)
        backMs = Math.round(performance.now() - startedAt)
        return 0
      },
      300_000,
    )
    report(`crawls continued ${backMs} ms after the database was back`)
    expectEachPageOnce(outcome, { sites: 10, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
  },
  TIMEOUT_MS,
)

it(
  'ends with exit code 0 within ten seconds of SIGTERM during 50 crawls, and continues them after a start [fault-matrix-2]',
  async () => {
    const sites = await openSites(50, 400)
    const { installation, databaseUrl } = await openInstallation(sites, { web: 1, workers: 1 })
    const processes = [...installation.web, ...installation.workers]
    const stopMs: number[] = []
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl, people: 5, pages: PAGES },
      async ({ stored }) => {
        await waitFor('a page of each crawl', async () => (await stored()) > 50)
        const codes = await Promise.all(
          processes.map(async (each) => {
            const startedAt = performance.now()
            const code = await each.stop()
            stopMs.push(Math.round(performance.now() - startedAt))
            return code
          }),
        )
        expect(codes).toEqual([0, 0])
        await Promise.all(processes.map((each) => each.restart()))
        return 0
      },
      300_000,
    )
    const requests = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
    report(`stopped in ${stopMs.join(' and ')} ms, ${requests} requests for ${50 * PAGES} pages`)
    expect(Math.max(...stopMs)).toBeLessThan(10_000)
    expectEachPageOnce(outcome, { sites: 50, pages: PAGES })
    expect(requests).toBeLessThanOrEqual(50 * PAGES + 50)
  },
  TIMEOUT_MS,
)

it(
  'lets 20 people crawl one host at the same time: one request at a time, and everyone gets pages from the start [fault-matrix-3]',
  async () => {
    const PEOPLE = 20
    const fleet = await openSites(1, 20)
    const sites = { ...fleet, origins: Array<string>(PEOPLE).fill(fleet.origins[0] ?? '') }
    const { installation, databaseUrl } = await openInstallation(sites, { web: 1, workers: 2 })
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl, people: PEOPLE, pages: PAGES },
      async () => 0,
      600_000,
    )
    expectEachPageOnce(outcome, { sites: PEOPLE, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
    const database = new Client({ connectionString: databaseUrl })
    await database.connect()
    closing.push(() => database.end())
    const { rows } = await database.query<{ slowest_first: number; whole: number }>(`
      select max(extract(epoch from first - started))::float as slowest_first,
             max(extract(epoch from finished_at - started))::float as whole
        from (select crawls.finished_at, crawls.created_at as started,
                     (select min(pages.fetched_at) from pages where crawl_id = crawls.id) as first from crawls) as crawl`)
    const { slowest_first: slowestFirst = Infinity, whole = 0 } = rows[0] ?? {}
    report(`the last person had the first page after ${slowestFirst.toFixed(1)} s of ${whole.toFixed(1)} s`)
    expect(slowestFirst).toBeLessThan(whole / 2)
  },
  TIMEOUT_MS,
)

it(
  'keeps crawling while the next version migrates the database and takes over from this one [fault-matrix-4]',
  async () => {
    // Slow enough that pages are left when the next version has started.
    const sites = await openSites(10, 2_500)
    const { installation, databaseUrl, settings } = await openInstallation(sites, { web: 1, workers: 1 })
    const folder = createNextVersion()
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl, people: 5, pages: PAGES },
      async ({ stored }) => {
        await waitFor('some pages', async () => (await stored()) > 20)
        const starts = ['web', 'worker'].map(async (ROLE) => {
          const server = await startServer({ ...settings, ROLE }, folder)
          closing.push(() => server.close())
        })
        await Promise.all(starts)
        const before = await stored()
        const { url } = installation.web[0] ?? { url: '' }
        expect((await createClient(url).get('/readyz')).status).toBe(200)
        await waitFor('pages of both versions', async () => (await stored()) > before + 10)
        for (const old of [...installation.workers, ...installation.web]) expect(await old.stop()).toBe(0)
        // Subscribers reconnect to the address of their web process.
        await expect(startServer({ ...settings, ROLE: 'worker' })).rejects.toThrow(/newer version of Readback/)
        return 0
      },
      300_000,
    )
    expectEachPageOnce({ ...outcome, subscribers: [] }, { sites: 10, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
    report('two versions crawled together; the old one refused to start again')
  },
  TIMEOUT_MS,
)

async function openSites(count: number, pageMs: number): Promise<WebsiteFleet> {
  const sites = await openWebsiteFleet(count, PAGES, pageMs)
  closing.push(() => sites.close())
  return sites
}

async function openInstallation(sites: WebsiteFleet, counts: { web: number; workers: number }) {
  const postgres: PostgresServer = await startPostgresServer({ durable: true })
  closing.push(() => postgres.stop())
  const settings = {
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString('hex'),
    DEFAULT_TIER: 'enterprise',
    ALLOW_PRIVATE_HOSTS: sites.hosts,
  }
  const installation = await startInstallation(counts, settings)
  closing.push(() => installation.close())
  return { installation, postgres, settings, databaseUrl: postgres.url }
}

/** A copy of the server that adds a column, as a release would. */
function createNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readback-next-version-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['src', 'manual', 'package.json']) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, 'src/server/platform/db/migrations')
  const journalFile = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const entry = { idx: journal.entries.length, version: '7', when: Date.now(), tag: '9999_next', breakpoints: true }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  writeFileSync(join(migrations, '9999_next.sql'), 'ALTER TABLE "crawls" ADD COLUMN "of_next_version" text;')
  return folder
}

const report = (line: string) => void process.stdout.write(`${line}\n`)
