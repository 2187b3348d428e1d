import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '#shared/admin.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { auditTarget, auditActionText } from './audit-text.ts'
import classes from './admin-table.module.css'
import detail from './audit-list.module.css'

/** Audit log entries; each opens its full record. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin.auditAction')}</th>
            <th scope="col">{t('admin.auditTarget')}</th>
            <th scope="col">{t('admin.auditActor')}</th>
            <th scope="col">{t('common.when')}</th>
            <th scope="col">
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" data-label={t('admin.auditAction')}>
                {auditActionText(entry.action)}
              </th>
              <td data-label={t('admin.auditTarget')}>{auditTarget(entry)}</td>
              <td data-label={t('admin.auditActor')}>{entry.admin_email ?? t('admin.deletedAccount')}</td>
              <td data-label={t('common.when')}>
                <RelativeTime iso={entry.created_at} />
              </td>
              <td className={classes.actions}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('common.detailsOf', {
                    what: auditActionText(entry.action),
                    when: dateAndTime(entry.created_at),
                  })}
                  onClick={() => setOpened(entry)}
                >
                  {t('common.details')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog opened={opened !== null} onClose={() => setOpened(null)} title={t('common.entryDetails')} size="md">
        {opened && <Detail entry={opened} />}
      </Dialog>
    </>
  )
}

function Detail({ entry }: { entry: AuditEntry }) {
  const facts = {
    action: entry.action,
    when: dateAndTime(entry.created_at),
    admin: entry.admin_email ?? '',
    admin_id: entry.admin_id,
    target_type: entry.target_type ?? '',
    target_id: entry.target_id ?? '',
    target: entry.target_email ?? '',
    metadata: Object.keys(entry.metadata).length > 0 ? JSON.stringify(entry.metadata, null, 2) : '',
  }
  return (
    <dl className={detail.facts}>
      {Object.entries(facts)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{name === 'metadata' ? <pre>{value}</pre> : value}</dd>
          </div>
        ))}
    </dl>
  )
}
