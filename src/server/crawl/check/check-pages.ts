/**
 * The job of a check: reads the chat's pages one after another, politely, for as long as it need not wait, and leaves
 * the rest to a job that begins when the wait is over. A process that dies loses at most the page in hand.
 */
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { giveHostTurn, pauseHost, takeHostTurn } from '#server/crawl/host-turns.ts'
import { OutOfCredits } from '#server/crawl/pay-for-page.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { chatCheckPages, chatChecks, crawls, pages, savedChats } from '#server/db/schema/index.ts'
import type { CheckRow, CheckServices, PageInHand } from './check-services.ts'
import { finishCheck } from './finish-check.ts'
import { keepFound } from './keep-found.ts'
import { readAgain } from './read-again.ts'

export const CheckPages = z.object({ checkId: z.uuid() })

/** A check that never has to wait lets other jobs have their turn. */
const SLICE_MS = 20_000
/** Longer than any reader takes; a dead process' turn runs out by itself. */
const TURN_SECONDS = 300
const ASK_AGAIN_MS = 1_000
/** So long the switch waits for the summaries of new versions. */
const SUMMARIES_WITHIN_SECONDS = 120

/** Rejects when `signal` is aborted or the database is away, so that the job is tried again. */
export async function checkPages(services: CheckServices, { checkId }: z.infer<typeof CheckPages>, signal: AbortSignal): Promise<void> {
  const { db, queue } = services
  const until = Date.now() + SLICE_MS
  for (;;) {
    signal.throwIfAborted()
    const waitMs = Date.now() < until ? await nextStep(services, checkId, signal) : 0
    if (waitMs === 'ended') return
    if (waitMs === 'go on') continue
    const startAfterSeconds = Math.ceil(waitMs / 1000)
    return queue.send(db, 'check-pages', { checkId }, { singletonKey: checkId, ...(startAfterSeconds > 0 && { startAfterSeconds }) })
  }
}

/** Answers the milliseconds to wait before the next one. */
async function nextStep(services: CheckServices, checkId: string, signal: AbortSignal): Promise<number | 'go on' | 'ended'> {
  const { db } = services
  const check = await runningCheck(db, checkId)
  if (!check) return 'ended'
  if (check.stopRequested || check.chatDeleted) return end(services, check, { status: 'stopped' })
  const inHand = await nextPage(db, checkId)
  if (!inHand) return finishWhenSummarised(services, check)

  const { page, crawl } = inHand
  const { host } = new URL(page.finalUrl)
  const heldBy = `check ${checkId}`
  if (!(await takeHostTurn(db, host, heldBy, TURN_SECONDS))) return ASK_AGAIN_MS
  const found = await readAgain(services, inHand, signal).finally(() => giveHostTurn(db, host, heldBy))
  const siteDelayMs = services.reader.crawlDelayMs(page.finalUrl)
  if (siteDelayMs > 0) await pauseHost(db, host, siteDelayMs)
  try {
    await keepFound(services, check, inHand, found)
  } catch (error) {
    if (error instanceof OutOfCredits) return end(services, check, { status: 'failed', error: { code: 'credits.ran-out' } })
    if (isDatabaseBusy(error)) throw error
    services.log.error({ err: error, checkId, pageId: page.id }, 'a new version could not be kept')
    const detail = error instanceof AppError ? error.message : 'It could not be stored'
    await keepFound(services, check, inHand, { state: 'failed', detail, retry: true })
  }
  return Math.max(services.politeDelayMs(page.finalUrl), crawl?.settings.delayMs ?? 0) || 'go on'
}

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

const isWaiting = (checkId: string) => and(eq(chatCheckPages.checkId, checkId), sql`${chatCheckPages.state} = 'waiting'`)

async function nextPage(db: Db, checkId: string): Promise<PageInHand | undefined> {
  const [next] = await db
    .select({ page: pages, attempts: chatCheckPages.attempts })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(and(isWaiting(checkId), or(isNull(chatCheckPages.dueAt), lte(chatCheckPages.dueAt, sql`now()`))))
    .orderBy(asc(chatCheckPages.place))
    .limit(1)
  if (!next) return undefined
  const [first] = await db
    .select({ crawl: crawls })
    .from(pages)
    .innerJoin(crawls, eq(crawls.id, pages.crawlId))
    .where(eq(pages.id, next.page.versionOf ?? next.page.id))
  return { ...next, crawl: first?.crawl ?? null }
}

/** The switch is to versions that have their summary, unless that takes too long. */
async function finishWhenSummarised(services: CheckServices, check: CheckRow): Promise<number | 'ended'> {
  const { db } = services
  const [retry] = await db
    .select({ ms: sql<number>`(extract(epoch from min(${chatCheckPages.dueAt}) - now()) * 1000)::float8` })
    .from(chatCheckPages)
    .where(isWaiting(check.id))
    .having(sql`count(*) > 0`)
  if (retry) return Math.max(retry.ms, 0)
  await db.update(chatChecks).set({ readAt: sql`now()` }).where(and(eq(chatChecks.id, check.id), isNull(chatChecks.readAt)))
  const [pending] = await db
    .select({ id: pages.id })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.newPageId))
    .innerJoin(chatChecks, eq(chatChecks.id, chatCheckPages.checkId))
    .where(
      and(
        eq(chatCheckPages.checkId, check.id),
        eq(pages.analysis, 'pending'),
        sql`${chatChecks.readAt} > now() - make_interval(secs => ${SUMMARIES_WITHIN_SECONDS})`,
      ),
    )
    .limit(1)
  return pending ? ASK_AGAIN_MS : end(services, check, { status: 'finished' })
}
