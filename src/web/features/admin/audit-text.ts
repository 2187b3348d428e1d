import { AuditAction, COMMAND_LINE } from '#shared/admin.ts'
import type { AuditEntry } from '#shared/admin.ts'
import { SettingName } from '#shared/settings.ts'
import { Tier } from '#shared/tier.ts'
import { planNameKeys } from '#web/features/usage/usage-text.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { settingText } from './setting-groups.ts'

/** Message keys of the audit log's actions. */
export const auditActionKeys = {
  view_dashboard: 'admin.actionViewedDashboard',
  view_system_settings: 'admin.actionViewedSettings',
  update_system_settings: 'admin.actionChangedSettings',
  test_ai_connection: 'admin.actionTestedAi',
  change_plan: 'admin.actionChangedPlan',
  set_credits: 'admin.actionSetCredits',
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

const targetKeys: Readonly<Record<string, TextKey>> = {
  dashboard: 'account.adminDashboard',
  system_settings: 'admin.systemSettings',
  ai_service: 'admin.targetModel',
  document_storage: 'admin.targetStorage',
  crawl: 'admin.targetCrawl',
  user: 'admin.deletedAccount',
}

/** What the action was about: the email address of an account, or the thing in words. */
export function auditTarget({ target_email, target_type, metadata }: AuditEntry): string {
  if (target_email && target_type === 'user') return target_email
  const key = targetKeys[target_type ?? '']
  if (!key) return target_type ?? ''
  const host = metadata['host']
  return [t(key), target_type === 'crawl' && typeof host === 'string' && host, target_email].filter(Boolean).join(' · ')
}

/** What else the entry has, by label. `rest` are values without one. */
export function auditDetails({ metadata }: AuditEntry) {
  // The target says host and owner.
  const { before, tier, credits, sessions, crawls, filled, removed, host: _, owner: __, ...rest } = metadata
  const facts: [TextKey, unknown][] = [
    ['credits.plan', tier && changed(before && planName(before), planName(tier))],
    ['common.credits', tier ? credits : changed(before, credits)],
    ['admin.endedSessions', sessions],
    ['admin.stoppedCrawls', crawls],
    ['admin.savedSettings', settingLabels(filled)],
    ['admin.removedSettings', settingLabels(removed)],
  ]
  return {
    facts: facts.flatMap(([key, value]): [TextKey, string][] =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
    rest,
  }
}

const changed = (before: unknown, after: unknown) => (before === undefined ? after : `${before} → ${after}`)

function planName(tier: unknown) {
  const known = Tier.safeParse(tier)
  return known.success ? t(planNameKeys[known.data]) : tier
}

function settingLabels(names: unknown): string {
  const known = SettingName.array().safeParse(names)
  return known.success ? known.data.map((name) => settingText(name).label).join(', ') : ''
}

/** Who did it. */
export const auditActor = ({ admin_id, admin_email }: AuditEntry) =>
  admin_id === COMMAND_LINE ? t('admin.commandLine') : (admin_email ?? t('admin.deletedAccount'))
