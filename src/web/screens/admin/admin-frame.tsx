import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import type { AdminTab } from '#web/features/admin/admin-tabs.tsx'
import { t } from '#web/messages/t.ts'
import { Screen } from '#web/ui/screen.tsx'
import classes from './admin-frame.module.css'
import { AdministratorsOnly } from './administrators-only.tsx'

/** Frame of every admin tab: guard, title, tabs. */
export function AdminFrame({ tab, children }: { tab: AdminTab; children: ReactNode }) {
  return (
    <AdministratorsOnly>
      <Screen
        title={tab === 'admin.overview' ? t('account.adminDashboard') : `${t(tab)} · ${t('account.adminDashboard')}`}
      >
        <Title order={1} fz="2rem">
          {t('account.adminDashboard')}
        </Title>
        <AdminTabs current={tab} />
        <div role="tabpanel" aria-label={t(tab)} className={classes.panel}>
          {children}
        </div>
      </Screen>
    </AdministratorsOnly>
  )
}
