import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Offer } from '#shared/chat/chats.ts'
import { reasonsToOffer } from '#shared/crawl/crawls.ts'
import { withoutIndex } from '#shared/crawl/without-index.ts'
import { plans } from '#shared/plans.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { crawls, frontier, pages, userSettings } from '#server/platform/db/schema/index.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { contentTerms } from './content-terms.ts'

const SUGGESTED = 5
/** Candidates compared with the question; those that a crawl found first come first. */
const CANDIDATES_MAX = 500
/** Shorter terms occur inside too many other words. */
const MIN_TERM_LENGTH = 3

type Question = { userId: string; pageIds: string[]; question: string }

/**
 * Addresses to crawl next for a question that the selected pages do not answer: found but skipped by the crawls of
 * these pages, with terms of the question in their path. The address that shares most terms comes first.
 */
export async function suggestAddresses(db: Db, { userId, pageIds, question }: Question): Promise<Offer[]> {
  const language = detectLanguage(question)
  const terms = [...contentTerms(question, language)].filter((term) => term.length >= MIN_TERM_LENGTH)
  if (terms.length === 0) return []
  const crawlIds = await continuableCrawls(db, userId, pageIds)
  if (crawlIds.length === 0) return []
  const candidates = await skippedAddresses(db, { userId, pageIds, crawlIds, terms })
  const read = await addressesOf(db, userId, pageIds)
  return rankByPath(
    candidates.filter(({ url }) => !read.has(withoutIndex(url))),
    terms,
    language,
  )
}

/** The addresses of the selected pages, without the names that servers give to the start page of a folder. */
async function addressesOf(db: Db, userId: string, pageIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ url: pages.url })
    .from(pages)
    .where(and(eq(pages.userId, userId), isAnyOf(pages.id, pageIds)))
  return new Set(rows.map(({ url }) => withoutIndex(url)))
}

/** The crawls of the pages, except those with all pages that the plan allows: they cannot be continued. */
async function continuableCrawls(db: Db, userId: string, pageIds: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ crawlId: crawls.id, pagesCrawled: crawls.pagesCrawled, tier: userSettings.tier })
    .from(pages)
    .innerJoin(crawls, eq(crawls.id, pages.crawlId))
    .innerJoin(userSettings, eq(userSettings.userId, crawls.userId))
    .where(and(eq(pages.userId, userId), isAnyOf(pages.id, pageIds)))
  const continuable = rows.filter(({ tier, pagesCrawled }) => pagesCrawled < plans[tier].maxPagesPerCrawl)
  return continuable.map(({ crawlId }) => crawlId)
}

/** Addresses with one of the terms that the crawls skipped and that are not among the pages by now. */
async function skippedAddresses(
  db: Db,
  { userId, pageIds, crawlIds, terms }: { userId: string; pageIds: string[]; crawlIds: string[]; terms: string[] },
): Promise<{ crawlId: string; url: string }[]> {
  const patterns = terms.map((term) => sql`${`%${prefixOf(term)}%`}`)
  const crawledByNow = db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.userId, userId), eq(pages.url, frontier.url), isAnyOf(pages.id, pageIds)))
  return db
    .select({ crawlId: frontier.crawlId, url: frontier.url })
    .from(frontier)
    .innerJoin(crawls, eq(crawls.id, frontier.crawlId))
    .where(
      and(
        eq(crawls.userId, userId),
        inArray(crawls.id, crawlIds),
        // A literal, not a parameter: otherwise PostgreSQL does not use the partial index of skipped addresses.
        sql`${frontier.state} = 'skipped'`,
        inArray(frontier.reason, [...reasonsToOffer]),
        sql`${frontier.url} ilike any(array[${sql.join(patterns, sql`, `)}])`,
        notExists(crawledByNow),
      ),
    )
    .orderBy(asc(frontier.depth), asc(frontier.id))
    .limit(CANDIDATES_MAX)
}

function rankByPath(
  candidates: readonly { crawlId: string; url: string }[],
  questionTerms: readonly string[],
  language: string,
): Offer[] {
  const suggestions = new Map<string, Offer & { shared: number }>()
  for (const { crawlId, url } of candidates) {
    const segments = readablePathSegments(url)
    const terms = contentTerms(segments.join(' '), language)
    const shared = questionTerms.filter((term) => terms.has(term)).length
    if (shared > 0 && !suggestions.has(url)) suggestions.set(url, { crawlId, url, title: titleOf(segments), shared })
  }
  return [...suggestions.values()]
    .sort((a, b) => b.shared - a.shared)
    .slice(0, SUGGESTED)
    .map(({ shared: _, ...suggestion }) => suggestion)
}

/** A stem may differ from the word in its last letter ("batteries" is indexed as "batteri"). Removes `%` and `_`. */
function prefixOf(term: string): string {
  const letters = term.replace(/[^\p{L}\p{N}]/gu, '')
  return letters.slice(0, Math.max(MIN_TERM_LENGTH, Math.min(letters.length - 1, 6)))
}

/** `/guide/changing-batteries.html` as `['guide', 'changing batteries']`. */
function readablePathSegments(url: string): string[] {
  const segments = new URL(url).pathname.split('/').filter(Boolean)
  return segments
    .map((segment) =>
      decodeSegment(segment)
        .replace(/\.\w{1,5}$/, '')
        .replace(/[-_.+~]+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function titleOf(segments: readonly string[]): string {
  const last = segments.findLast((segment) => segment !== 'index') ?? ''
  return last.charAt(0).toUpperCase() + last.slice(1)
}
