/**
 * `readback check FILE`: crawls a site, a preview deployment or a folder of built HTML into a temporary embedded
 * database and judges the questions of a golden file. Needs no server and leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { and, eq, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { AppError } from '#shared/errors.ts'
import type { GoldenQuestion } from '#shared/chat/golden-questions.ts'
import { isRunning } from '#shared/crawl/crawls.ts'
import { skipReasonTexts } from '#shared/crawl/skip-reasons.ts'
import { plans } from '#shared/plans.ts'
import { createId, provisionAccount } from '#server/accounts/provision-account.ts'
import { listSkipped } from '#server/crawl/list-skipped.ts'
import { startCrawl } from '#server/crawl/start-crawl.ts'
import { judgeGoldenQuestions } from '#server/golden/run-golden-questions.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { readConfig } from '#server/platform/config.ts'
import { type CrawlOf, ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls, pages, users } from '#server/platform/db/schema/index.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices, type Services } from '#server/services.ts'
import type { SiteReport } from './write-report.ts'

type SiteCheck = {
  /** An address, or a folder of built HTML; `name` is what the report calls it. */
  site: { url: string } | { folder: string; name?: string }
  /** Do not wait between pages nor obey robots.txt and noindex; always so on this machine. */
  ownSite?: boolean | undefined
  maxPages?: number | undefined
  maxDepth?: number | undefined
  questions: readonly Omit<GoldenQuestion, 'id'>[]
  /** An empty PostgreSQL database to use instead of a temporary embedded one. */
  databaseUrl?: string | undefined
  /** Called now and then with the number of pages so far. */
  onProgress?: (pages: number) => void
}

const POLL_MS = 200
/** Someone waits for the command: a site that does not respond is reported after seconds, not after a minute. */
const RETRY_BACKOFF_MS = 1_000
const CLOSE_GRACE_MS = 1_000
/**
 * Hosts of preview deployments send noindex with every page: after so many, and no other page, the rest is not asked
 * for.
 */
const MAX_NOINDEX = 3

/** Throws AppError when no page of the site can be read. */
export async function checkSite({
  site,
  ownSite = false,
  questions,
  databaseUrl,
  onProgress,
  ...limits
}: SiteCheck): Promise<SiteReport> {
  const startedAt = performance.now()
  const served = 'folder' in site ? await serveFolder(site.folder) : null
  const url = served?.url ?? ('url' in site ? site.url : '')
  const dataDir = await mkdtemp(join(tmpdir(), 'readback-check-'))
  try {
    return await withServices({ dataDir, databaseUrl, url, ownSite }, async (services) => {
      const userId = await createOperator(services)
      const found = await crawlSite(services, { userId, url, onProgress, ...limits })
      const results = await judgeGoldenQuestions(services, {
        userId,
        pages: found,
        questions: questions.map((question, n) => ({ ...question, id: String(n + 1) })),
      })
      const seconds = (performance.now() - startedAt) / 1000
      if (!('folder' in site)) return { site: url, pages: found.length, seconds, results }
      // The port is another one in each run: services that compare runs need the same names.
      const named = results.map((result) => ({ ...result, found: result.found && withoutOrigin(result.found) }))
      return { site: site.name ?? site.folder, pages: found.length, seconds, results: named }
    })
  } finally {
    await served?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function withoutOrigin<Found extends { url: string }>(found: Found): Found {
  const { pathname, search } = new URL(found.url)
  return { ...found, url: pathname + search }
}

async function withServices<Result>(
  {
    dataDir,
    databaseUrl,
    url,
    ownSite,
  }: { dataDir: string; databaseUrl: string | undefined; url: string; ownSite: boolean },
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  // Only what this command needs: the settings of a server on this machine do not change a result. A
  // private address is fine: the person who names it runs the command.
  const { host, hostname } = new URL(url)
  const ownSites = ownSite || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ALLOW_PRIVATE_HOSTS: host,
    RETRY_BACKOFF_MS: String(RETRY_BACKOFF_MS),
    ...(ownSites && { CRAWL_DELAY_MS: '0' }),
  })
  const services = await openServices(config, createLog({ level: 'error', readable: true }), { ownSites })
  try {
    const worker = await startWorker(services)
    try {
      return await work(services)
    } finally {
      services.beginClosing()
      await worker.close(CLOSE_GRACE_MS)
    }
  } finally {
    await services.close()
  }
}

/** The only account of the database, with the highest plan. */
async function createOperator({ db }: Services): Promise<string> {
  const userId = createId()
  await db.insert(users).values({ id: userId, name: '', email: 'operator@localhost', emailVerified: true })
  await provisionAccount(db, userId, 'enterprise')
  return userId
}

type CrawlOptions = Pick<SiteCheck, 'maxPages' | 'maxDepth' | 'onProgress'> & { userId: string; url: string }

async function crawlSite(services: Services, { userId, url, maxPages, maxDepth, onProgress }: CrawlOptions) {
  const { db } = services
  const limits = {
    maxPages: maxPages ?? plans.enterprise.maxPagesPerCrawl,
    maxDepth: maxDepth ?? plans.enterprise.maxDepth,
  }
  const { id } = await startCrawl(services, { userId, url, ...limits })
  while (true) {
    const [crawl] = await db
      .select({ status: crawls.status, pagesCrawled: crawls.pagesCrawled })
      .from(crawls)
      .where(ownCrawl({ userId, crawlId: id }))
    if (!crawl) throw new AppError('crawl.not-found')
    onProgress?.(crawl.pagesCrawled)
    if (!isRunning(crawl.status)) break
    if (crawl.pagesCrawled === 0 && (await isRefused(services, { userId, crawlId: id }))) break
    await sleep(POLL_MS)
  }
  const found = await db
    .select({ id: pages.id, url: pages.url })
    .from(pages)
    .where(and(eq(pages.crawlId, id), eq(pages.userId, userId), isNull(pages.goneAt)))
  if (found.length === 0) throw await explainNothing(services, { userId, crawlId: id })
  return found
}

async function isRefused(services: Services, ref: CrawlOf): Promise<boolean> {
  const { next } = await listSkipped(services, { ...ref, reason: 'noindex', after: 0, limit: MAX_NOINDEX - 1 })
  return next !== null
}

/** Why the start page could not be read, as far as that is known. */
async function explainNothing(services: Services, ref: CrawlOf): Promise<AppError> {
  const { skipped } = await listSkipped(services, { ...ref, after: 0, limit: 1 })
  const [first] = skipped
  if (!first) return new AppError('crawl.failed')
  const { url, reason, detail } = first
  const isRefused = reason === 'robots' || reason === 'noindex'
  const why = skipReasonTexts[reason] + (detail && ` (${detail})`)
  return new AppError(isRefused ? 'crawl.site-refuses' : 'crawl.nothing-read', { url, reason: why })
}

/** Serves a folder on a free port of this machine. */
async function serveFolder(folder: string) {
  const root = resolve(folder)
  const app = new Hono().use('*', serveStatic({ root }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  // address() is an AddressInfo for TCP servers.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
