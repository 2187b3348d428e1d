/** Reads a new address of a site once, and stores its page or why it has none. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { judgeLink, scopeOf } from '#server/crawl/links/links.ts'
import { judgeRedirect } from '#server/crawl/links/redirects.ts'
import { PAGE_TIMED_OUT, PAGE_TIMEOUT_MS } from '#server/crawl/schedule/read-page.ts'
import { MAX_RETRIES, retryDelayMs } from '#server/crawl/schedule/retry-delay.ts'
import { hashContent } from '#server/crawl/store/content-hash.ts'
import { insertPages } from '#server/crawl/store/insert-pages.ts'
import { chargePage } from '#server/credits/charge-page.ts'
import type { ReadFailure, ReadPage } from '#server/fetching/reader.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatAddresses, chatCheckPages, chatChecks, chatPages, pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { CheckRow, CheckServices } from './check-step.ts'
import { addNewAddresses, type NewAddress, waitingIn } from './new-addresses.ts'
import { publishCheck } from './present-check.ts'
import { sourceOptions } from './recheck-page.ts'

/** Reads a new address with the settings of its crawl. Rejects only when `signal` is aborted. */
export async function readNewAddress(
  { reader, secrets }: CheckServices,
  { address, crawl }: NewAddress,
  signal: AbortSignal,
): Promise<ReadPage | ReadFailure> {
  const timeout = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  const read = await reader.read(address.fetchUrl, {
    signal: AbortSignal.any([signal, timeout]),
    attempt: address.attempts,
    allowRedirect: (target) => judgeRedirect(scopeOf(crawl), target, { rules: rulesOf(crawl) }),
    ...sourceOptions(secrets, crawl),
  })
  signal.throwIfAborted()
  return timeout.aborted ? PAGE_TIMED_OUT : read
}

/**
 * Stores the page of a new address for one credit, or records why it stores none, in one transaction. Does nothing when
 * another process has settled the address. Throws OutOfCredits and AppError 'credits.deduct-failed'.
 */
export async function recordNewAddress(
  services: CheckServices,
  check: CheckRow,
  target: NewAddress,
  read: ReadPage | ReadFailure,
): Promise<void> {
  const { db } = services
  const { address } = target
  const mayRetry = !read.ok && read.retry && address.attempts < MAX_RETRIES
  if (mayRetry) {
    const waitMs = retryDelayMs(services, address.attempts, read.retryAfterMs)
    const dueAt = sql`now() + make_interval(secs => ${waitMs / 1000})`
    await db
      .update(chatAddresses)
      .set({ attempts: address.attempts + 1, dueAt, checkId: check.id })
      .where(isWaitingAddress(check, target))
    return
  }
  await db.transaction(async (tx) => {
    if (!read.ok) {
      await settle(tx, check, target, { state: 'failed', failures: address.failures + 1 })
      return
    }
    const url = await urlOfNewPage(tx, check, target, read)
    const isSettled = await settle(tx, check, target, { state: url ? 'added' : 'skipped' })
    if (isSettled && url) await storeNewPage(services, tx, check, target, { read, url })
  })
}

const isWaitingAddress = (check: CheckRow, { address }: NewAddress) =>
  and(waitingIn(check.chatId), eq(chatAddresses.url, address.url))

/** Within `tx`. False when another process has settled the address. */
async function settle(
  tx: Db,
  check: CheckRow,
  target: NewAddress,
  outcome: Pick<Partial<typeof chatAddresses.$inferInsert>, 'state' | 'failures'>,
): Promise<boolean> {
  const [settled] = await tx
    .update(chatAddresses)
    .set({ checkId: check.id, dueAt: null, ...outcome })
    .where(isWaitingAddress(check, target))
    .returning({ url: chatAddresses.url })
  return settled !== undefined
}

/** Within `tx`: stores the page under its identity `url`, with all that follows from it. */
async function storeNewPage(
  services: CheckServices,
  tx: Db,
  check: CheckRow,
  { address, crawl }: NewAddress,
  { read, url }: { read: ReadPage; url: string },
) {
  const { chatId, userId } = check
  const { depth } = address
  const contentHash = hashContent(read.content)
  const row = { userId, url, contentHash, depth, selected: true, checkedAt: sql`now()` }
  const [pageId] = await insertPages(tx, [{ read, row }])
  if (!pageId) throw new Error('insert into pages returned no id')
  await tx
    .update(chatAddresses)
    .set({ pageId })
    .where(and(eq(chatAddresses.chatId, chatId), eq(chatAddresses.url, address.url)))
  await services.queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
  await addNewAddresses(tx, check, crawl, { ...read, url, depth })
  const [counted] = await tx
    .update(chatChecks)
    .set({ pagesAdded: sql`${chatChecks.pagesAdded} + 1` })
    .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.finishedAt)))
    .returning()
  if (!counted) throw new Error('the check ended while it read a new page')
  // Last, so that the owner's balance is locked as briefly as possible.
  if (!services.isFree(url)) {
    const balance = await chargePage(tx, { userId, crawlId: check.id, url })
    await publish(tx, userId, { type: 'credits', credits_count: balance })
  }
  await publishCheck(tx, counted)
}

/** The identity of the page; null when it is outside the crawl, has no text, opts out, or is a page of the chat. */
async function urlOfNewPage(tx: Db, check: CheckRow, { address, crawl }: NewAddress, read: ReadPage) {
  if (read.noindex || read.content === '') return null
  const verdict = judgeLink(scopeOf(crawl), read.finalUrl, rulesOf(crawl))
  if (!verdict?.ok) return null
  const { url } = verdict
  if (await isPageOfChat(tx, check, url, read)) return null
  if (url === address.url) return url
  // After a redirect, the target may be another new address, which is read separately.
  const [known] = await tx
    .select({ url: chatAddresses.url })
    .from(chatAddresses)
    .where(and(eq(chatAddresses.chatId, check.chatId), eq(chatAddresses.url, url)))
  return known ? null : url
}

/** True if the chat has a page with this address, or with this text. */
async function isPageOfChat(tx: Db, check: CheckRow, url: string, read: ReadPage): Promise<boolean> {
  const goneNow = tx
    .select({ id: chatCheckPages.pageId })
    .from(chatCheckPages)
    .where(and(eq(chatCheckPages.checkId, check.id), eq(chatCheckPages.state, 'gone')))
  const hasSameText = and(
    eq(pages.contentHash, hashContent(read.content)),
    eq(pages.language, read.language),
    // The text of a page that is gone has moved.
    isNull(pages.goneAt),
    sql`${pages.id} not in ${goneNow}`,
  )
  const [same] = await tx
    .select({ id: pages.id })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(and(eq(chatPages.chatId, check.chatId), or(eq(pages.url, url), hasSameText)))
    .limit(1)
  return same !== undefined
}

/** Within `tx`, at the end of a check: adds its new pages to the chat, selected. */
export async function joinNewPages(tx: Db, { id, chatId }: CheckRow) {
  await tx.execute(sql`
    update pages set processed_hash = content_hash
      from chat_addresses as address
     where address.check_id = ${id}::uuid and address.state = 'added' and pages.id = address.page_id
       and exists (select from chat_pages join pages as other on other.id = chat_pages.page_id
                    where chat_pages.chat_id = ${chatId}::uuid and other.processed_hash is not null)`)
  await tx.execute(sql`
    insert into chat_pages (chat_id, page_id, selected)
    select chat_id, page_id, true from chat_addresses
     where check_id = ${id}::uuid and state = 'added' and page_id is not null
     order by depth, url
    on conflict do nothing`)
}
