/** Addresses that a site has gained since the crawl: found on pages that a check reads and in sitemaps, then read once. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Detail } from '#shared/errors.ts'
import { isRunning } from '#shared/crawl/crawls.ts'
import { linkRows } from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { judgeLink, scopeOf } from '#server/crawl/links/links.ts'
import { judgeRedirect } from '#server/crawl/links/redirects.ts'
import { addressRoom } from '#server/crawl/schedule/crawl-limits.ts'
import { PAGE_TIMED_OUT, PAGE_TIMEOUT_MS } from '#server/crawl/schedule/read-page.ts'
import { MAX_RETRIES, retryDelayMs } from '#server/crawl/schedule/retry-delay.ts'
import { hashContent } from '#server/crawl/store/content-hash.ts'
import { insertPages } from '#server/crawl/store/insert-pages.ts'
import { chargePage } from '#server/credits/charge-page.ts'
import type { ReadFailure, ReadPage } from '#server/fetching/reader.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  chatAddresses,
  chatCheckPages,
  chatChecks,
  chatPages,
  crawls,
  pages,
} from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { CheckRow, CheckServices, OriginalCrawl } from './check-step.ts'
import { publishCheck } from './present-check.ts'
import { sourceOptions } from './recheck-page.ts'

/** New addresses that one check reads; the next check continues. */
const MAX_READ = 200

export type NewAddress = { address: typeof chatAddresses.$inferSelect; crawl: OriginalCrawl }

/** The page that has the links, or the site that has the sitemap. `url` is its identity. */
type LinkSource = Pick<ReadPage, 'links' | 'leftOut'> & { url: string; depth: number }

/**
 * Within `tx`: remembers the links that belong to the crawl and that neither the crawls of the chat nor its pages have.
 * A source whose links did not all fit into the crawl is left out: links of it may only seem new.
 */
export async function addNewAddresses(tx: Db, check: CheckRow, crawl: OriginalCrawl, source: LinkSource) {
  const room = addressRoom(crawl)
  if (room === 0 || isRunning(crawl.status)) return
  const reach = { maxDepth: crawl.maxDepth, scope: scopeOf(crawl), rules: rulesOf(crawl), room }
  const links = linkRows(reach, source).filter(({ state }) => state === 'waiting')
  if (links.length === 0) return
  const rows = links.map(({ url, fetchUrl, depth }) => ({ url, fetchUrl, depth }))
  await tx.execute(sql`
    with known_crawls as materialized (
      select ${crawl.id}::uuid as id
       union
      select first.crawl_id from chat_pages
        join pages as page on page.id = chat_pages.page_id
        join pages as first on first.id = coalesce(page.version_of, page.id)
       where chat_pages.chat_id = ${check.chatId}::uuid and first.crawl_id is not null)
    insert into chat_addresses (chat_id, url, user_id, crawl_id, fetch_url, depth)
    select ${check.chatId}::uuid, link.url, ${check.userId}, ${crawl.id}::uuid, link."fetchUrl", link.depth
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link(url text, "fetchUrl" text, depth int)
     where not exists (select from frontier join known_crawls on known_crawls.id = frontier.crawl_id
                        where frontier.url = link.url)
       and not exists (select from chat_pages join pages on pages.id = chat_pages.page_id
                        where chat_pages.chat_id = ${check.chatId}::uuid and pages.url = link.url)
       and not exists (select from frontier where frontier.crawl_id = ${crawl.id}::uuid
                        and frontier.url = ${`${source.url}#cut`}
                        and frontier.detail_message ->> 'code' is distinct from 'not-stored-text')
    on conflict do nothing`)
}

/** Where a page that is gone redirects to; null when it does not. */
export function redirectTarget(detail: Detail | null): string | null {
  if (!detail || typeof detail === 'string' || detail.code !== 'redirects-to') return null
  const url = detail.values?.['url']
  return typeof url === 'string' && URL.canParse(url) ? url : null
}

/** Within `tx`, at the start of a check: addresses that could not be read before are tried again. */
export async function retryFailedAddresses(tx: Db, chatId: string) {
  await tx
    .update(chatAddresses)
    .set({ state: 'waiting', attempts: 0, dueAt: null })
    .where(and(eq(chatAddresses.chatId, chatId), eq(chatAddresses.state, 'failed')))
}

/** The crawls of the chat that used sitemaps: each has the address of its site. */
export async function crawlsWithSitemaps(db: Db, { chatId, userId }: CheckRow): Promise<OriginalCrawl[]> {
  const used = await db
    .selectDistinct({ id: pages.crawlId })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(and(eq(chatPages.chatId, chatId), isNotNull(pages.crawlId)))
  const ids = used.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(crawls)
    .where(and(inArray(crawls.id, ids), eq(crawls.userId, userId), eq(crawls.seedsPending, false)))
  return found.filter(({ settings, branches }) => settings.sitemap || branches.length > 0)
}

/** Reads the sitemaps of the site of a crawl. */
export async function readSitemap(services: CheckServices, check: CheckRow, crawl: OriginalCrawl, signal: AbortSignal) {
  const site = `${crawl.protocol}//${crawl.host}/`
  const [scope, rules] = [scopeOf(crawl), rulesOf(crawl)]
  const index = await services.reader.fetchSiteIndex(site, {
    signal,
    keep: (address) => judgeLink(scope, address, rules)?.ok === true,
  })
  signal.throwIfAborted()
  const links = index.addresses.map(({ url }) => ({ url, nofollow: false }))
  await services.db.transaction((tx) => addNewAddresses(tx, check, crawl, { url: site, depth: 0, links }))
}

