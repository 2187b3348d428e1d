import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { detailText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { shortAddress } from './skipped-filter.ts'
import classes from './skipped-list.module.css'

const ROW_HEIGHT_PX = 52
/** Loads more this many rows before the end. */
const NEAR_END_ROWS = 30

type SkippedRowsProps = {
  addresses: readonly SkippedAddress[]
  /** The crawl's start address; addresses of the same site are shown without host. */
  start: string
  withReason: boolean
  loading: boolean
  /** Undefined once everything is loaded. */
  onNearEnd: (() => unknown) | undefined
}

/** A virtualized list of skipped addresses. */
export function SkippedRows({ addresses, start, withReason, loading, onNearEnd }: SkippedRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: addresses.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    measureElement: (element) => element.getBoundingClientRect().height || ROW_HEIGHT_PX,
    overscan: 6,
    getItemKey: (index) => addresses[index]?.url ?? index,
  })
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= addresses.length - NEAR_END_ROWS
  const loadMore = useEffectEvent(() => void onNearEnd?.())
  useEffect(() => {
    if (nearEnd && !loading) loadMore()
  }, [nearEnd, loading])

  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.addresses} aria-label={t('skipped.title')} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const address = addresses[item.index]
          return (
            address && (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classes.address}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <a href={hrefOf(address.url)} target="_blank" rel="noreferrer" title={address.url}>
                  {shortAddress(address.url, start)}
                </a>
                <span className={classes.detail}>{explanation(address, withReason)}</span>
              </li>
            )
          )
        })}
      </ul>
      {loading && (
        <p role="status" className={classes.loading}>
          {t('skipped.loadingMore')}
        </p>
      )}
    </div>
  )
}

/** Undefined for schemes that browsers do not open as a page. */
const hrefOf = (url: string) => (/^https?:/i.test(url) ? url : undefined)

function explanation(address: SkippedAddress, withReason: boolean): string {
  const [reason, detail] = [t(`skipReasons.${address.reason}`), detailText(address)]
  if (!withReason) return detail
  return detail ? `${reason}: ${detail}` : reason
}
