/** A preview costs no credit, so its number is limited: so many a minute for one person, from however many browsers. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'

const PER_MINUTE = 10

const Turn = z.object({ rows: z.array(z.object({ count: z.number(), seconds_left: z.coerce.number() })) })

/** Throws AppError 'request.too-many' with the seconds to wait. */
export async function limitPreviews(db: Db, userId: string) {
  const isOver = sql`account_limits.since <= now() - interval '1 minute'`
  const found = await db.execute(sql`
    insert into account_limits (key, count, since) values (${`preview ${userId}`}, 1, now())
    on conflict (key) do update
      set count = case when ${isOver} then 1 else account_limits.count + 1 end,
          since = case when ${isOver} then excluded.since else account_limits.since end
    returning count, ceil(extract(epoch from since + interval '1 minute' - now())) as seconds_left`)
  const turn = Turn.parse(found).rows[0]
  if (!turn || turn.count > PER_MINUTE) {
    throw new AppError('request.too-many', { retryAfterSeconds: Math.max(turn?.seconds_left ?? 60, 1) })
  }
}
