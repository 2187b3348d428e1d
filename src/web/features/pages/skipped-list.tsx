import { failedReasons, isRunning } from '#shared/crawls.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { FoldOut } from './fold-out.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'
import classes from './skipped-list.module.css'

/** Every address that was found and not read, with its reason, so that nothing is missing without a word. */
export function SkippedList({ crawl }: { crawl: CrawlOnScreen }) {
  const running = isRunning(crawl.status)
  const failed = failedReasons.reduce((sum, reason) => sum + (crawl.skippedByReason[reason] ?? 0), 0)
  if (crawl.skippedTotal === 0) {
    return running || crawl.pages.length === 0 ? null : (
      <p className={classes.nothing}>{t('Every address that was found was read.')}</p>
    )
  }
  return (
    <FoldOut
      id="skipped-addresses"
      className={classes.skipped}
      title={
        <>
          {t('{n, plural, one {# address} other {# addresses}} skipped', { n: crawl.skippedTotal })}
          {failed > 0 && <span className={classes.failed}>{t('{n, number} failed', { n: failed })}</span>}
        </>
      }
    >
      <SkippedAddresses crawl={crawl} />
    </FoldOut>
  )
}
