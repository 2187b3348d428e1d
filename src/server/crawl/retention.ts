/**
 * Deletes crawls that no chat uses, some days after they were last used (CRAWL_RETENTION_DAYS). Each deletion is
 * announced a week before, by mail and on the screens that show the crawl: `crawls.expires_at` is the announced time. A
 * crawl is used when it runs and when its pages are asked or searched; a chat that has one of its pages keeps it.
 */
import { and, eq, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import { RETENTION_NOTICE_DAYS } from '#shared/crawl/crawls.ts'
import { AppError } from '#shared/errors.ts'
import { crawlsExpiringMail } from '#server/mail/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatPages, crawls, pages, users } from '#server/platform/db/schema/index.ts'
import type { CrawlMail } from './schedule/crawl-step.ts'
import { deleteCrawl } from './delete-crawl.ts'

type Services = CrawlMail & { db: Db }

/** Rows read at a time; the rest follows in the next statement. */
const BATCH = 100

/**
 * Announces and deletes the crawls of all users that are due. `days` is CRAWL_RETENTION_DAYS; 0 withdraws all
 * announcements. Suspended users cannot save anything, so their crawls stay. Any process may run it, also several
 * simultaneously.
 */
export async function unsafeExpireCrawls(services: Services, { days, signal }: { days: number; signal: AbortSignal }) {
  const { db } = services
  await db
    .update(crawls)
    .set({ expiresAt: null })
    .where(and(isNotNull(crawls.expiresAt), days === 0 ? undefined : not(isUnused(db))))
  if (days === 0) return { announced: 0, deleted: 0 }
  const deleted = await deleteExpired(db, signal)
  const announced = await announceExpiry(services, days, signal)
  return { announced, deleted }
}

/** Crawls that have ended and of which no chat uses a page. */
function isUnused(db: Db): SQL {
  const usedByChat = db
    .select({ one: sql`1` })
    .from(pages)
    .innerJoin(chatPages, eq(chatPages.pageId, pages.id))
    .where(eq(pages.crawlId, crawls.id))
  return sql`(${crawls.finishedAt} is not null and ${crawls.chatId} is null and not exists ${usedByChat})`
}

const isActive = sql`not exists (select from ${users} where ${users.id} = ${crawls.userId} and ${users.suspendedAt} is not null)`

/** Deletes what was announced and has not been used since. */
async function deleteExpired(db: Db, signal: AbortSignal): Promise<number> {
  const isDue = and(lte(crawls.expiresAt, sql`now()`), isActive, isUnused(db))
  let deleted = 0
  while (!signal.aborted) {
    const due = await db.select({ crawlId: crawls.id, userId: crawls.userId }).from(crawls).where(isDue).limit(BATCH)
    for (const { crawlId, userId } of due) {
      if (signal.aborted) return deleted
      try {
        await deleteCrawl({ db }, { userId, crawlId, ...(isDue && { onlyIf: isDue }) })
        deleted++
      } catch (error) {
        // It was used at this moment, or another process deleted it.
        if (!(error instanceof AppError && error.code === 'crawl.not-found')) throw error
      }
    }
    if (due.length < BATCH) break
  }
  return deleted
}

/** One mail for each user. The crawls are marked in the transaction that queues it, so each is announced once. */
async function announceExpiry({ db, appUrl, enqueueMail }: Services, days: number, signal: AbortSignal) {
  const isAnnounced = and(
    isNull(crawls.expiresAt),
    sql`greatest(${crawls.usedAt}, ${crawls.finishedAt}) < now() - make_interval(days => ${days - RETENTION_NOTICE_DAYS})`,
    isActive,
    isUnused(db),
  )
  let announced = 0
  while (!signal.aborted) {
    const owners = await db
      .selectDistinct({ id: users.id, email: users.email })
      .from(crawls)
      .innerJoin(users, eq(users.id, crawls.userId))
      .where(isAnnounced)
      .limit(BATCH)
    for (const owner of owners) {
      if (signal.aborted) return announced
      announced += await db.transaction(async (tx) => {
        const expiring = await tx
          .update(crawls)
          .set({ expiresAt: sql`now() + make_interval(days => ${RETENTION_NOTICE_DAYS})` })
          .where(and(eq(crawls.userId, owner.id), isAnnounced))
          .returning({ id: crawls.id, url: crawls.url, pages: crawls.pagesCrawled, expiresAt: crawls.expiresAt })
        const at = expiring[0]?.expiresAt
        if (!at) return 0
        const mail = crawlsExpiringMail({
          to: owner.email,
          crawls: expiring.map(({ id, url, pages: count }) => ({ url, pages: count, link: `${appUrl}/?crawl=${id}` })),
          expiresAt: at,
          retentionDays: days,
          now: new Date(),
        })
        await enqueueMail(tx, { to: owner.email, ifAccount: mail, ifNoAccount: null })
        return expiring.length
      })
    }
    if (owners.length < BATCH) break
  }
  return announced
}
