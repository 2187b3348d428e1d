import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '#web/messages/t.ts'
import { chargesQuery } from '#web/queries/billing.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './usage-panel.module.css'

/** The pages that a crawl or check was charged for, one credit each. `id` as in `UsageEntry.charges`. */
export function ChargeList({ id }: { id: string }) {
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
