/**
 * Starts a crawl: clamps the request to the plan, checks the balance, and stores the crawl with its first frontier row
 * in one transaction.
 */
import { sql } from 'drizzle-orm'
import { ShownCrawlSettings } from '#shared/crawl/crawl-settings.ts'
import type { CrawlSummary, StartCrawl } from '#shared/crawl/crawls.ts'
import { clampToPlan } from '#shared/plans.ts'
import type { Egress } from '#server/fetching/egress.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { readCredits, requireCredits } from './check-credits.ts'
import { type AvailableReaders, checkSettings } from './check-settings.ts'
import { type CrawlLimits, enforceCrawlLimits, lockStarts } from './enforce-crawl-limits.ts'
import { findSameStart } from './find-same-start.ts'
import { addAddress } from './links/frontier.ts'
import { crawlScope, pageIdentity } from './links/links.ts'
import { parseStartUrl, refuseForbiddenAddress } from './links/parse-start-url.ts'
import { presentCrawl } from './present-crawl.ts'
import { announceDue } from './schedule/lease.ts'
import { queuePosition } from './schedule/queue-position.ts'
import { sealHeaders } from './sealed-headers.ts'

const DEFAULT_LIMITS = { maxPages: 10, maxDepth: 3 }

type Services = CrawlLimits & {
  db: Db
  egress: Pick<Egress, 'check'>
  secrets: Pick<SecretBox, 'seal' | 'open'>
  reader: AvailableReaders
  /** True for pages that cost no credit. */
  isFree: (url: string) => boolean
}

/**
 * A repeated request returns the crawl that it started (findSameStart). Throws AppError: 'crawl.no-url',
 * 'crawl.invalid-url', 'crawl.private-host', 'crawl.bad-port', 'credits.insufficient' (fewer credits than the clamped
 * page limit), 'credits.check-failed', 'chat.not-found', what findSameStart and enforceCrawlLimits throw, and for
 * custom settings 'crawl.needs-plan', 'crawl.reader-missing', 'request.invalid'.
 */
export async function startCrawl(
  services: Services,
  request: StartCrawl & { userId: string; idempotencyKey?: string | undefined },
): Promise<CrawlSummary> {
  const { db, egress, secrets, reader } = services
  const { userId, chatId = null, branches = [], mailAtEnd = false, idempotencyKey = null } = request
  const keepQuery = request.settings?.keepQuery ?? false
  const url = parseStartUrl(request.url, { keepQuery })
  await refuseForbiddenAddress(egress, url)

  const credits = await readCredits(db, userId)
  const { headers, ...settings } = checkSettings(reader, credits.tier, request.settings)
  const limits = clampToPlan(credits.tier, { ...DEFAULT_LIMITS, ...limitsIn(request) })
  if (chatId) await assertOwnChat(db, { userId, chatId })

  const start = {
    userId,
    idempotencyKey,
    url: url.href,
    chatId,
    settings: ShownCrawlSettings.parse(settings),
    branches,
    mailAtEnd,
    ...limits,
  }
  return db.transaction(async (tx) => {
    await lockStarts(tx, userId)
    const same = await findSameStart(tx, secrets, { ...start, headers })
    if (same) return presentCrawl(same, await queuePosition(tx, same))
    if (!services.isFree(url.href)) requireCredits(credits, limits.maxPages)
    await enforceCrawlLimits(tx, services, { userId, tier: credits.tier })
    const identity = pageIdentity(url.href, { keepQuery })
    const [crawl] = await tx
      .insert(crawls)
      .values({
        ...start,
        sealedHeaders: sealHeaders(secrets, headers),
        // The preview reads the sitemap too, so a selected part may be listed there only.
        seedsPending: settings.sitemap || branches.length > 0,
        ...crawlScope(url.href),
        pagesFound: 1,
        addressCount: 1,
        currentUrl: identity,
        nextStepAt: sql`now()`,
      })
      .returning()
    if (!crawl) throw new Error('insert into crawls returned no row')
    await addAddress(tx, crawl.id, { url: identity, fetchUrl: url.href, depth: 0 })
    await announceDue(tx)
    return presentCrawl(crawl, await queuePosition(tx, crawl))
  })
}

/** Without undefined values, which would overwrite the defaults. */
function limitsIn({ maxPages, maxDepth }: StartCrawl) {
  return { ...(maxPages !== undefined && { maxPages }), ...(maxDepth !== undefined && { maxDepth }) }
}
