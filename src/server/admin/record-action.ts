/** Writes down what an administrator did. A failure is only logged: it must not keep them from their work (SPEC section 6). */
import type { AuditAction } from '#shared/admin.ts'
import type { Db } from '#server/db/database.ts'
import { adminAuditLogs } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'

type Action = {
  adminId: string
  action: AuditAction
  targetType: string
  targetId?: string
  metadata?: Record<string, unknown>
}

/** `metadata` never holds a secret, and no text that a person wrote. */
export async function recordAction({ db, log }: { db: Db; log: Log }, entry: Action) {
  try {
    await db.insert(adminAuditLogs).values(entry)
  } catch (error) {
    log.error({ err: error, action: entry.action }, 'Error logging admin action')
  }
}
