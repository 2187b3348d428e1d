/** Which stored page of the crawl says what this one says. Translations are never taken for the same. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { frontier, pages } from '#server/db/schema/index.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import { addAddress } from './frontier.ts'
import { type LinkRules, rulesOf } from './link-rules.ts'
import { type CrawlScope, judgeLink, pageIdentity } from './links.ts'
import { isNearSame } from './near-same.ts'
import type { CrawlRow } from './step.ts'

export type Canonical = { url: string; fetchUrl: string }

/** The address of this crawl that the page names as its canonical one, null when it is the page's own or no other's. */
export function canonicalElsewhere(crawl: CrawlRow, scope: CrawlScope, read: ReadPage, url: string): Canonical | null {
  const verdict = read.canonical ? judgeLink(scope, read.canonical, rulesOf(crawl)) : null
  return verdict?.ok && verdict.url !== url ? { url: verdict.url, fetchUrl: verdict.fetchUrl } : null
}

/**
 * The identity of a page that was stored before, that this page or that page calls the canonical of the other, and
 * that says nearly the same in the same language; null when there is none. A canonical address alone folds nothing:
 * whole sites name their front page on every page.
 */
export async function findNearSame(
  tx: Db,
  crawl: CrawlRow,
  read: ReadPage,
  related: (string | null | undefined)[],
): Promise<string | null> {
  const translations = new Set(identities(read.alternates ?? [], rulesOf(crawl)))
  const urls = related.filter((url) => typeof url === 'string').filter((url) => !translations.has(url))
  if (urls.length === 0) return null
  const candidates = await tx
    .select({ url: pages.url, content: pages.content })
    .from(pages)
    .where(and(eq(pages.crawlId, crawl.id), inArray(pages.url, urls), eq(pages.language, read.language)))
  return candidates.find(({ content }) => isNearSame(content, read.content))?.url ?? null
}

/**
 * Queues the canonical address of a page that was stored under another one, so that it is read and folds into that
 * page. Answers how many addresses now wait that did not before.
 */
export async function queueCanonical(tx: Db, crawl: CrawlRow, canonical: Canonical, page: { url: string; depth: number }) {
  const found = await addAddress(tx, crawl.id, { ...canonical, depth: page.depth })
  await tx
    .update(frontier)
    .set({ canonicalOf: page.url })
    .where(and(eq(frontier.crawlId, crawl.id), eq(frontier.url, canonical.url), eq(frontier.state, 'waiting')))
  return found
}

function identities(addresses: readonly string[], rules: LinkRules): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => pageIdentity(address, rules))
}
