/** Crawls a site with the product's services and no delay, and prints the measurements as one line of JSON. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import { readConfig } from '#server/platform/config.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { crawls, pages as storedPages, userCredits, users, userSettings } from '#server/platform/db/schema/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import type { Sample } from './run-samples.ts'

/** Uses DATABASE_URL if set, else a temporary embedded database. Exits the process. */
export async function crawlSite(url: string, pages: number): Promise<never> {
  const dataDir = await mkdtemp(join(tmpdir(), 'readback-bench-'))
  const config = {
    ...readConfig({ CRAWL_DELAY_MS: '0', ALLOW_PRIVATE_HOSTS: new URL(url).host }),
    dataDir,
    databaseUrl: process.env['DATABASE_URL'],
    production: true,
  }
  const services = await openServices(config, createLog({ level: 'warn', readable: true }))
  const worker = await startWorker(services)
  const { db } = services

  const userId = `bench-${process.pid}`
  await db.insert(users).values({ id: userId, name: 'Bench', email: `${userId}@example.org`, emailVerified: true })
  await provisionAccount(db, userId, 'enterprise')
  await db.update(userSettings).set({ tier: 'enterprise' }).where(eq(userSettings.userId, userId))
  await db
    .update(userCredits)
    .set({ creditsCount: pages + 3_000 })
    .where(eq(userCredits.userId, userId))
  const openedAt = performance.now()
  const startedAt = Date.now()

  const ended = Promise.withResolvers<number>()
  let pagesCrawled = 0
  services.events.subscribe(userId, (event) => {
    if (event.type !== 'crawl') return
    ;({ pagesCrawled } = event.progress)
    if (['queued', 'crawling'].includes(event.status)) return
    ended.resolve(event.progress.pagesCrawled)
  })
  const { id } = await startCrawl(services, { userId, url, maxPages: Math.min(pages, PLAN_MAX_PAGES), maxDepth: 20 })
  // Raise the limit beyond the plan's before the first page is fetched.
  if (pages > PLAN_MAX_PAGES) await db.update(crawls).set({ maxPages: pages }).where(eq(crawls.id, id))
  const memory = pages > PLAN_MAX_PAGES ? watchMemory(() => pagesCrawled) : null
  const stored = await ended.promise
  const finishedAt = performance.now()

  // The database runs on this machine, so its clock can be compared with Date.now().
  const [times] = await db
    .select({ lastPageAt: sql<number>`extract(epoch from max(${storedPages.fetchedAt})) * 1000` })
    .from(storedPages)
    .where(eq(storedPages.crawlId, id))
  await worker.close(0)
  await services.close()
  await rm(dataDir, { recursive: true, force: true })

  const seconds = (finishedAt - openedAt) / 1000
  const rounded = (value: number) => Number(value.toFixed(2))
  console.log(
    JSON.stringify({
      pages: stored,
      database: services.database.kind,
      secondsToOpen: rounded(openedAt / 1000),
      // Without summaries, like the peers; `seconds` includes them.
      secondsUntilLastPage: rounded((Number(times?.lastPageAt) - startedAt) / 1000),
      seconds: rounded(seconds),
      totalSeconds: rounded(performance.now() / 1000),
      pagesPerSecond: rounded(stored / seconds),
      ...(memory && { memory: memory() }),
    }),
  )
  process.exit(0)
}

/** The page limit of the enterprise plan. */
const PLAN_MAX_PAGES = 1_000

/** Samples the process's resident memory and the main thread's heap every five seconds, in MB. */
function watchMemory(pages: () => number) {
  const samples: Sample[] = []
  const timer = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    samples.push({ at: pages(), values: { 'resident MB': rss / 1e6, 'heap MB': heapUsed / 1e6 } })
  }, 5_000)
  return () => {
    clearInterval(timer)
    return samples
  }
}
