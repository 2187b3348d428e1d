/** Writes down what an administrator did. A failure is only logged: it must not keep them from their work (SPEC section 6). */
import type { Db } from '#server/db/database.ts'
import { adminAuditLogs } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'

type Action = {
  adminId: string
  action: 'view_dashboard' | 'view_system_settings' | 'update_system_settings'
  targetType: string
  metadata?: Record<string, unknown>
}

export async function recordAction({ db, log }: { db: Db; log: Log }, entry: Action) {
  try {
    await db.insert(adminAuditLogs).values(entry)
  } catch (error) {
    log.error({ err: error, action: entry.action }, 'Error logging admin action')
  }
}
