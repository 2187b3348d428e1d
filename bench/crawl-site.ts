/** One crawl through the product's own services, delay 0, from nothing to the end: its figures as one line of JSON. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { openAccount } from '#server/account/open-account.ts'
import { readConfig } from '#server/config.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { crawls, pages as storedPages, userCredits, users, userSettings } from '#server/db/schema/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { openServices } from '#server/services.ts'
import type { Sample } from './curve.ts'

/** Uses DATABASE_URL when set, else an embedded database in a folder that is removed afterwards. Ends the process. */
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
  await openAccount(db, userId, 'enterprise')
  await db.update(userSettings).set({ tier: 'enterprise' }).where(eq(userSettings.userId, userId))
  await db.update(userCredits).set({ creditsCount: pages + 3_000 }).where(eq(userCredits.userId, userId))
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
  const wish = { userId, url, maxPages: Math.min(pages, PLAN_PAGES), maxDepth: 20 }
  const { id } = await startCrawl(services, wish)
  // More than any plan allows, for the bench alone: said before the first page can have been read.
  if (pages > PLAN_PAGES) await db.update(crawls).set({ maxPages: pages }).where(eq(crawls.id, id))
  const memory = pages > PLAN_PAGES ? watchMemory(() => pagesCrawled) : null
  const stored = await ended.promise
  const finishedAt = performance.now()

  // The database's clock is this machine's.
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
      // The durable step alone, as the peers are timed; `seconds` has every page's summary too.
      secondsUntilLastPage: rounded((Number(times?.lastPageAt) - startedAt) / 1000),
      seconds: rounded(seconds),
      secondsInAll: rounded(performance.now() / 1000),
      pagesPerSecond: rounded(stored / seconds),
      ...(memory && { memory: memory() }),
    }),
  )
  process.exit(0)
}

/** What the enterprise plan allows. */
const PLAN_PAGES = 1_000

/** Looks every five seconds at the whole process' resident memory and at what its main thread's collector holds, MB. */
function watchMemory(pages: () => number) {
  const seen: Sample[] = []
  const timer = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    seen.push({ at: pages(), values: { 'resident MB': rss / 1e6, 'heap MB': heapUsed / 1e6 } })
  }, 5_000)
  return () => {
    clearInterval(timer)
    return seen
  }
}
