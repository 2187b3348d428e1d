/** A scaled-out installation on a PostgreSQL cluster with a pooler in transaction mode: test/patroni-cluster.ts. */
import { afterEach, expect, it } from 'vitest'
import { crawlAcrossProcesses, expectEachPageOnce, numberFromEnvironment } from '#test/crawl-across-processes.ts'
import { createClient } from '#test/client.ts'
import { startInstallation } from '#test/installation.ts'
import { startPatroniCluster } from '#test/patroni-cluster.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsiteFleet } from '#test/website-fleet.ts'

const SITES = numberFromEnvironment('SITES', 50)
const PAGES = 20
const PAGE_MS = 400
const TIMEOUT_MS = 900_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it(
  `stores and charges every page of ${SITES} crawls once behind a pooler while two web and two worker processes restart in turn [cluster-1]`,
  async () => {
    const { sites, installation, cluster } = await openCluster()
    await expect(startServer({ DATABASE_URL: cluster.poolerUrl })).rejects.toThrow(/set DATABASE_DIRECT_URL/)
    const processes = [...installation.web, ...installation.workers]
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl: cluster.poolerUrl, people: 10, pages: PAGES },
      async ({ stored }) => {
        await waitFor('a page of each crawl', async () => (await stored()) > SITES, 60_000)
        for (const each of processes) {
          const before = await stored()
          await each.restart('SIGTERM')
          await waitFor('more pages', async () => (await stored()) > before, 60_000)
        }
        return 0
      },
      600_000,
    )
    expectEachPageOnce(outcome, { sites: SITES, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
    const requests = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
    process.stdout.write(`rolling restart: ${requests} requests for ${SITES * PAGES} pages\n`)
  },
  TIMEOUT_MS,
)

it(
  `loses and doubles nothing when the primary is killed during ${SITES} crawls, and stores pages again within 30 s [cluster-2]`,
  async () => {
    const { sites, installation, cluster } = await openCluster()
    const visitor = createClient(installation.web[0]?.url ?? '')
    const seconds = { serving: 0, storing: 0 }
    const outcome = await crawlAcrossProcesses(
      { installation, sites, databaseUrl: cluster.poolerUrl, people: 10, pages: PAGES },
      async ({ stored }) => {
        await waitFor('some pages', async () => (await stored()) > 2 * SITES, 120_000)
        const before = await stored()
        const killedAt = performance.now()
        const passed = () => (performance.now() - killedAt) / 1000
        await cluster.killPrimary()
        await waitFor('an outage', async () => (await visitor.get('/readyz')).status === 503, 20_000)
        await waitFor('a ready server', async () => (await visitor.get('/readyz')).status === 200, 120_000)
        seconds.serving = passed()
        await waitFor('new pages', async () => (await stored().catch(() => 0)) > before + SITES, 120_000)
        seconds.storing = passed()
        return 0
      },
      600_000,
    )
    const requests = [...sites.asked.values()].reduce((sum, each) => sum + each, 0)
    process.stdout.write(
      `failover: served after ${seconds.serving.toFixed(1)} s, ${SITES} more pages after ${seconds.storing.toFixed(1)} s, ${requests} requests for ${SITES * PAGES} pages\n`,
    )
    expectEachPageOnce(outcome, { sites: SITES, pages: PAGES })
    expect(sites.maxConcurrent()).toBe(1)
    expect(seconds.serving).toBeLessThan(30)
  },
  TIMEOUT_MS,
)

async function openCluster() {
  const sites = await openWebsiteFleet(SITES, PAGES, PAGE_MS)
  closing.push(() => sites.close())
  const cluster = await startPatroniCluster()
  closing.push(() => cluster.stop())
  const settings = {
    DATABASE_URL: cluster.poolerUrl,
    DATABASE_DIRECT_URL: cluster.directUrl,
    DEFAULT_TIER: 'enterprise',
    ALLOW_PRIVATE_HOSTS: sites.hosts,
  }
  const installation = await startInstallation({ web: 2, workers: 2 }, settings)
  closing.push(() => installation.close())
  return { sites, installation, cluster }
}
