import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { AppError, type Message } from '#shared/errors.ts'
import { releaseHostLock, pauseHost, acquireHostLock } from '#server/crawl/schedule/host-lock.ts'
import { OutOfCredits } from '#server/credits/charge-page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import {
  chatAddresses,
  chatCheckPages,
  chatChecks,
  crawls,
  pages,
  savedChats,
} from '#server/platform/db/schema/index.ts'
import type { JobData } from '#server/platform/queues.ts'
import type { CheckRow, CheckServices, OriginalCrawl, PageToCheck } from './check-step.ts'
import { finishCheck } from './finish-check.ts'
import {
  crawlsWithSitemaps,
  listWithoutReading,
  nextAddressRetryMs,
  nextNewAddress,
  readSitemap,
} from './new-addresses.ts'
import { readNewAddress, recordNewAddress } from './record-new-address.ts'
import { recordResult } from './record-result.ts'
import { recheckPage } from './recheck-page.ts'

/** A check that never waits ends its job after this time, so that other jobs can run. */
const SLICE_MS = 20_000
/** Longer than any reader takes; the lock of a dead process expires. */
const HOST_LOCK_SECONDS = 300
const POLL_MS = 1_000
/** The longest wait for the summaries of new versions before the switch to them. */
const SUMMARIES_TIMEOUT_SECONDS = 120

/** Milliseconds to wait before the next step, 'continue' without a wait, 'ended' after the last step. */
type NextStep = number | 'continue' | 'ended'

/**
 * The job of a check: reads the chat's pages one after another, with the usual delays, then pages that are new on the
 * site. When it has to wait, a delayed job does the rest. A process that dies loses at most the page it was reading.
 * Rejects when `signal` is aborted or the database is unavailable, so that the queue retries the job.
 */
export async function checkPages(
  services: CheckServices,
  { checkId }: JobData<'check-pages'>,
  signal: AbortSignal,
): Promise<void> {
  const sliceEnd = Date.now() + SLICE_MS
  for (;;) {
    signal.throwIfAborted()
    const next = Date.now() < sliceEnd ? await takeStep(services, checkId, signal) : 0
    if (next === 'ended') return
    if (next !== 'continue') return continueLater(services, checkId, next)
  }
}

async function continueLater({ db, queue }: CheckServices, checkId: string, waitMs: number) {
  const startAfterSeconds = Math.ceil(waitMs / 1000)
  const delay = startAfterSeconds > 0 && { startAfterSeconds }
  await queue.send(db, 'check-pages', { checkId }, { singletonKey: checkId, ...delay })
}

/** Checks the next page. Without one, reads what is new on the site, and then ends the check. */
async function takeStep(services: CheckServices, checkId: string, signal: AbortSignal): Promise<NextStep> {
  const check = await runningCheck(services.db, checkId)
  if (!check) return 'ended'
  if (check.stopRequested || check.chatDeleted) return end(services, check, { status: 'stopped' })
  const target = await nextPage(services.db, check)
  if (target) return checkPage(services, check, target, signal)
  return (await findNewPages(services, check, signal)) ?? finishWhenSummarized(services, check)
}

async function checkPage(
  services: CheckServices,
  check: CheckRow,
  target: PageToCheck,
  signal: AbortSignal,
): Promise<NextStep> {
  const { page, crawl } = target
  const result = await withHost(services, check, page.finalUrl, () => recheckPage(services, target, signal))
  if (!result) return POLL_MS
  try {
    await recordResult(services, check, target, result)
  } catch (error) {
    if (error instanceof OutOfCredits) return endWithoutCredits(services, check)
    if (cannotStoreNow(error)) throw error
    services.log.error({ err: error, checkId: check.id, pageId: page.id }, 'failed to store a new version')
    const detail: Message =
      error instanceof AppError ? { code: error.code, values: error.values } : { code: 'not-saved' }
    await recordResult(services, check, target, { state: 'failed', detail, retry: true })
  }
  return delayAfter(services, page.finalUrl, crawl)
}

/** The wait before the next request to the same site. */
function delayAfter(services: CheckServices, url: string, crawl: OriginalCrawl | null): NextStep {
  const delayMs = Math.max(services.politeDelayMs(url), crawl?.settings.delayMs ?? 0)
  return delayMs > 0 ? delayMs : 'continue'
}

/** One request to the host of `url`, under its lock; null when another process holds the lock. */
async function withHost<T>(services: CheckServices, { id }: CheckRow, url: string, request: () => Promise<T>) {
  const { db, reader } = services
  const { host } = new URL(url)
  const heldBy = `check ${id}`
  if (!(await acquireHostLock(db, host, heldBy, HOST_LOCK_SECONDS))) return null
  const result = await request().finally(() => releaseHostLock(db, host, heldBy))
  const siteDelayMs = reader.crawlDelayMs(url)
  if (siteDelayMs > 0) await pauseHost(db, host, siteDelayMs)
  return result
}

