import { skipReasonWords } from '#shared/crawls.ts'
import type { SkippedAddress, SkipReason } from '#shared/crawls.ts'
import { count } from '#web/ui/count.ts'
import classes from './skipped-list.module.css'

const SHOWN_PER_REASON = 100

type SkippedListProps = { skipped: SkippedAddress[]; total: number }

/** Every address that was found and not read, by the reason, so that nothing is missing without a word. */
export function SkippedList({ skipped, total }: SkippedListProps) {
  return (
    <details className={classes.skipped}>
      <summary>{count(total, 'address', 'addresses')} skipped</summary>
      {byReason(skipped).map(([reason, addresses]) => (
        <details key={reason} className={classes.reason}>
          <summary>
            {skipReasonWords[reason]} <span className={classes.number}>{addresses.length.toLocaleString()}</span>
          </summary>
          <ul className={classes.addresses}>
            {addresses.slice(0, SHOWN_PER_REASON).map(({ url, detail }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {url}
                </a>
                {detail && <span className={classes.detail}>{detail}</span>}
              </li>
            ))}
          </ul>
          {addresses.length > SHOWN_PER_REASON && (
            <p className={classes.rest}>and {(addresses.length - SHOWN_PER_REASON).toLocaleString()} more</p>
          )}
        </details>
      ))}
    </details>
  )
}

/** The reasons, the most frequent first. */
function byReason(skipped: SkippedAddress[]): [SkipReason, SkippedAddress[]][] {
  const groups = new Map<SkipReason, SkippedAddress[]>()
  for (const address of skipped) {
    const group = groups.get(address.reason)
    if (group) group.push(address)
    else groups.set(address.reason, [address])
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length)
}
