/**
 * Crawls a site with the product's own code, delay 0, and exits when done: `node bench/crawl.ts URL PAGES`.
 * Uses DATABASE_URL when set, else an embedded database in a folder that is removed afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { openAccount } from '#server/account/open-account.ts'
import { readConfig } from '#server/config.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { crawls, users, userSettings } from '#server/db/schema/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { openServices } from '#server/services.ts'

const [url = '', pages = '1000'] = process.argv.slice(2)
if (!URL.canParse(url)) {
  console.error('Usage: node bench/crawl.ts URL PAGES, such as node bench/crawl.ts http://localhost:8080/ 1000')
  process.exit(2)
}

const dataDir = await mkdtemp(join(tmpdir(), 'readback-bench-'))
const config = {
  ...readConfig({ CRAWL_DELAY_MS: '0', ALLOW_PRIVATE_HOSTS: new URL(url).host }),
  dataDir,
  databaseUrl: process.env['DATABASE_URL'],
}
const services = await openServices(config, createLog({ level: 'warn', readable: true }))
const worker = await startWorker(services)
const { db } = services

const userId = `bench-${process.pid}`
await db.insert(users).values({ id: userId, name: 'Bench', email: `${userId}@example.org`, emailVerified: true })
await openAccount(db, userId, 'enterprise')
await db.update(userSettings).set({ tier: 'enterprise' }).where(eq(userSettings.userId, userId))

const startedAt = performance.now()
const crawl = await startCrawl(services, { userId, url, maxPages: Number(pages), maxDepth: 20 })
const stored = await new Promise<number>((resolve) => {
  const unsubscribe = services.events.subscribe(userId, (event) => {
    if (event.type !== 'crawl' || ['queued', 'crawling'].includes(event.status)) return
    unsubscribe()
    resolve(event.progress.pagesCrawled)
  })
})
const seconds = (performance.now() - startedAt) / 1000
const [times] = await db
  .select({ reading: sql<number>`extract(epoch from (select max(fetched_at) from pages where crawl_id = ${crawl.id}) - ${crawls.startedAt})` })
  .from(crawls)
  .where(eq(crawls.id, crawl.id))
const memory = Math.round(process.memoryUsage.rss() / 1e6)
console.log(
  JSON.stringify({
    pages: stored,
    seconds: Number(seconds.toFixed(2)),
    secondsUntilLastPage: Number(Number(times?.reading ?? 0).toFixed(2)),
    pagesPerSecond: Number((stored / seconds).toFixed(1)),
    memoryMB: memory,
    database: services.database.kind,
  }),
)
await worker.close(0)
await services.close()
await rm(dataDir, { recursive: true, force: true })
process.exit(0)
