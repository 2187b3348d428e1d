/** Says within the page's transaction when the crawl's next page may be taken, and tells the person's screens. */
import { eq, sql } from 'drizzle-orm'
import type { AppEvent } from '#shared/events.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import { nextDuePages } from './frontier.ts'
import type { CrawlRow, StepOutcome } from './step.ts'
import { tellOfCrawl } from './tell-of-crawl.ts'

/** `changed` are the columns this step has set, `also` what else there is to tell; the address that comes next is found here. */
export async function scheduleNext(
  tx: Db,
  crawl: CrawlRow,
  { waitMs, changed = {}, also = [] }: { waitMs: number; changed?: Partial<CrawlRow>; also?: AppEvent[] },
): Promise<StepOutcome> {
  const [next, pageAfter] = await nextDuePages(tx, crawl.id, 2)
  // A crawl whose start has moved has its turn at another host from now on.
  const moved = changed.host !== undefined && changed.host !== crawl.host
  const later = waitMs > 0 || moved
  const [updated] = await tx
    .update(crawls)
    .set({
      ...changed,
      status: 'crawling',
      ...(crawl.startedAt === null && { startedAt: sql`now()` }),
      ...(next && { currentUrl: next.url, currentDepth: next.depth }),
      // Left alone when the crawl goes on at once: an indexed column that changes with every page bloats its index.
      ...(later && { nextStepAt: sql`now() + make_interval(secs => ${waitMs / 1000})` }),
    })
    .where(eq(crawls.id, crawl.id))
    .returning()
  if (!updated) return 'ended'
  await tellOfCrawl(tx, updated, ...also)
  return later ? 'later' : { crawl: updated, page: next, pageAfter }
}
