import { Fragment } from 'react'
import { failedReasons, isRunning, unfinishedReasons } from '#shared/crawl/crawls.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'
import classes from './skipped-list.module.css'

type SkippedListProps = { crawl: CrawlOnScreen; opened: boolean; onToggle: () => void }

/** All addresses that were found but not crawled, with their reasons. */
export function SkippedList({ crawl, opened, onToggle }: SkippedListProps) {
  const running = isRunning(crawl.status)
  const countOf = (reasons: readonly SkipReason[]) =>
    reasons.reduce((sum, reason) => sum + (crawl.skippedByReason[reason] ?? 0), 0)
  const failed = countOf(failedReasons)
  const waiting = countOf(unfinishedReasons)
  const otherSites = crawl.skippedByReason['other-host'] ?? 0
  const skipped = crawl.skippedTotal - otherSites - waiting - failed
  if (crawl.skippedTotal === 0) {
    return running || crawl.pages.length === 0 ? null : <p className={classes.nothing}>{t('skipped.none')}</p>
  }
  const counts = [
    failed > 0 && (
      <span key="failed" className={classes.failed}>
        {t('skipped.failed', { n: failed })}
      </span>
    ),
    waiting > 0 && <span key="waiting">{t('skipped.waiting', { n: waiting })}</span>,
    skipped > 0 && <span key="skipped">{t('skipped.count', { n: skipped })}</span>,
    otherSites > 0 && <span key="other-sites">{t('skipped.otherSites', { n: otherSites })}</span>,
  ].filter((count) => count !== false)
  return (
    <Disclosure
      id="skipped-addresses"
      className={classes.skipped}
      opened={opened}
      onToggle={onToggle}
      title={
        <span className={classes.counts}>
          {counts.map((count, index) => (
            <Fragment key={count.key}>
              {index > 0 && ' · '}
              {count}
            </Fragment>
          ))}
        </span>
      }
    >
      <SkippedAddresses crawl={crawl} />
    </Disclosure>
  )
}
