/** The newest entries of the audit log, optionally of one action. */
import { aliasedTable, and, desc, eq } from 'drizzle-orm'
import { AUDIT_LOG_LIMIT, type AuditAction, type AuditEntry } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminAuditLogs, users } from '#server/platform/db/schema/index.ts'

export async function unsafeListActions(
  db: Db,
  { action }: { action?: AuditAction | undefined },
): Promise<{ entries: AuditEntry[] }> {
  const targets = aliasedTable(users, 'targets')
  const rows = await db
    .select({ entry: adminAuditLogs, adminEmail: users.email, targetEmail: targets.email })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminId))
    .leftJoin(targets, and(eq(adminAuditLogs.targetType, 'user'), eq(targets.id, adminAuditLogs.targetId)))
    .where(action && eq(adminAuditLogs.action, action))
    .orderBy(desc(adminAuditLogs.createdAt), desc(adminAuditLogs.id))
    .limit(AUDIT_LOG_LIMIT)
  const entries = rows.map(({ entry, adminEmail, targetEmail }) => ({
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
  return { entries }
}
