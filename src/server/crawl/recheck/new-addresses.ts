/**
 * Addresses that a site has gained since the crawl: found on pages that a check reads and in sitemaps, then read once
 * (record-new-address.ts).
 */
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Detail } from '#shared/errors.ts'
import { isRunning } from '#shared/crawl/crawls.ts'
import { linkRows } from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { judgeLink, scopeOf } from '#server/crawl/links/links.ts'
import { addressRoom } from '#server/crawl/schedule/crawl-budget.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatAddresses, chatPages, crawls, pages } from '#server/platform/db/schema/index.ts'
import type { CheckRow, CheckServices, OriginalCrawl } from './check-step.ts'

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
  const followed = linkRows(reach, source).filter(({ state }) => state === 'waiting')
  if (followed.length === 0) return
  const links = followed.map(({ url, fetchUrl, depth }) => ({ url, fetchUrl, depth }))
  // The conditions: not in a frontier of the chat's crawls, no page of the chat, and no link of the source was left
  // out.
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
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(url text, "fetchUrl" text, depth int)
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
  const scope = scopeOf(crawl)
  const rules = rulesOf(crawl)
  const index = await services.reader.fetchSiteIndex(site, {
    signal,
    keep: (address) => judgeLink(scope, address, rules)?.ok === true,
  })
  signal.throwIfAborted()
  const links = index.addresses.map(({ url }) => ({ url, nofollow: false }))
  await services.db.transaction((tx) => addNewAddresses(tx, check, crawl, { url: site, depth: 0, links }))
}

export const waitingIn = (chatId: string) => and(eq(chatAddresses.chatId, chatId), eq(chatAddresses.state, 'waiting'))

/** The next address to read; undefined when none is due, or the check has read as many as it may. */
export async function nextNewAddress(db: Db, check: CheckRow): Promise<NewAddress | undefined> {
  const isTried = and(eq(chatAddresses.checkId, check.id), ne(chatAddresses.state, 'listed'))
  const tried = await db.$count(chatAddresses, isTried)
  // At the limit, only those that this check has tried before.
  const isAllowed = tried >= MAX_READ ? eq(chatAddresses.checkId, check.id) : undefined
  const isDue = or(isNull(chatAddresses.dueAt), lte(chatAddresses.dueAt, sql`now()`))
  const [next] = await db
    .select({ address: chatAddresses, crawl: crawls })
    .from(chatAddresses)
    .innerJoin(crawls, eq(crawls.id, chatAddresses.crawlId))
    .where(and(waitingIn(check.chatId), isDue, isAllowed))
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
