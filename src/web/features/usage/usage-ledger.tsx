import { Anchor, Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { UsageEntry } from '#shared/billing.ts'
import { rich, t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { amountWords, reasonWords } from './usage-words.ts'
import classes from './usage-panel.module.css'

type UsageLedgerProps = {
  entries: UsageEntry[]
  hasMore: boolean
  busy: boolean
  /** Why more could not be loaded. */
  failed: string
  onMore: () => void
}

/** Every credit that came and went, the newest first. */
export function UsageLedger({ entries, hasMore, busy, failed, onMore }: UsageLedgerProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('Every credit')}
      </Title>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('What for')}</th>
            <th scope="col" className={classes.amount}>
              {t('Credits')}
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
                <What entry={entry} />
              </td>
              <td className={classes.amount} data-granted={entry.amount > 0 || undefined}>
                {amountWords(entry)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {failed && <Notice tone="danger">{failed}</Notice>}
      {hasMore && (
        <Button variant="default" className={classes.next} loading={busy} onClick={onMore}>
          {t('Show older')}
        </Button>
      )}
    </section>
  )
}

function What({ entry: { reason, url, crawl } }: { entry: UsageEntry }) {
  if (!url) return t(reasonWords[reason])
  return (
    <>
      <span className={classes.address}>{url}</span>
      <span className={classes.from}>
        {t(reasonWords[reason])}
        {crawl && (
          <>
            {' '}
            {crawl.url
              ? rich('by <crawl>the crawl of {url}</crawl>', {
                  url: crawl.url,
                  crawl: (words) => (
                    <Anchor inherit renderRoot={(props) => <Link to="/" search={{ crawl: crawl.id }} {...props} />}>
                      {words}
                    </Anchor>
                  ),
                })
              : t('by a crawl that is deleted')}
          </>
        )}
      </span>
    </>
  )
}
