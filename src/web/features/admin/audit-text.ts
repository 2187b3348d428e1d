import { AuditAction } from '#shared/admin.ts'
import type { AuditEntry } from '#shared/admin.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

/** Message keys of the audit log's actions. */
export const auditActionKeys = {
  view_dashboard: 'admin.actionViewedDashboard',
  view_system_settings: 'admin.actionViewedSettings',
  update_system_settings: 'admin.actionChangedSettings',
  test_ai_connection: 'admin.actionTestedAi',
  change_plan: 'admin.actionChangedPlan',
  set_credits: 'admin.setCredits',
  suspend_account: 'admin.actionSuspended',
  unsuspend_account: 'admin.actionReinstated',
  end_sessions: 'admin.actionEndedSessions',
  grant_admin: 'admin.actionMadeAdministrator',
  revoke_admin: 'admin.actionRemovedAdministrator',
  stop_crawl: 'admin.actionStoppedCrawl',
  test_storage_connection: 'admin.actionTestedStorage',
  disconnect_storage: 'admin.actionDisconnectedStorage',
} as const satisfies Record<AuditAction, TextKey>

/** An action unknown to this version is shown by its stored name. */
export const auditActionText = (action: string) => {
  const known = AuditAction.safeParse(action)
  return known.success ? t(auditActionKeys[known.data]) : action
}

/** The target of an entry: the account's email, or type and id if it has none. */
export const auditTarget = ({ target_email, target_type, target_id }: AuditEntry) =>
  target_email ?? [target_type, target_id].filter(Boolean).join(' ')
