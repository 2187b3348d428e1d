/** The counts of the Admin Dashboard (SPEC section 7, admin counts). Crosses owners: only administrators may ask. */
import { count, countDistinct, gte, isNull, sql } from 'drizzle-orm'
import type { AdminOverview } from '#shared/admin.ts'
import type { Db } from '#server/db/database.ts'
import { dailyUsage, notebooks, savedChats, userSettings } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import { recordAction } from './record-action.ts'

type Services = { db: Db; log: Log }

export async function unsafeReadOverview(services: Services, { adminId }: { adminId: string }): Promise<AdminOverview> {
  const { db } = services
  await recordAction(services, { adminId, action: 'view_dashboard', targetType: 'dashboard' })
  const [[users], [chats], [books], [active]] = await Promise.all([
    db.select({ n: count() }).from(userSettings),
    db.select({ n: count() }).from(savedChats).where(isNull(savedChats.deletedAt)),
    db.select({ n: count() }).from(notebooks),
    db
      .select({ n: countDistinct(dailyUsage.userId) })
      .from(dailyUsage)
      .where(gte(dailyUsage.lastSeenAt, sql`now() - interval '24 hours'`)),
  ])
  return { users: users?.n ?? 0, chats: chats?.n ?? 0, notebooks: books?.n ?? 0, dailyActiveUsers: active?.n ?? 0 }
}
