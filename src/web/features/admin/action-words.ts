import { AuditAction } from '#shared/admin.ts'
import type { AuditEntry } from '#shared/admin.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

/** What an action of the audit log is called for people. */
export const actionWords = {
  view_dashboard: 'Looked at the dashboard',
  view_system_settings: 'Looked at the settings',
  update_system_settings: 'Changed the settings',
  test_ai_connection: 'Tested the AI connection',
  change_plan: 'Changed a plan',
  set_credits: 'Set credits',
  suspend_account: 'Suspended an account',
  unsuspend_account: 'Let an account in again',
  end_sessions: 'Ended sessions',
  grant_admin: 'Made an administrator',
  revoke_admin: 'Unmade an administrator',
  stop_crawl: 'Stopped a crawl',
  test_storage_connection: 'Tested the document storage',
  disconnect_storage: 'Disconnected the document storage',
} as const satisfies Record<AuditAction, Text>

/** An action that this version does not know keeps its own name. */
export const wordsOfAction = (action: string) => {
  const known = AuditAction.safeParse(action)
  return known.success ? t(actionWords[known.data]) : action
}

/** What it was about: the address of a person while there is one, else what is known of it. */
export const targetOf = ({ target_email, target_type, target_id }: AuditEntry) =>
  target_email ?? [target_type, target_id].filter(Boolean).join(' ')
