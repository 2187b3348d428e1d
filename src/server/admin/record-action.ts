/** Adds an entry to the audit log. A failure is only logged and does not fail the action (specification, section 6). */
import type { AuditAction } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminAuditLogs } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'

type Action = {
  adminId: string
  action: AuditAction
  targetType: string
  targetId?: string
  metadata?: Record<string, unknown>
}

/** `metadata` must not contain secrets or text that users wrote. */
export async function recordAction({ db, log }: { db: Db; log: Log }, entry: Action) {
  try {
    // Within the transaction of a caller this is a savepoint, so that a failure does not undo the action.
    await db.transaction((tx) => tx.insert(adminAuditLogs).values(entry))
  } catch (error) {
    log.error({ err: error, action: entry.action }, 'Error logging admin action')
  }
}
