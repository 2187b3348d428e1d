/** The audit log, newest first, optionally of one action or without those that only look. */
import { aliasedTable, and, eq, notInArray, sql } from 'drizzle-orm'
import { AUDIT_LOG_LIMIT, auditViews, type AuditAction, type AuditEntry } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { adminAuditLogs, users } from '#server/platform/db/schema/index.ts'

/** The account that is the target, or whose crawl is. */
const accountId = sql`case ${adminAuditLogs.targetType}
  when 'user' then ${adminAuditLogs.targetId} when 'crawl' then ${adminAuditLogs.metadata}->>'owner' end`

/** Throws AppError 'request.cursor' for an invalid `after`. */
export async function unsafeListActions(
  db: Db,
  { action, views, after }: PageQuery & { action?: AuditAction | undefined; views?: 'true' | 'false' | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const page = newestFirst({ at: adminAuditLogs.createdAt, id: adminAuditLogs.id }, { after, limit: AUDIT_LOG_LIMIT })
  const targets = aliasedTable(users, 'targets')
  const rows = await db
    .select({
      id: adminAuditLogs.id,
      cursorAt: page.cursorAt,
      entry: adminAuditLogs,
      adminEmail: users.email,
      targetEmail: targets.email,
    })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminId))
    .leftJoin(targets, eq(targets.id, accountId))
    .where(
      and(
        action && eq(adminAuditLogs.action, action),
        views === 'false' ? notInArray(adminAuditLogs.action, [...auditViews]) : undefined,
        page.where,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  const entries = shown.map(({ entry, adminEmail, targetEmail }) => ({
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    admin_id: entry.adminId,
    admin_email: adminEmail,
    action: entry.action,
    target_type: entry.targetType,
    target_id: entry.targetId,
    target_email: targetEmail,
    metadata: entry.metadata,
  }))
  return { entries, next }
}
