/** How many crawls may be unfinished at once: of one person by plan, and of everybody on this server. */
import { and, count, eq, inArray, isNotNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { personLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, users } from '#server/db/schema/index.ts'

/** What the server takes on, see InstanceLimits. */
export type CrawlRoom = { config: { limits: { unfinishedCrawls: number } } }

/** One that waits its turn may do so for minutes. */
const ASK_AGAIN_SECONDS = 30

/**
 * Within the transaction that makes a crawl or wakes one: whoever starts many at once is let in one by one. Throws
 * AppError 'crawl.too-many' and 'crawl.server-full'.
 */
export async function requireRoom(tx: Db, { config }: CrawlRoom, { userId, tier }: { userId: string; tier: Tier }) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const { unfinishedCrawls: most } = personLimits[tier]
  const ofPerson = and(eq(crawls.userId, userId), inArray(crawls.status, ['queued', 'crawling']))
  if ((await unfinished(tx, ofPerson)) >= most) throw new AppError('crawl.too-many', { n: most, retryAfterSeconds: ASK_AGAIN_SECONDS })
  // Several people at once may pass this together: it keeps a server from drowning and need not be exact.
  const ofAll = isNotNull(crawls.nextStepAt)
  if ((await unfinished(tx, ofAll)) >= config.limits.unfinishedCrawls) {
    throw new AppError('crawl.server-full', { retryAfterSeconds: ASK_AGAIN_SECONDS })
  }
}

async function unfinished(tx: Db, which: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.select({ crawls: count() }).from(crawls).where(which)
  return row?.crawls ?? 0
}
