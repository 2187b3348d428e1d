/** How many crawls are taken before one that still waits for its first turn: those due earlier that nobody is at. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { CrawlRow } from './step.ts'

const Places = z.object({ rows: z.array(z.object({ id: z.string(), place: z.coerce.number() })) })

/** By crawl id; crawls that are not queued are left out. One question however many crawls. */
export async function queuePlaces(db: Db, rows: readonly CrawlRow[]): Promise<Map<string, number>> {
  const queued = rows.filter(({ status }) => status === 'queued').map(({ id }) => id)
  if (queued.length === 0) return new Map()
  const found = await db.execute(sql`
    select mine.id, count(other.id) as place
      from crawls mine
      left join crawls other
        on other.next_step_at <= now() and other.id <> mine.id
       and (other.leased_until is null or other.leased_until < now())
       and (other.next_step_at, other.created_at) < (mine.next_step_at, mine.created_at)
     where mine.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(queued)}::jsonb))
       and mine.next_step_at is not null
     group by mine.id`)
  return new Map(Places.parse(found).rows.map(({ id, place }) => [id, place]))
}

/** Null when the crawl is not queued. */
export async function placeInQueue(db: Db, crawl: CrawlRow): Promise<number | null> {
  return (await queuePlaces(db, [crawl])).get(crawl.id) ?? null
}
