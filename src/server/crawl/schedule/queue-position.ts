import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import type { CrawlRow } from './crawl-step.ts'

const Positions = z.object({ rows: z.array(z.object({ id: z.string(), position: z.coerce.number() })) })

/** For each queued crawl, by id: how many crawls without a lease are due before it. One query for all of them. */
export async function queuePositions(db: Db, rows: readonly CrawlRow[]): Promise<Map<string, number>> {
  const queued = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  if (queued.length === 0) return new Map()
  const result = await db.execute(sql`
    select mine.id, count(other.id) as position
      from crawls mine
      left join crawls other
        on other.next_step_at <= now() and other.id <> mine.id
       and (other.leased_until is null or other.leased_until < now())
       and (other.next_step_at, other.created_at) < (mine.next_step_at, mine.created_at)
     where mine.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(queued)}::jsonb))
       and mine.next_step_at is not null
     group by mine.id`)
  return new Map(Positions.parse(result).rows.map(({ id, position }) => [id, position]))
}

/** Null when the crawl is not queued. */
export async function queuePosition(db: Db, crawl: CrawlRow): Promise<number | null> {
  return (await queuePositions(db, [crawl])).get(crawl.id) ?? null
}
