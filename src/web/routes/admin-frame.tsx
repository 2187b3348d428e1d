import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminTabs } from '#web/features/admin/admin-tabs.tsx'
import type { AdminTab } from '#web/features/admin/admin-tabs.tsx'
import { t } from '#web/languages/t.ts'
import { Screen } from '#web/ui/screen.tsx'
import classes from './admin-frame.module.css'
import { AdministratorsOnly } from './administrators-only.tsx'

/** What stands around every tab of the admin area: the guard, the title and the tabs. */
export function AdminFrame({ tab, children }: { tab: AdminTab; children: ReactNode }) {
  return (
    <AdministratorsOnly>
      <Screen title={tab === 'Overview' ? t('Admin Dashboard') : `${t(tab)} · ${t('Admin Dashboard')}`}>
        <Title order={1} fz="2rem">
          {t('Admin Dashboard')}
        </Title>
        <AdminTabs current={tab} />
        <div role="tabpanel" aria-label={t(tab)} className={classes.panel}>
          {children}
        </div>
      </Screen>
    </AdministratorsOnly>
  )
}
