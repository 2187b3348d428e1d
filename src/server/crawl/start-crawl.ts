/**
 * Starts a crawl: the address and the wishes are brought into the plan, the balance is checked, and in one
 * transaction the crawl and its first frontier row come to be. From then on it is durable.
 */
import { sql } from 'drizzle-orm'
import { ShownCrawlSettings } from '#shared/crawl-settings.ts'
import type { CrawlSummary, StartCrawl } from '#shared/crawls.ts'
import { clampToPlan } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import type { Egress } from '#server/reader/address.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { readCredits, requireCredits } from './check-credits.ts'
import { checkSettings, type ReaderChoice } from './check-settings.ts'
import { addAddress } from './frontier.ts'
import { announceDue } from './lease.ts'
import { type CrawlRoom, requireRoom } from './limit-crawls.ts'
import { crawlScope, pageIdentity } from './links.ts'
import { assertOwnChat } from './own-chat.ts'
import { parseStartUrl, refusePrivateHost } from './parse-start-url.ts'
import { presentCrawl } from './present-crawl.ts'
import { placeInQueue } from './queue-places.ts'
import { sealHeaders } from './sealed-headers.ts'

/** What a crawl starts with when the form says nothing. */
const DEFAULT_WISH = { maxPages: 10, maxDepth: 3 }

type Services = CrawlRoom & {
  db: Db
  egress: Pick<Egress, 'check'>
  secrets: Pick<SecretBox, 'seal'>
  reader: ReaderChoice
}

/**
 * Throws AppError: 'crawl.no-url', 'crawl.invalid-url', 'crawl.private-host', 'credits.insufficient' (with fewer
 * credits than the pages in force), 'credits.check-failed', 'chat.not-found', what `requireRoom` throws, and of custom
 * settings 'crawl.needs-plan', 'crawl.reader-missing', 'request.invalid'.
 */
export async function startCrawl(services: Services, wish: StartCrawl & { userId: string }): Promise<CrawlSummary> {
  const { db, egress, secrets, reader } = services
  const keepQuery = wish.settings?.keepQuery ?? false
  const url = parseStartUrl(wish.url, { keepQuery })
  await refusePrivateHost(egress, url)

  const credits = await readCredits(db, wish.userId)
  const { headers, ...settings } = checkSettings(reader, credits.tier, wish.settings)
  const limits = clampToPlan(credits.tier, { ...DEFAULT_WISH, ...withoutUndefined(wish) })
  requireCredits(credits, limits.maxPages)
  if (wish.chatId) await assertOwnChat(db, wish.userId, wish.chatId)

  return db.transaction(async (tx) => {
    await requireRoom(tx, services, { userId: wish.userId, tier: credits.tier })
    const identity = pageIdentity(url.href, { keepQuery })
    const [created] = await tx
      .insert(crawls)
      .values({
        userId: wish.userId,
        chatId: wish.chatId ?? null,
        settings: ShownCrawlSettings.parse(settings),
        branches: wish.branches ?? [],
        sealedHeaders: sealHeaders(secrets, headers),
        // Ticked parts may stand in the site's index alone: its preview read that too.
        seedsPending: settings.sitemap || (wish.branches ?? []).length > 0,
        mailAtEnd: wish.mailAtEnd ?? false,
        url: url.href,
        ...crawlScope(url.href),
        ...limits,
        pagesFound: 1,
        currentUrl: identity,
        nextStepAt: sql`now()`,
      })
      .returning()
    if (!created) throw new Error('an insert answered no row')
    await addAddress(tx, created.id, { url: identity, fetchUrl: url.href, depth: 0 })
    await announceDue(tx)
    return presentCrawl(created, await placeInQueue(tx, created))
  })
}

function withoutUndefined({ maxPages, maxDepth }: StartCrawl) {
  return { ...(maxPages !== undefined && { maxPages }), ...(maxDepth !== undefined && { maxDepth }) }
}
