import { Anchor, Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { UsageEntry } from '#shared/billing.ts'
import { rich, t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { amountText, reasonKeys } from './usage-text.ts'
import classes from './usage-panel.module.css'

type UsageLedgerProps = {
  entries: UsageEntry[]
  hasMore: boolean
  busy: boolean
  /** Error of the last attempt to load more. */
  error: string
  onLoadMore: () => void
}

/** All credit entries, newest first. */
export function UsageLedger({ entries, hasMore, busy, error, onLoadMore }: UsageLedgerProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('credits.history')}
      </Title>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">{t('common.when')}</th>
            <th scope="col">{t('credits.description')}</th>
            <th scope="col" className={classes.amount}>
              {t('common.credits')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={classes.when}>
                <RelativeTime iso={entry.at} />
              </td>
              <td>
                <EntryDescription entry={entry} />
              </td>
              <td className={classes.amount} data-granted={entry.amount > 0 || undefined}>
                {amountText(entry)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && <Notice tone="danger">{error}</Notice>}
      {hasMore && (
        <Button variant="default" className={classes.next} loading={busy} onClick={onLoadMore}>
          {t('common.showOlder')}
        </Button>
      )}
    </section>
  )
}

function EntryDescription({ entry: { reason, url, crawl } }: { entry: UsageEntry }) {
  if (!url) return t(reasonKeys[reason])
  return (
    <>
      <span className={classes.address}>{url}</span>
      <span className={classes.from}>
        {t(reasonKeys[reason])}
        {crawl && (
          <>
            {' '}
            {crawl.url
              ? rich('credits.fromCrawl', {
                  url: crawl.url,
                  crawl: (text) => (
                    <Anchor inherit renderRoot={(props) => <Link to="/" search={{ crawl: crawl.id }} {...props} />}>
                      {text}
                    </Anchor>
                  ),
                })
              : t('credits.fromDeletedCrawl')}
          </>
        )}
      </span>
    </>
  )
}
