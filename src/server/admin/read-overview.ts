/** The counts of the Admin Dashboard (specification, section 7). Crosses owners: only for administrators. */
import { count, countDistinct, gte, isNull, sql } from 'drizzle-orm'
import type { AdminOverview } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dailyUsage, notebooks, savedChats, userSettings } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { recordAction } from './record-action.ts'

type Services = { db: Db; log: Log }

export async function unsafeReadOverview(services: Services, { adminId }: { adminId: string }): Promise<AdminOverview> {
  const { db } = services
  await recordAction(services, { adminId, action: 'view_dashboard', targetType: 'dashboard' })
  const [[userCount], [chatCount], [notebookCount], [activeCount]] = await Promise.all([
    db.select({ n: count() }).from(userSettings),
    db.select({ n: count() }).from(savedChats).where(isNull(savedChats.deletedAt)),
    db.select({ n: count() }).from(notebooks),
    db
      .select({ n: countDistinct(dailyUsage.userId) })
      .from(dailyUsage)
      .where(gte(dailyUsage.lastSeenAt, sql`now() - interval '24 hours'`)),
  ])
  return {
    users: userCount?.n ?? 0,
    chats: chatCount?.n ?? 0,
    notebooks: notebookCount?.n ?? 0,
    dailyActiveUsers: activeCount?.n ?? 0,
  }
}
