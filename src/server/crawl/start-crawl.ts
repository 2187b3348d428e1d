/**
 * Starts a crawl: the address and the wishes are brought into the plan, the balance is checked, and in one
 * transaction the crawl and its first frontier row come to be. From then on it is durable.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { CrawlSummary, StartCrawl } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import { clampToPlan } from '#shared/plans.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, savedChats } from '#server/db/schema/index.ts'
import type { Egress } from '#server/reader/address.ts'
import { addAddress } from './frontier.ts'
import { announceDue } from './lease.ts'
import { crawlScope, pageIdentity } from './links.ts'
import { presentCrawl } from './present-crawl.ts'

/** What a crawl starts with when the form says nothing. */
const DEFAULT_WISH = { maxPages: 10, maxDepth: 3 }

type Services = { db: Db; egress: Pick<Egress, 'check'> }

/**
 * Throws AppError: 'crawl.no-url', 'crawl.invalid-url', 'crawl.private-host', 'credits.insufficient' (with fewer
 * credits than the pages in force), 'credits.check-failed', 'chat.not-found'.
 */
export async function startCrawl({ db, egress }: Services, wish: StartCrawl & { userId: string }): Promise<CrawlSummary> {
  const url = parseStartUrl(wish.url)
  const reachable = await egress.check(url.href)
  if (!reachable.ok && reachable.reason === 'private-address') {
    throw new AppError('crawl.private-host', { host: url.host })
  }

  const { credits_count, tier } = await readBalance(db, wish.userId).catch((error: unknown) => {
    throw new AppError('credits.check-failed', {}, { cause: error })
  })
  const limits = clampToPlan(tier, { ...DEFAULT_WISH, ...withoutUndefined(wish) })
  if (credits_count < limits.maxPages) throw new AppError('credits.insufficient', { n: limits.maxPages })
  if (wish.chatId) await assertOwnChat(db, wish.userId, wish.chatId)

  const crawl = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(crawls)
      .values({
        userId: wish.userId,
        chatId: wish.chatId ?? null,
        url: url.href,
        ...crawlScope(url.href),
        ...limits,
        pagesFound: 1,
        currentUrl: pageIdentity(url.href),
        nextStepAt: sql`now()`,
      })
      .returning()
    if (!created) throw new Error('an insert answered no row')
    await addAddress(tx, created.id, { url: pageIdentity(url.href), fetchUrl: url.href, depth: 0 })
    await announceDue(tx)
    return created
  })
  return presentCrawl(crawl)
}

/** An address without a scheme gets https; a fragment is not part of what is asked for. */
function parseStartUrl(typed: string | null | undefined): URL {
  const text = typed?.trim()
  if (!text) throw new AppError('crawl.no-url')
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const withScheme = hasScheme ? text : `https://${text}`
  if (!URL.canParse(withScheme)) throw new AppError('crawl.invalid-url')
  // Without a scheme a single word is no address yet: only a name with a dot is taken for a website.
  if (!hasScheme && !new URL(withScheme).hostname.includes('.')) throw new AppError('crawl.invalid-url')
  const url = new URL(withScheme)
  const plausible = /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password
  if (!plausible) throw new AppError('crawl.invalid-url')
  url.hash = ''
  url.search = ''
  return url
}

function withoutUndefined({ maxPages, maxDepth }: StartCrawl) {
  return { ...(maxPages !== undefined && { maxPages }), ...(maxDepth !== undefined && { maxDepth }) }
}

async function assertOwnChat(db: Db, userId: string, chatId: string) {
  const [own] = await db
    .select({ id: savedChats.id })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId)))
  if (!own) throw new AppError('chat.not-found')
}
