import { IconChevronRight } from '@tabler/icons-react'
import { skipReasonWords } from '#shared/crawls.ts'
import type { SkippedAddress } from '#shared/crawls.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import classes from './preview-skipped.module.css'

const SHOWN_PER_REASON = 100

/** What a crawl would leave out, by the reason, the most frequent first. */
export function PreviewSkipped({ skipped }: { skipped: readonly SkippedAddress[] }) {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].toSorted((a, b) => b[1].length - a[1].length)
  return (
    <details className={classes.skipped}>
      <summary>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        {t('{n, plural, one {# address} other {# addresses}} would be skipped', { n: skipped.length })}
      </summary>
      {groups.map(([reason, addresses]) => (
        <details key={reason} className={classes.reason}>
          <summary>
            <IconChevronRight size={16} aria-hidden className={classes.chevron} />
            {t(skipReasonWords[reason])} <span className={classes.number}>{digits(addresses.length)}</span>
          </summary>
          <ul className={classes.addresses}>
            {addresses.slice(0, SHOWN_PER_REASON).map(({ url, detail }) => (
              <li key={url}>
                {url}
                {detail && <span className={classes.detail}>{sentenceWords(detail)}</span>}
              </li>
            ))}
            {addresses.length > SHOWN_PER_REASON && (
              <li className={classes.detail}>{t('and {n, number} more', { n: addresses.length - SHOWN_PER_REASON })}</li>
            )}
          </ul>
        </details>
      ))}
    </details>
  )
}
