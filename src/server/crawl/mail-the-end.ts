/** The mail that somebody wished for when a crawl has ended by itself, posted in the transaction that ends it. */
import { and, count, eq } from 'drizzle-orm'
import { errorMessage } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { frontier, users } from '#server/db/schema/index.ts'
import { crawlEndedMail } from '#server/mail/messages.ts'
import { isSkipped } from './frontier.ts'
import type { CrawlRow, Post } from './step.ts'

/** `crawl` as it is at its end. Whoever stopped a crawl knows that it has ended. */
export async function mailTheEnd(tx: Db, { appUrl, postLetter }: Post, crawl: CrawlRow) {
  if (!crawl.mailAtEnd || crawl.status === 'stopped') return
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, crawl.userId))
  if (!person) return
  const [{ skipped } = { skipped: 0 }] = await tx
    .select({ skipped: count() })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawl.id), isSkipped))
  const message = crawlEndedMail({
    to: person.email,
    site: crawl.url,
    pagesRead: crawl.pagesCrawled,
    skipped,
    failure: crawl.error && errorMessage(crawl.error.code, crawl.error.values),
    link: `${appUrl}/?crawl=${crawl.id}`,
    now: new Date(),
  })
  await postLetter(tx, { to: person.email, toAccount: message, toNobody: null })
}
