import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { detailText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import classes from './preview-skipped.module.css'

/** A site may have thousands of them. */
const SHOWN_PER_REASON = 100

/** Addresses a crawl would skip, grouped by reason, most frequent first. */
export function PreviewSkipped({ skipped }: { skipped: readonly SkippedAddress[] }) {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)]
    .map(([reason, addresses]) => ({ reason, addresses }))
    .toSorted((a, b) => b.addresses.length - a.addresses.length)
  return (
    <details className={classes.skipped}>
      <summary>{t('preview.skippedCount', { n: skipped.length })}</summary>
      {groups.map(({ reason, addresses }) => (
        <details key={reason} className={classes.reason}>
          <summary>
            {t(`skipReasons.${reason}`)} <span className={classes.number}>{formatNumber(addresses.length)}</span>
          </summary>
          <ul className={classes.addresses}>
            {addresses.slice(0, SHOWN_PER_REASON).map((address) => (
              <li key={address.url}>
                {address.url}
                {address.detail && <span className={classes.detail}>{detailText(address)}</span>}
              </li>
            ))}
            {addresses.length > SHOWN_PER_REASON && (
              <li className={classes.detail}>{t('common.andMore', { n: addresses.length - SHOWN_PER_REASON })}</li>
            )}
          </ul>
        </details>
      ))}
    </details>
  )
}
