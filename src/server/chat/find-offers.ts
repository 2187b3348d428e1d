/**
 * Addresses that the crawls of the selected pages found and did not read, and whose path has words of a question that
 * the pages do not answer: what a person may want to read next.
 */
import { and, asc, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Offer } from '#shared/chats.ts'
import { addressesToOffer } from '#shared/crawls.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, frontier, pages } from '#server/db/schema/index.ts'
import { detectLanguage } from '#server/text/languages.ts'
import { tellingTerms } from './telling-terms.ts'

const OFFERED = 5
/** Addresses looked at more closely; those that a crawl found first come first. */
const LOOKED_AT = 500
/** A word this short stands in too many others. */
const SHORTEST_WORD = 3

type Ask = { userId: string; pageIds: string[]; question: string }

/** Best first; the one whose path has most of the question's words. */
export async function findOffers(db: Db, { userId, pageIds, question }: Ask): Promise<Offer[]> {
  const language = detectLanguage(question)
  const wanted = [...tellingTerms(question, language)].filter((term) => term.length >= SHORTEST_WORD)
  if (wanted.length === 0) return []
  const read = await db
    .selectDistinct({ crawlId: pages.crawlId })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds), isNotNull(pages.crawlId)))
  const crawlIds = read.flatMap(({ crawlId }) => crawlId ?? [])
  if (crawlIds.length === 0) return []
  const patterns = wanted.map((term) => `%${beginningOf(term)}%`)
  const rows = await db
    .select({ crawlId: frontier.crawlId, url: frontier.url })
    .from(frontier)
    .innerJoin(crawls, eq(crawls.id, frontier.crawlId))
    .where(
      and(
        eq(crawls.userId, userId),
        inArray(crawls.id, crawlIds),
        // Said as a literal: only then is the index of skipped addresses used.
        sql`${frontier.state} = 'skipped'`,
        inArray(frontier.reason, [...addressesToOffer]),
        sql`${frontier.url} ilike any(array[${sql.join(patterns.map((pattern) => sql`${pattern}`), sql`, `)}])`,
        // Another crawl may have read it since.
        notExists(
          db
            .select({ id: pages.id })
            .from(pages)
            .where(and(eq(pages.userId, userId), eq(pages.url, frontier.url), inArray(pages.id, pageIds))),
        ),
      ),
    )
    .orderBy(asc(frontier.depth), asc(frontier.id))
    .limit(LOOKED_AT)
  return bestOf(rows, wanted, language)
}

function bestOf(rows: readonly { crawlId: string; url: string }[], wanted: readonly string[], language: string): Offer[] {
  const offers = new Map<string, Offer & { held: number }>()
  for (const { crawlId, url } of rows) {
    const words = wordsOfPath(url)
    const terms = tellingTerms(words.join(' '), language)
    const held = wanted.filter((term) => terms.has(term)).length
    if (held > 0 && !offers.has(url)) offers.set(url, { crawlId, url, title: titleOf(words), held })
  }
  return [...offers.values()]
    .sort((a, b) => b.held - a.held)
    .slice(0, OFFERED)
    .map(({ held: _, ...offer }) => offer)
}

/** A stem may change its last letter: "batteries" is found as "batteri". `%` and `_` are no letters. */
function beginningOf(term: string): string {
  const letters = term.replace(/[^\p{L}\p{N}]/gu, '')
  return letters.slice(0, Math.max(SHORTEST_WORD, Math.min(letters.length - 1, 6)))
}

/** The parts of the path without the file's ending, each as words. */
function wordsOfPath(url: string): string[] {
  const parts = new URL(url).pathname.split('/').filter(Boolean)
  return parts.map((part) => decoded(part).replace(/\.\w{1,5}$/, '').replace(/[-_.+~]+/g, ' ').trim()).filter(Boolean)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function titleOf(words: readonly string[]): string {
  const last = words.findLast((part) => part !== 'index') ?? ''
  return last.charAt(0).toUpperCase() + last.slice(1)
}
