/** Says whether a stored page contains a sentence, by the same check as citations. */
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import { checkClaim } from '#server/retrieval/claims/check-claim.ts'
import { loadPassages } from './selection.ts'

type QuoteRequest = {
  userId: string
  quote: string
  /** A version of a page, or the addresses it may be stored under. */
  page: { pageId: string } | { urls: string[] }
  /** Of an address: the version that was stored then. By default the newest that is still on the site. */
  asOf?: Date | undefined
}

/** Throws AppError 'page.not-found', also when the address was not stored yet at that time. */
export async function verifyQuote(db: Db, { userId, quote, page, asOf }: QuoteRequest) {
  const version =
    'pageId' in page
      ? eq(pages.id, page.pageId)
      : and(inArray(pages.url, page.urls), asOf ? lte(pages.fetchedAt, asOf) : isNull(pages.goneAt))
  const [stored] = await db
    .select({
      id: pages.id,
      url: pages.url,
      title: pages.title,
      language: pages.language,
      fetchedAt: pages.fetchedAt,
      goneAt: pages.goneAt,
    })
    .from(pages)
    .where(and(eq(pages.userId, userId), version))
    .orderBy(desc(pages.fetchedAt), desc(pages.id))
    .limit(1)
  // By that time a check had found that the page was gone.
  if (!stored || (asOf && stored.goneAt && stored.goneAt <= asOf)) throw new AppError('page.not-found')
  const passages = await loadPassages(db, userId, { pageIds: [stored.id] })
  const { state, sentence, differences } = await checkClaim(quote, passages, { language: stored.language })
  return { state, sentence, differences, page: stored }
}
