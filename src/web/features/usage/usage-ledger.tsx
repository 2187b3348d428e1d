import { Anchor, Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { UsageEntry } from '#shared/billing.ts'
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
        Every credit
      </Title>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What for</th>
            <th scope="col" className={classes.amount}>
              Credits
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
          Show older
        </Button>
      )}
    </section>
  )
}

function What({ entry: { reason, url, crawl } }: { entry: UsageEntry }) {
  if (!url) return reasonWords[reason]
  return (
    <>
      <span className={classes.address}>{url}</span>
      <span className={classes.from}>
        {reasonWords[reason]}
        {crawl && (
          <>
            {' '}
            {crawl.url ? (
              <>
                by{' '}
                <Anchor inherit renderRoot={(props) => <Link to="/" search={{ crawl: crawl.id }} {...props} />}>
                  the crawl of {crawl.url}
                </Anchor>
              </>
            ) : (
              'by a crawl that is deleted'
            )}
          </>
        )}
      </span>
    </>
  )
}
