import { and, count, eq, inArray, isNotNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { planLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, users } from '#server/platform/db/schema/index.ts'

/** The part of the configuration that limits crawls (`InstanceLimits`). */
export type CrawlLimits = { config: { limits: { unfinishedCrawls: number } } }

/** A crawl that waits for its host may do so for minutes. */
const RETRY_AFTER_SECONDS = 30

/** Within `tx`: makes concurrent starts of one user wait for each other. */
export async function lockStarts(tx: Db, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/**
 * Within the transaction that starts or reopens a crawl: limits the unfinished crawls of one user by plan, and of the
 * whole server. Throws AppError 'crawl.too-many' and 'crawl.server-full'.
 */
export async function enforceCrawlLimits(
  tx: Db,
  { config }: CrawlLimits,
  { userId, tier }: { userId: string; tier: Tier },
) {
  await lockStarts(tx, userId)
  const { unfinishedCrawls: limit } = planLimits[tier]
  const isOwn = and(eq(crawls.userId, userId), inArray(crawls.status, ['queued', 'crawling']))
  if ((await countCrawls(tx, isOwn)) >= limit)
    throw new AppError('crawl.too-many', { n: limit, retryAfterSeconds: RETRY_AFTER_SECONDS })
  // Not exact: users who start crawls at the same time may exceed it slightly, which is harmless.
  if ((await countCrawls(tx, isNotNull(crawls.nextStepAt))) >= config.limits.unfinishedCrawls) {
    throw new AppError('crawl.server-full', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}

async function countCrawls(tx: Db, condition: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.select({ crawls: count() }).from(crawls).where(condition)
  return row?.crawls ?? 0
}