const waitingIn = (chatId: string) => and(eq(chatAddresses.chatId, chatId), eq(chatAddresses.state, 'waiting'))

/** The next address to read; undefined when none is due, or the check has read as many as it may. */
export async function nextNewAddress(db: Db, check: CheckRow): Promise<NewAddress | undefined> {
  const isRead = and(eq(chatAddresses.checkId, check.id), ne(chatAddresses.state, 'listed'))
  const read = await db.$count(chatAddresses, isRead)
  // Beyond the limit, only those that this check has tried.
  const isOfCheck = read >= MAX_READ ? eq(chatAddresses.checkId, check.id) : undefined
  const [next] = await db
    .select({ address: chatAddresses, crawl: crawls })
    .from(chatAddresses)
    .innerJoin(crawls, eq(crawls.id, chatAddresses.crawlId))
    .where(
      and(waitingIn(check.chatId), or(isNull(chatAddresses.dueAt), lte(chatAddresses.dueAt, sql`now()`)), isOfCheck),
    )
    // Those that could not be read before come last.
    .orderBy(asc(chatAddresses.failures), asc(chatAddresses.depth), asc(chatAddresses.url))
    .limit(1)
  return next
}

/** Milliseconds until the next address is due that could not be read; null when none waits. */
export async function nextAddressRetryMs(db: Db, { chatId, id }: CheckRow): Promise<number | null> {
  const [retry] = await db
    .select({ ms: sql<number>`(extract(epoch from min(${chatAddresses.dueAt}) - now()) * 1000)::float8` })
    .from(chatAddresses)
    .where(and(waitingIn(chatId), eq(chatAddresses.checkId, id), isNotNull(chatAddresses.dueAt)))
    .having(sql`count(*) > 0`)
  return retry ? Math.max(retry.ms, 0) : null
}

