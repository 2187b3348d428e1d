import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { skipReasonWords } from '#shared/crawls.ts'
import type { SkippedAddress, SkipReason } from '#shared/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { skippedQuery } from '#web/queries/skipped.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { FilterField } from './filter-field.tsx'
import { skipAdvice } from './skip-advice.ts'
import { reasonsOf, withWords } from './skipped-filter.ts'
import { SkippedRows } from './skipped-rows.tsx'
import classes from './skipped-list.module.css'

type SkippedAddressesProps = { crawl: CrawlOnScreen }

/** The skipped addresses of one reason or all, narrowed by words, with what can be done about that reason. */
export function SkippedAddresses({ crawl }: SkippedAddressesProps) {
  const [reason, setReason] = useState<SkipReason | null>(null)
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words)
  const reasons = reasonsOf(crawl.skippedByReason)
  // A reason may vanish, when what failed is tried again.
  const chosen = reason !== null && crawl.skippedByReason[reason] ? reason : null
  const { addresses, more, loading, failed, loadMore } = useSkipped(crawl, chosen)
  const shown = useMemo(() => withWords(addresses, wanted), [addresses, wanted])

  // Words are looked for in every address, also in those not loaded yet.
  const searching = wanted.trim() !== '' && more && !failed
  useEffect(() => {
    if (searching && !loading) loadMore()
  }, [searching, loading, loadMore])

  return (
    <>
      <ul className={classes.reasons} aria-label={t('Reasons')}>
        {reasons.length > 1 && (
          <li>
            <Reason words={t('All reasons')} number={crawl.skippedTotal} on={chosen === null} onClick={() => setReason(null)} />
          </li>
        )}
        {reasons.map(([each, number]) => (
          <li key={each}>
            <Reason
              words={t(skipReasonWords[each])}
              number={number}
              on={chosen === each || reasons.length === 1}
              onClick={() => setReason(chosen === each ? null : each)}
            />
          </li>
        ))}
      </ul>
      <Advice reason={chosen ?? (reasons.length === 1 ? (reasons[0]?.[0] ?? null) : null)} />
      <div className={classes.filter}>
        <FilterField
          label={t('Filter skipped addresses')}
          placeholder={t('Filter by address or detail')}
          value={words}
          onChange={setWords}
        />
        {wanted.trim() !== '' && (
          <p role="status" className={classes.hint}>
            {searching
              ? t('{n, plural, one {# address matches} other {# addresses match}}, still looking', { n: shown.length })
              : t('{n, plural, one {# address matches} other {# addresses match}}', { n: shown.length })}
          </p>
        )}
      </div>
      {failed ? (
        <FailedFace title={t('The skipped addresses could not be loaded.')} onRetry={loadMore} />
      ) : (
        <SkippedRows
          addresses={shown}
          start={crawl.url}
          withReason={chosen === null && reasons.length > 1}
          loading={loading}
          onNearEnd={more ? loadMore : undefined}
        />
      )}
    </>
  )
}

function Reason({ words, number, on, onClick }: { words: string; number: number; on: boolean; onClick: () => void }) {
  return (
    <button type="button" className={classes.reason} aria-pressed={on} onClick={onClick}>
      <span>{words}</span> <span className={classes.number}>{digits(number)}</span>
    </button>
  )
}

const Advice = ({ reason }: { reason: SkipReason | null }) =>
  reason && <p className={classes.advice}>{t(skipAdvice[reason])}</p>

/** What the crawl brought along when that is all, else the server's list, a stretch at a time. */
function useSkipped(crawl: CrawlOnScreen, reason: SkipReason | null) {
  const whole = crawl.skipped.length >= crawl.skippedTotal
  const query = useInfiniteQuery({
    ...skippedQuery(crawl.id, reason, crawl.finishedAt ?? 'running'),
    enabled: !whole,
  })
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = query
  const addresses = useMemo((): SkippedAddress[] => {
    if (data && !whole) return data.pages.flatMap((page) => page.skipped)
    return reason ? crawl.skipped.filter((each) => each.reason === reason) : crawl.skipped
  }, [data, whole, crawl.skipped, reason])
  return {
    addresses,
    more: !whole && hasNextPage,
    loading: isFetching,
    failed: isError,
    loadMore: data ? fetchNextPage : refetch,
  }
}
