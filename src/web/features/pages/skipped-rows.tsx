import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { skipReasonWords } from '#shared/crawls.ts'
import type { SkippedAddress } from '#shared/crawls.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { shortAddress } from './skipped-filter.ts'
import classes from './skipped-list.module.css'

const ROW_HEIGHT_PX = 52
/** So many rows before the end of what is loaded, more is asked for. */
const NEAR_END = 30

type SkippedRowsProps = {
  addresses: readonly SkippedAddress[]
  /** Where the crawl started: addresses of the same site are shown without their host. */
  start: string
  withReason: boolean
  loading: boolean
  /** Undefined when there is no more. */
  onNearEnd: (() => unknown) | undefined
}

/** Skipped addresses, however many: only those in sight are in the document. */
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
  const nearEnd = (items.at(-1)?.index ?? 0) >= addresses.length - NEAR_END
  const goOn = useEffectEvent(() => void onNearEnd?.())
  useEffect(() => {
    if (nearEnd && !loading) goOn()
  }, [nearEnd, loading])

  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.addresses} aria-label={t('Skipped addresses')} style={{ height: virtual.getTotalSize() }}>
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
                <a href={linkTo(address.url)} target="_blank" rel="noreferrer" title={address.url}>
                  {shortAddress(address.url, start)}
                </a>
                <span className={classes.detail}>{wordsOf(address, withReason)}</span>
              </li>
            )
          )
        })}
      </ul>
      {loading && (
        <p role="status" className={classes.loading}>
          {t('Loading more addresses...')}
        </p>
      )}
    </div>
  )
}

/** Only what a browser opens as a page is a link. */
const linkTo = (url: string) => (/^https?:/i.test(url) ? url : undefined)

function wordsOf({ reason, detail }: SkippedAddress, withReason: boolean): string {
  if (!withReason) return sentenceWords(detail)
  return detail ? `${t(skipReasonWords[reason])}: ${sentenceWords(detail)}` : t(skipReasonWords[reason])
}
