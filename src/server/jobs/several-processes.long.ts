/**
 * Two web and three worker processes on one PostgreSQL read 200 sites while one of them after another, chosen at random,
 * is killed and started again. SITES, PAGES and SEED of the environment change what is read and who is killed when.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { startInstallation } from '#test/installation.ts'
import { openManySites } from '#test/many-sites.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { expectAllOnce, numberAskedFor, readByMany } from '#test/read-by-many.ts'

const SITES = numberAskedFor('SITES', 200)
const PAGES = numberAskedFor('PAGES', 20)
const SEED = numberAskedFor('SEED', Math.floor(Math.random() * 2 ** 31))
const PEOPLE = 10
const PAGE_MS = 400
/** A process is killed so long after the last one has come up again, at random up to. */
const BETWEEN_KILLS_MS = 3_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it(`loses and doubles nothing in ${SITES} crawls of ${PAGES} pages while processes are killed at random, and tells every screen`, async () => {
  const sites = await openManySites(SITES, PAGES, PAGE_MS)
  closing.push(() => sites.close())
  const postgres = await startPostgresServer({ durable: true })
  closing.push(() => postgres.stop())
  const settings = { DATABASE_URL: postgres.url, DEFAULT_TIER: 'enterprise', ALLOW_PRIVATE_HOSTS: sites.hosts }
  const installation = await startInstallation({ web: 2, workers: 3 }, settings)
  closing.push(() => installation.close())
  const processes = [...installation.web, ...installation.workers]
  const random = randomFrom(SEED)

  const startedAt = performance.now()
  const outcome = await readByMany({ installation, sites, databaseUrl: postgres.url, people: PEOPLE, pages: PAGES }, async ({ ended }) => {
    let kills = 0
    for (; !ended(); kills++) {
      await sleep(random() * BETWEEN_KILLS_MS)
      await processes[Math.floor(random() * processes.length)]?.restart('SIGKILL')
    }
    return kills
  }, 1_500_000)

  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const asked = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
  const opened = outcome.screens.map((screen) => screen.opened)
  const words = `seed ${SEED}: ${outcome.kills} kills in ${seconds} s, ${asked} pages asked for, screens opened ${Math.min(...opened)} to ${Math.max(...opened)} times`
  process.stdout.write(`${words}\n`)
  expectAllOnce(outcome, { sites: SITES, pages: PAGES })
  expect(sites.mostAtOnce()).toBe(1)
}, 1_800_000)

function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
}
