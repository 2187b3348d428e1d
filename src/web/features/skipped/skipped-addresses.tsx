import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { SkippedAddress, SkipReason } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { skippedQuery } from '#web/queries/skipped.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterField } from '#web/ui/fields/filter-field.tsx'
import { reasonsOf, filterByText } from './skipped-filter.ts'
import { SkippedRows } from './skipped-rows.tsx'
import { skipAdvice } from './skip-advice.ts'
import classes from './skipped-list.module.css'

/** Fewer addresses are read faster than searched, and the field would take the place of two of them. */
const MIN_SEARCHED = 10

type SkippedAddressesProps = { crawl: CrawlOnScreen }

/** Skipped addresses, filtered by reason and text, with advice for the chosen reason. */
export function SkippedAddresses({ crawl }: SkippedAddressesProps) {
  const [reason, setReason] = useState<SkipReason | null>(null)
  const [filterText, setFilterText] = useState('')
  const deferredText = useDeferredValue(filterText)
  const reasons = reasonsOf(crawl.skippedByReason)
  // A reason can disappear when failed addresses are retried.
  const chosen = reason !== null && crawl.skippedByReason[reason] ? reason : null
  const onlyReason = reasons.length === 1 ? (reasons[0]?.[0] ?? null) : null
  const { addresses, hasMore, loading, failed, loadMore } = useSkipped(crawl, chosen)
  const shown = useMemo(() => filterByText(addresses, deferredText), [addresses, deferredText])

  // A search covers all addresses, so it loads the remaining ones.
  const hasFilter = deferredText.trim() !== ''
  const searching = hasFilter && hasMore && !failed
  useEffect(() => {
    if (searching && !loading) loadMore()
  }, [searching, loading, loadMore])

  return (
    <>
      <ul className={classes.reasons} aria-label={t('skipped.reasons')}>
        {reasons.length > 1 && (
          <li>
            <ReasonButton
              label={t('skipped.allReasons')}
              count={crawl.skippedTotal}
              pressed={chosen === null}
              onClick={() => setReason(null)}
            />
          </li>
        )}
        {reasons.map(([option, count]) => (
          <li key={option}>
            <ReasonButton
              label={t(`skipReasons.${option}`)}
              count={count}
              pressed={option === (chosen ?? onlyReason)}
              onClick={() => setReason(chosen === option ? null : option)}
            />
          </li>
        ))}
      </ul>
      <Advice reason={chosen ?? onlyReason} />
      {(crawl.skippedTotal >= MIN_SEARCHED || filterText !== '') && (
        <div className={classes.filter}>
          <FilterField
            label={t('skipped.filter')}
            placeholder={t('skipped.filterPlaceholder')}
            value={filterText}
            onChange={setFilterText}
          />
          {hasFilter && (
            <p role="status" className={classes.hint}>
              {t(searching ? 'skipped.matchesSearching' : 'skipped.matches', { n: shown.length })}
            </p>
          )}
        </div>
      )}
      {failed ? (
        <ErrorState title={t('skipped.loadFailed')} onRetry={loadMore} />
      ) : (
        <SkippedRows
          addresses={shown}
          start={crawl.url}
          withReason={chosen === null && reasons.length > 1}
          loading={loading}
          onNearEnd={hasMore ? loadMore : undefined}
        />
      )}
    </>
  )
}

function ReasonButton({
  label,
  count,
  pressed,
  onClick,
}: {
  label: string
  count: number
  pressed: boolean
  onClick: () => void
}) {
  return (
    <button type="button" className={classes.reason} aria-pressed={pressed} onClick={onClick}>
      <span>{label}</span> <span className={classes.number}>{formatNumber(count)}</span>
    </button>
  )
}

const Advice = ({ reason }: { reason: SkipReason | null }) =>
  reason && <p className={classes.advice}>{t(skipAdvice[reason])}</p>

/** The addresses included in the crawl if complete, else loaded from the server page by page. */
function useSkipped(crawl: CrawlOnScreen, reason: SkipReason | null) {
  const isComplete = crawl.skipped.length >= crawl.skippedTotal
  const query = useInfiniteQuery({
    ...skippedQuery(crawl.id, reason, crawl.finishedAt ?? 'running'),
    enabled: !isComplete,
  })
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = query
  const addresses = useMemo((): SkippedAddress[] => {
    if (data && !isComplete) return data.pages.flatMap((page) => page.skipped)
    return reason ? crawl.skipped.filter((address) => address.reason === reason) : crawl.skipped
  }, [data, isComplete, crawl.skipped, reason])
  return {
    addresses,
    hasMore: !isComplete && hasNextPage,
    loading: isFetching,
    failed: isError,
    loadMore: data ? fetchNextPage : refetch,
  }
}
