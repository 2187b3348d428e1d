import { Anchor, Button, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { UsageEntry } from '#shared/billing.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { amountText, reasonKeys } from './usage-text.ts'
import classes from './usage-panel.module.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { chargesQuery } from '#web/queries/billing.ts'

type UsageLedgerProps = {
  entries: UsageEntry[]
  hasMore: boolean
  busy: boolean
  /** Error of the last attempt to load more. */
  error: string
  onLoadMore: () => void
}

/** All credit entries, newest first; a crawl is one entry that expands into its pages. */
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

function EntryDescription({ entry: { reason, url, charges, crawl } }: { entry: UsageEntry }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  if (!url && !charges) return t(reasonKeys[reason])
  if (!charges) {
    return (
      <>
        <span className={classes.address}>{url}</span>
        <span className={classes.from}>
          {crawl ? <CrawlLink crawl={crawl}>{t(reasonKeys[reason])}</CrawlLink> : t(reasonKeys[reason])}
        </span>
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={16} aria-hidden />
        {t(reason === 'change' ? 'credits.changedPagesReread' : 'credits.pagesCrawled', { n: charges.number })}
      </button>{' '}
      <span className={classes.from}>{crawl && <CrawlLink crawl={crawl}>{crawl.url}</CrawlLink>}</span>
      <div id={id} hidden={!opened}>
        {opened && <ChargeList id={charges.id} />}
      </div>
    </>
  )
}

type CrawlLinkProps = { crawl: NonNullable<UsageEntry['crawl']>; children: string | null }

function CrawlLink({ crawl: { id, url }, children }: CrawlLinkProps) {
  // Without its address a crawl has been deleted.
  if (!url) return [children, t('credits.crawlDeleted')].filter(Boolean).join(' ')
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <Link to="/" search={{ crawl: id }} {...props} />}>
      {children}
    </Anchor>
  )
}

/** The pages that a crawl or check was charged for, one credit each. `id` as in `UsageEntry.charges`. */
function ChargeList({ id }: { id: string }) {
  const charges = useInfiniteQuery(chargesQuery(id))
  const pages = charges.data?.pages ?? []
  return (
    <>
      <ul className={classes.charges} aria-busy={charges.isPending}>
        {pages.flatMap((page) =>
          page.charges.map((charge) => (
            <li key={charge.id}>
              <span className={classes.address}>{charge.url}</span>
              <span className={classes.from}>
                <RelativeTime iso={charge.at} />
              </span>
            </li>
          )),
        )}
      </ul>
      {charges.isError && <Notice tone="danger">{t('credits.chargesFailed')}</Notice>}
      {charges.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={charges.isFetchingNextPage}
          onClick={() => void charges.fetchNextPage()}
        >
          {t('common.showOlder')}
        </Button>
      )}
    </>
  )
}
