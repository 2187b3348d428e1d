import { sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dailyUsage } from '#server/platform/db/schema/index.ts'

/**
 * Counts a question on its UTC day, of saved and unsaved chats. Never rejects, because counting must not fail an
 * answer.
 */
export async function countQuestion(db: Db, userId: string, now = new Date()) {
  await db
    .insert(dailyUsage)
    .values({ userId, date: utcDay(now), questions: 1, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.date],
      set: {
        questions: sql`${dailyUsage.questions} + 1`,
        lastSeenAt: sql`greatest(${dailyUsage.lastSeenAt}, excluded.last_seen_at)`,
      },
    })
    // An unavailable database fails the answer too, which reports it.
    .catch(() => undefined)
}
