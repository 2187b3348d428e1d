import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '#shared/admin.ts'
import { dateAndTime } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { targetOf, wordsOfAction } from './action-words.ts'
import classes from './rows.module.css'
import detail from './audit-detail.module.css'

/** What administrators did, the newest first; each opens with all that was written down. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('About')}</th>
            <th scope="col">{t('Who')}</th>
            <th scope="col">{t('When')}</th>
            <th scope="col">
              <span className={classes.quiet}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" data-label={t('What')}>
                {wordsOfAction(entry.action)}
              </th>
              <td data-label={t('About')}>{targetOf(entry)}</td>
              <td data-label={t('Who')}>{entry.admin_email ?? t('a deleted account')}</td>
              <td data-label={t('When')}>
                <RelativeTime iso={entry.created_at} />
              </td>
              <td className={classes.act}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('Details: {what}, {when}', {
                    what: wordsOfAction(entry.action),
                    when: dateAndTime(entry.created_at),
                  })}
                  onClick={() => setOpened(entry)}
                >
                  {t('Details')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog opened={opened !== null} onClose={() => setOpened(null)} title={t('What was written down')} size="md">
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
