import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '#shared/admin.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { auditActionText, auditActor, auditDetails, auditTarget } from './audit-text.ts'
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
              <td data-label={t('admin.auditActor')}>{auditActor(entry)}</td>
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
  const details = auditDetails(entry)
  const facts: [TextKey, string][] = [
    ['admin.auditAction', auditActionText(entry.action)],
    ['common.when', dateAndTime(entry.created_at)],
    ['admin.auditActor', auditActor(entry)],
    ['admin.auditTarget', auditTarget(entry)],
    ['admin.auditTargetId', entry.target_id ?? ''],
    ...details.facts,
  ]
  return (
    <dl className={detail.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {Object.keys(details.rest).length > 0 && (
        <div>
          <dt>{t('common.details')}</dt>
          <dd>
            <pre>{JSON.stringify(details.rest, null, 2)}</pre>
          </dd>
        </div>
      )}
    </dl>
  )
}