/** Reads the sitemaps, then one new address; null when nothing is left to read. */
async function findNewPages(services: CheckServices, check: CheckRow, signal: AbortSignal): Promise<NextStep | null> {
  const { db } = services
  if (!check.sitemapsRead) return readSitemaps(services, check, signal)
  const next = await nextNewAddress(db, check)
  if (!next) return nextAddressRetryMs(db, check)
  if (await listWithoutReading(db, check, next)) return 'continue'
  const { address, crawl } = next
  const read = await withHost(services, check, address.fetchUrl, () => readNewAddress(services, next, signal))
  if (!read) return POLL_MS
  try {
    await recordNewAddress(services, check, next, read)
  } catch (error) {
    if (error instanceof OutOfCredits) return endWithoutCredits(services, check)
    if (cannotStoreNow(error)) throw error
    services.log.error({ err: error, checkId: check.id }, 'failed to store a new page')
    await recordNewAddress(services, check, next, NOT_STORED)
  }
  return delayAfter(services, address.fetchUrl, crawl)
}

async function readSitemaps(services: CheckServices, check: CheckRow, signal: AbortSignal): Promise<NextStep> {
  const { db } = services
  for (const crawl of await crawlsWithSitemaps(db, check)) {
    const isRead = await withHost(services, check, `${crawl.protocol}//${crawl.host}/`, async () => {
      await readSitemap(services, check, crawl, signal)
      return true
    })
    if (!isRead) return POLL_MS
  }
  await db.update(chatChecks).set({ sitemapsRead: true }).where(eq(chatChecks.id, check.id))
  return 'continue'
}

const NOT_STORED = { ok: false, reason: 'network', detail: { code: 'not-saved' }, retry: true } as const

const endWithoutCredits = (services: CheckServices, check: CheckRow) =>
  end(services, check, { status: 'failed', error: { code: 'credits.ran-out' } })

async function end(services: CheckServices, check: CheckRow, ending: Parameters<typeof finishCheck>[2]) {
  await finishCheck(services, check, ending)
  return 'ended' as const
}

async function runningCheck(db: Db, checkId: string): Promise<(CheckRow & { chatDeleted: boolean }) | undefined> {
  const [row] = await db
    .select({ check: chatChecks, deletedAt: savedChats.deletedAt })
    .from(chatChecks)
    .innerJoin(savedChats, eq(savedChats.id, chatChecks.chatId))
    .where(and(eq(chatChecks.id, checkId), isNull(chatChecks.finishedAt)))
  return row && { ...row.check, chatDeleted: row.deletedAt !== null }
}

const isWaiting = (checkId: string) =>
  and(eq(chatCheckPages.checkId, checkId), sql`${chatCheckPages.state} = 'waiting'`)

async function nextPage(db: Db, { id: checkId, chatId }: CheckRow): Promise<PageToCheck | undefined> {
  const [next] = await db
    .select({ page: pages, attempts: chatCheckPages.attempts })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(and(isWaiting(checkId), or(isNull(chatCheckPages.dueAt), lte(chatCheckPages.dueAt, sql`now()`))))
    .orderBy(asc(chatCheckPages.position))
    .limit(1)
  if (!next) return undefined
  const [first] = await db
    .select({ crawl: crawls })
    .from(pages)
    .leftJoin(chatAddresses, and(eq(chatAddresses.pageId, pages.id), eq(chatAddresses.chatId, chatId)))
    .innerJoin(crawls, eq(crawls.id, sql`coalesce(${pages.crawlId}, ${chatAddresses.crawlId})`))
    .where(eq(pages.id, next.page.versionOf ?? next.page.id))
  return { ...next, crawl: first?.crawl ?? null }
}

/** Ends the check once all new versions have their summary, or after a timeout. Waits for pages that are retried. */
async function finishWhenSummarized(services: CheckServices, check: CheckRow): Promise<NextStep> {
  const { db } = services
  const [retry] = await db
    .select({ ms: sql<number>`(extract(epoch from min(${chatCheckPages.dueAt}) - now()) * 1000)::float8` })
    .from(chatCheckPages)
    .where(isWaiting(check.id))
    .having(sql`count(*) > 0`)
  if (retry) return Math.max(retry.ms, 0)
  await db
    .update(chatChecks)
    .set({ readAt: sql`now()` })
    .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.readAt)))
  const isPending = await hasPendingSummary(db, check.id)
  return isPending ? POLL_MS : end(services, check, { status: 'finished' })
}

/** False after the timeout, too. */
async function hasPendingSummary(db: Db, checkId: string): Promise<boolean> {
  const newPages = union(
    db.select({ id: chatCheckPages.newPageId }).from(chatCheckPages).where(eq(chatCheckPages.checkId, checkId)),
    db.select({ id: chatAddresses.pageId }).from(chatAddresses).where(eq(chatAddresses.checkId, checkId)),
  ).as('new_pages')
  const isInTime = sql`${chatChecks.readAt} > now() - make_interval(secs => ${SUMMARIES_TIMEOUT_SECONDS})`
  const [pending] = await db
    .select({ id: pages.id })
    .from(newPages)
    .innerJoin(pages, eq(pages.id, newPages.id))
    .innerJoin(chatChecks, eq(chatChecks.id, checkId))
    .where(and(eq(pages.analysis, 'pending'), isInTime))
    .limit(1)
  return pending !== undefined
}
