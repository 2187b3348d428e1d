import { sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { dailyUsage } from '#server/db/schema/index.ts'

/** Counts a question on its UTC day as it is asked, of a saved chat or not. Never rejects: nobody's answer waits for a count. */
export async function countQuestion(db: Db, userId: string, now = new Date()) {
  await db
    .insert(dailyUsage)
    .values({ userId, date: utcDay(now), questions: 1, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.date],
      set: { questions: sql`${dailyUsage.questions} + 1`, lastSeenAt: sql`greatest(${dailyUsage.lastSeenAt}, excluded.last_seen_at)` },
    })
    // A database that is away fails the answer too, and says so there.
    .catch(() => undefined)
}
