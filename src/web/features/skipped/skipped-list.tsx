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
  const others = [
    waiting > 0 && t('skipped.waiting', { n: waiting }),
    skipped > 0 && t('skipped.count', { n: skipped }),
    otherSites > 0 && t('skipped.otherSites', { n: otherSites }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Disclosure
      id="skipped-addresses"
      className={classes.skipped}
      opened={opened}
      onToggle={onToggle}
      title={
        <span>
          {failed > 0 && <span className={classes.failed}>{t('skipped.failed', { n: failed })}</span>}
          {failed > 0 && others !== '' && ' · '}
          {others}
        </span>
      }
    >
      <SkippedAddresses crawl={crawl} />
    </Disclosure>
  )
}