/** True when the crawl may have no more pages: its new addresses are listed without being read. */
export async function listWithoutReading(db: Db, check: CheckRow, { crawl }: NewAddress): Promise<boolean> {
  const isAdded = and(
    eq(chatAddresses.chatId, check.chatId),
    eq(chatAddresses.crawlId, crawl.id),
    eq(chatAddresses.state, 'added'),
  )
  const added = await db.$count(chatAddresses, isAdded)
  if (crawl.pagesCrawled + added < crawl.maxPages) return false
  await db
    .update(chatAddresses)
    .set({ state: 'listed', checkId: check.id })
    .where(and(waitingIn(check.chatId), eq(chatAddresses.crawlId, crawl.id)))
  return true
}

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
  const { address, crawl } = target
  const isThis = and(waitingIn(check.chatId), eq(chatAddresses.url, address.url))
  if (!read.ok && read.retry && address.attempts < MAX_RETRIES) {
    const waitMs = retryDelayMs(services, address.attempts, read.retryAfterMs)
    const dueAt = sql`now() + make_interval(secs => ${waitMs / 1000})`
    await services.db
      .update(chatAddresses)
      .set({ attempts: address.attempts + 1, dueAt, checkId: check.id })
      .where(isThis)
    return
  }
  const settle = { checkId: check.id, dueAt: null }
  await services.db.transaction(async (tx) => {
    if (!read.ok) {
      await tx
        .update(chatAddresses)
        .set({ ...settle, state: 'failed', failures: address.failures + 1 })
        .where(isThis)
      return
    }
    const url = await urlOfNewPage(tx, check, target, read)
    const [settled] = await tx
      .update(chatAddresses)
      .set({ ...settle, state: url ? 'added' : 'skipped' })
      .where(isThis)
      .returning({ url: chatAddresses.url })
    if (!settled || !url) return
    const [pageId] = await insertPages(tx, [
      {
        read,
        row: {
          userId: check.userId,
          url,
          contentHash: hashContent(read.content),
          depth: address.depth,
          selected: true,
          checkedAt: sql`now()`,
        },
      },
    ])
    if (!pageId) throw new Error('insert into pages returned no id')
    await tx
      .update(chatAddresses)
      .set({ pageId })
      .where(and(eq(chatAddresses.chatId, check.chatId), eq(chatAddresses.url, address.url)))
    await services.queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
    await addNewAddresses(tx, check, crawl, { ...read, url, depth: address.depth })
    const [counted] = await tx
      .update(chatChecks)
      .set({ pagesAdded: sql`${chatChecks.pagesAdded} + 1` })
      .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.finishedAt)))
      .returning()
    if (!counted) throw new Error('the check ended while it read a new page')
    // Last, so that the owner's balance is locked as briefly as possible.
    if (!services.isFree(url)) {
      const balance = await chargePage(tx, { userId: check.userId, crawlId: check.id, url })
      await publish(tx, check.userId, { type: 'credits', credits_count: balance })
    }
    await publishCheck(tx, counted)
  })
}

/** The identity of the page; null when it is outside the crawl, has no text, opts out, or is a page of the chat. */
async function urlOfNewPage(tx: Db, check: CheckRow, { address, crawl }: NewAddress, read: ReadPage) {
  if (read.noindex || read.content === '') return null
  const verdict = judgeLink(scopeOf(crawl), read.finalUrl, rulesOf(crawl))
  if (!verdict?.ok) return null
  const { url } = verdict
  const goneNow = tx
    .select({ id: chatCheckPages.pageId })
    .from(chatCheckPages)
    .where(and(eq(chatCheckPages.checkId, check.id), eq(chatCheckPages.state, 'gone')))
  const [same] = await tx
    .select({ id: pages.id })
    .from(chatPages)
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(
      and(
        eq(chatPages.chatId, check.chatId),
        or(
          eq(pages.url, url),
          and(
            eq(pages.contentHash, hashContent(read.content)),
            eq(pages.language, read.language),
            // The text of a page that is gone has moved.
            isNull(pages.goneAt),
            sql`${pages.id} not in ${goneNow}`,
          ),
        ),
      ),
    )
    .limit(1)
  if (same) return null
  if (url === address.url) return url
  const [known] = await tx
    .select({ url: chatAddresses.url })
    .from(chatAddresses)
    .where(and(eq(chatAddresses.chatId, check.chatId), eq(chatAddresses.url, url)))
  return known ? null : url
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
