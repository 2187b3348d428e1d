import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { z } from 'zod'
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
import type { CheckRow, CheckServices, PageToCheck } from './check-step.ts'
import { finishCheck } from './finish-check.ts'
import {
  crawlsWithSitemaps,
  listWithoutReading,
  nextAddressRetryMs,
  nextNewAddress,
  readNewAddress,
  readSitemap,
  recordNewAddress,
} from './new-addresses.ts'
import { recordResult } from './record-result.ts'
import { recheckPage } from './recheck-page.ts'

export const CheckPages = z.object({ checkId: z.uuid() })

/** A check that never waits ends its job after this time, so that other jobs can run. */
const SLICE_MS = 20_000
/** Longer than any reader takes; the lock of a dead process expires. */
const HOST_LOCK_SECONDS = 300
const POLL_MS = 1_000
/** The longest wait for the summaries of new versions before the switch to them. */
const SUMMARIES_TIMEOUT_SECONDS = 120

/**
 * The job of a check: reads the chat's pages one after another, with the usual delays, then pages that are new on the
 * site. When it has to wait, a delayed job does the rest. A process that dies loses at most the page it was reading. Rejects when `signal` is aborted or the
 * database is unavailable, so that the queue retries the job.
 */
export async function checkPages(
  services: CheckServices,
  { checkId }: z.infer<typeof CheckPages>,
  signal: AbortSignal,
): Promise<void> {
  const { db, queue } = services
  const until = Date.now() + SLICE_MS
  for (;;) {
    signal.throwIfAborted()
    const waitMs = Date.now() < until ? await nextStep(services, checkId, signal) : 0
    if (waitMs === 'ended') return
    if (waitMs === 'continue') continue
    const startAfterSeconds = Math.ceil(waitMs / 1000)
    return queue.send(
      db,
      'check-pages',
      { checkId },
      { singletonKey: checkId, ...(startAfterSeconds > 0 && { startAfterSeconds }) },
    )
  }
}

/** Checks one page and returns the milliseconds to wait before the next. */
async function nextStep(
  services: CheckServices,
  checkId: string,
  signal: AbortSignal,
): Promise<number | 'continue' | 'ended'> {
  const { db } = services
  const check = await runningCheck(db, checkId)
  if (!check) return 'ended'
  if (check.stopRequested || check.chatDeleted) return end(services, check, { status: 'stopped' })
  const target = await nextPage(db, check)
  if (!target) return (await findNewPages(services, check, signal)) ?? finishWhenSummarised(services, check)

  const { page, crawl } = target
  const result = await withHost(services, check, page.finalUrl, () => recheckPage(services, target, signal))
  if (!result) return POLL_MS
  try {
    await recordResult(services, check, target, result)
  } catch (error) {
    if (error instanceof OutOfCredits) return endWithoutCredits(services, check)
    if (cannotStoreNow(error)) throw error
    services.log.error({ err: error, checkId, pageId: page.id }, 'failed to store a new version')
    const detail: Message =
      error instanceof AppError ? { code: error.code, values: error.values } : { code: 'not-saved' }
    await recordResult(services, check, target, { state: 'failed', detail, retry: true })
  }
  return Math.max(services.politeDelayMs(page.finalUrl), crawl?.settings.delayMs ?? 0) || 'continue'
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
async function findNewPages(
  services: CheckServices,
  check: CheckRow,
  signal: AbortSignal,
): Promise<number | 'continue' | 'ended' | null> {
  const { db } = services
  if (!check.sitemapsRead) {
    for (const crawl of await crawlsWithSitemaps(db, check)) {
      const read = () => readSitemap(services, check, crawl, signal).then(() => true)
      if (!(await withHost(services, check, `${crawl.protocol}//${crawl.host}/`, read))) return POLL_MS
    }
    await db.update(chatChecks).set({ sitemapsRead: true }).where(eq(chatChecks.id, check.id))
    return 'continue'
  }
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
  return Math.max(services.politeDelayMs(address.fetchUrl), crawl.settings.delayMs ?? 0) || 'continue'
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

/** Ends the check once all new versions have their summary, or after a timeout. */
async function finishWhenSummarised(services: CheckServices, check: CheckRow): Promise<number | 'ended'> {
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
  const newPages = union(
    db.select({ id: chatCheckPages.newPageId }).from(chatCheckPages).where(eq(chatCheckPages.checkId, check.id)),
    db.select({ id: chatAddresses.pageId }).from(chatAddresses).where(eq(chatAddresses.checkId, check.id)),
  ).as('new_pages')
  const [pending] = await db
    .select({ id: pages.id })
    .from(newPages)
    .innerJoin(pages, eq(pages.id, newPages.id))
    .innerJoin(chatChecks, eq(chatChecks.id, check.id))
    .where(
      and(
        eq(pages.analysis, 'pending'),
        sql`${chatChecks.readAt} > now() - make_interval(secs => ${SUMMARIES_TIMEOUT_SECONDS})`,
      ),
    )
    .limit(1)
  return pending ? POLL_MS : end(services, check, { status: 'finished' })
}
