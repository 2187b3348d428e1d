import { t } from '#web/messages/t.ts'
import { LinkTabs } from '#web/ui/link-tabs.tsx'

const tabs = [
  { to: '/admin', name: 'admin.overview' },
  { to: '/admin/settings', name: 'admin.systemSettings' },
  { to: '/admin/people', name: 'admin.people' },
  { to: '/admin/crawls', name: 'admin.crawls' },
  { to: '/admin/audit', name: 'admin.auditLog' },
] as const

export type AdminTab = (typeof tabs)[number]['name']

/** Tabs of the Admin Dashboard. */
export function AdminTabs({ current }: { current: AdminTab }) {
  return (
    <LinkTabs
      label={t('account.adminDashboard')}
      tabs={tabs.map(({ to, name }) => ({ link: { to }, text: t(name), isCurrent: name === current }))}
    />
  )
}
