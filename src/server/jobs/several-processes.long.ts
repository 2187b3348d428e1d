/**
 * Two web and three worker processes on one PostgreSQL crawl 200 sites while random processes are killed and restarted.
 * The environment variables SITES, PAGES and SEED change the size and repeat a run.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { startInstallation } from '#test/installation.ts'
import { openWebsiteFleet } from '#test/website-fleet.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { expectEachPageOnce, numberFromEnvironment, crawlAcrossProcesses } from '#test/crawl-across-processes.ts'

const SITES = numberFromEnvironment('SITES', 200)
const PAGES = numberFromEnvironment('PAGES', 20)
const SEED = numberFromEnvironment('SEED', Math.floor(Math.random() * 2 ** 31))
const PEOPLE = 10
const PAGE_MS = 400
/** The longest time between a restart and the next kill. */
const MAX_BETWEEN_KILLS_MS = 3_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it(`stores and charges every page of ${SITES} crawls once while processes are killed at random, and every screen learns the ends`, async () => {
  const sites = await openWebsiteFleet(SITES, PAGES, PAGE_MS)
  closing.push(() => sites.close())
  const postgres = await startPostgresServer({ durable: true })
  closing.push(() => postgres.stop())
  const settings = { DATABASE_URL: postgres.url, DEFAULT_TIER: 'enterprise', ALLOW_PRIVATE_HOSTS: sites.hosts }
  const installation = await startInstallation({ web: 2, workers: 3 }, settings)
  closing.push(() => installation.close())
  const processes = [...installation.web, ...installation.workers]
  const random = randomFrom(SEED)

  const startedAt = performance.now()
  const outcome = await crawlAcrossProcesses(
    { installation, sites, databaseUrl: postgres.url, people: PEOPLE, pages: PAGES },
    async ({ ended }) => {
      let kills = 0
      for (; !ended(); kills++) {
        await sleep(random() * MAX_BETWEEN_KILLS_MS)
        await processes[Math.floor(random() * processes.length)]?.restart('SIGKILL')
      }
      return kills
    },
    1_500_000,
  )

  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const asked = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
  const connects = outcome.subscribers.map((subscriber) => subscriber.connects)
  const summary = `seed ${SEED}: ${outcome.kills} kills in ${seconds} s, ${asked} pages requested, ${Math.min(...connects)} to ${Math.max(...connects)} connects per subscriber`
  process.stdout.write(`${summary}\n`)
  expectEachPageOnce(outcome, { sites: SITES, pages: PAGES })
  expect(sites.maxConcurrent()).toBe(1)
}, 1_800_000)

function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
}
