import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_LOG_LIMIT, AuditAction } from '#shared/admin.ts'
import { auditActionKeys } from '#web/features/admin/audit-text.ts'
import { AuditList } from '#web/features/admin/audit-list.tsx'
import { AdminTableSkeleton } from '#web/features/admin/admin-table-skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { auditQuery } from '#web/queries/admin.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdminFrame } from './admin-frame.tsx'
import classes from './admin-audit-screen.module.css'

export function AdminAuditScreen() {
  return (
    <AdminFrame tab="admin.auditLog">
      <Audit />
    </AdminFrame>
  )
}

function Audit() {
  const search = useSearch({ from: '/admin/audit' })
  const { data: action } = AuditAction.safeParse(search.action)
  const withViews = search.views === true
  const navigate = useNavigate()
  const { data: entries, isError, refetch } = useQuery(auditQuery(action, withViews))
  const filterByAction = (value: string) => {
    // The value '' of the first option is no action.
    const { data: chosen } = AuditAction.safeParse(value)
    void navigate({ to: '/admin/audit', search: { ...search, action: chosen }, replace: true })
  }
  const showViews = (on: boolean) =>
    void navigate({ to: '/admin/audit', search: { action: search.action, ...(on && { views: on }) }, replace: true })
  const options = [
    { value: '', label: withViews ? t('common.all') : t('admin.allChanges') },
    ...AuditAction.options.map((value) => ({ value, label: t(auditActionKeys[value]) })),
  ]
  return (
    <>
      <div className={classes.filter}>
        <NativeSelect
          label={t('common.show')}
          value={action ?? ''}
          data={options}
          onChange={(event) => filterByAction(event.currentTarget.value)}
        />
        {!action && (
          <Switch
            label={t('admin.showViews')}
            checked={withViews}
            onChange={(event) => showViews(event.currentTarget.checked)}
          />
        )}
        <span>{t('common.latestCount', { n: AUDIT_LOG_LIMIT })}</span>
      </div>
      {isError && !entries && <ErrorState title={t('admin.auditLoadFailed')} onRetry={() => void refetch()} />}
      {!entries && !isError && <AdminTableSkeleton label={t('admin.loadingAudit')} />}
      {entries?.length === 0 && <EmptyState title={t('common.noEntries')}>{t('admin.auditHint')}</EmptyState>}
      {entries && entries.length > 0 && <AuditList entries={entries} />}
    </>
  )
}
