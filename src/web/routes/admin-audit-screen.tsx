import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_LOG_LIMIT, AuditAction } from '#shared/admin.ts'
import { actionWords } from '#web/features/admin/action-words.ts'
import { AuditList } from '#web/features/admin/audit-list.tsx'
import { RowsSkeleton } from '#web/features/admin/people-list.tsx'
import { t } from '#web/languages/t.ts'
import { auditQuery } from '#web/queries/admin.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { AdminFrame } from './admin-frame.tsx'
import classes from './admin-audit-screen.module.css'

export function AdminAuditScreen() {
  return (
    <AdminFrame tab="Audit Log">
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
        <span>{t('Show')}</span>
        <select value={action ?? ''} onChange={(event) => show(event.currentTarget.value)}>
          <option value="">{t('Everything')}</option>
          {AuditAction.options.map((option) => (
            <option key={option} value={option}>
              {t(actionWords[option])}
            </option>
          ))}
        </select>
        <span>{t('the newest {n, number}', { n: AUDIT_LOG_LIMIT })}</span>
      </label>
      {isError && !entries && <FailedFace title={t('The audit log could not be loaded.')} onRetry={() => void refetch()} />}
      {!entries && !isError && <RowsSkeleton label={t('Loading the audit log')} />}
      {entries?.length === 0 && <EmptyState title={t('Nothing was written down')}>{t('What administrators do appears here.')}</EmptyState>}
      {entries && entries.length > 0 && <AuditList entries={entries} />}
    </>
  )
}
