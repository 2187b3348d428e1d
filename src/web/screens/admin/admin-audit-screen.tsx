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
  const { data: action } = AuditAction.safeParse(useSearch({ from: '/admin/audit' }).action)
  const navigate = useNavigate()
  const { data: entries, isError, refetch } = useQuery(auditQuery(action))
  const show = (name: string) => {
    const chosen = AuditAction.safeParse(name)
    void navigate({ to: '/admin/audit', search: { action: chosen.success ? chosen.data : undefined }, replace: true })
  }
  return (
    <>
      <label className={classes.filter}>
        <span>{t('common.show')}</span>
        <select value={action ?? ''} onChange={(event) => show(event.currentTarget.value)}>
          <option value="">{t('common.all')}</option>
          {AuditAction.options.map((option) => (
            <option key={option} value={option}>
              {t(auditActionKeys[option])}
            </option>
          ))}
        </select>
        <span>{t('common.latestCount', { n: AUDIT_LOG_LIMIT })}</span>
      </label>
      {isError && !entries && <ErrorState title={t('admin.auditLoadFailed')} onRetry={() => void refetch()} />}
      {!entries && !isError && <AdminTableSkeleton label={t('admin.loadingAudit')} />}
      {entries?.length === 0 && <EmptyState title={t('common.noEntries')}>{t('admin.auditHint')}</EmptyState>}
      {entries && entries.length > 0 && <AuditList entries={entries} />}
    </>
  )
}
