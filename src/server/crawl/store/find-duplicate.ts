/** Finds stored pages of a crawl with the same content. Translations are never duplicates. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { frontier, pages } from '#server/platform/db/schema/index.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import { addAddress } from '#server/crawl/links/frontier.ts'
import { type LinkRules, rulesOf } from '#server/crawl/links/link-rules.ts'
import { type CrawlScope, judgeLink, pageIdentity } from '#server/crawl/links/links.ts'
import { isNearDuplicate } from '#server/platform/text/near-duplicate.ts'
import type { CrawlRow } from '#server/crawl/schedule/crawl-step.ts'

export type Canonical = { url: string; fetchUrl: string }

/** The page's canonical address; null when it is the page itself or outside the crawl. */
export function canonicalElsewhere(crawl: CrawlRow, scope: CrawlScope, read: ReadPage, url: string): Canonical | null {
  const verdict = read.canonical ? judgeLink(scope, read.canonical, rulesOf(crawl)) : null
  return verdict?.ok && verdict.url !== url ? { url: verdict.url, fetchUrl: verdict.fetchUrl } : null
}

/**
 * The identity of a stored page in the same language that has nearly the same text and is linked to this page by a
 * canonical address, in either direction; null when absent. A canonical address alone is not enough: some sites
 * name their front page as canonical on every page.
 */
export async function findNearDuplicate(
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
  return candidates.find(({ content }) => isNearDuplicate(content, read.content))?.url ?? null
}

/**
 * Adds the canonical address of a stored page to the frontier, so that it is fetched and recognized as a duplicate.
 */
export async function queueCanonical(
  tx: Db,
  crawl: CrawlRow,
  canonical: Canonical,
  page: { url: string; depth: number },
) {
  const added = await addAddress(tx, crawl.id, { ...canonical, depth: page.depth })
  await tx
    .update(frontier)
    .set({ canonicalOf: page.url })
    .where(and(eq(frontier.crawlId, crawl.id), eq(frontier.url, canonical.url), eq(frontier.state, 'waiting')))
  return added
}

function identities(addresses: readonly string[], rules: LinkRules): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => pageIdentity(address, rules))
}
