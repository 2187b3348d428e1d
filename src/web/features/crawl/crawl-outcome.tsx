import { Button } from '@mantine/core'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { describeEnd, failedCount, unfinishedCount } from './crawl-end.ts'
import { MovedNotice } from './moved-notice.tsx'
import classes from './crawl-outcome.module.css'

type CrawlOutcomeProps = {
  crawl: CrawlOnScreen
  /** Null while loading. */
  credits: { tier: Tier; credits_count: number } | null
  continuing: boolean
  retrying: boolean
  /** Error of the last attempt to continue or retry. */
  error: unknown
  onContinue: (maxPages: number) => void
  onRetry: () => void
  onUpgrade: () => void
}

/** How a crawl ended, with buttons to continue it or retry failed addresses. */
export function CrawlOutcome(props: CrawlOutcomeProps) {
  const { crawl, credits, continuing, retrying, error, onContinue, onRetry, onUpgrade } = props
  const { tone, message, outOfCredits } = describeEnd(crawl)
  const unfinished = unfinishedCount(crawl)
  const failed = failedCount(crawl)
  const pageBudget = continueBudget(credits)
  return (
    <div className={classes.outcome}>
      <MovedNotice crawl={crawl} />
      <Notice
        tone={tone}
        action={
          outOfCredits && (
            <Button size="compact-sm" onClick={onUpgrade}>
              {t('common.upgrade')}
            </Button>
          )
        }
      >
        {message}
      </Notice>
      {unfinished > 0 && (
        <div className={classes.next}>
          <p>{t('crawl.continueHint', { n: unfinished, most: pageBudget })}</p>
          <Button
            variant="light"
            size="compact-sm"
            loading={continuing}
            disabled={retrying}
            onClick={() => onContinue(pageBudget)}
          >
            {t('crawl.continue')}
          </Button>
        </div>
      )}
      {failed > 0 && (
        <div className={classes.next}>
          <p>{t('crawl.retryHint', { n: failed })}</p>
          <Button variant="light" size="compact-sm" loading={retrying} disabled={continuing} onClick={onRetry}>
            {t('crawl.retryFailed')}
          </Button>
        </div>
      )}
      {unfinished === 0 && failed === 0 && crawl.pages.length === 0 && (
        <p className={classes.hint}>{crawl.skippedTotal > 0 ? t('crawl.nothingReadHint') : t('crawl.checkUrl')}</p>
      )}
      {error !== null && <Notice tone="danger">{failureText(error, 'crawl.failed')}</Notice>}
    </div>
  )
}

/** Pages of a continued crawl: limited by the plan and the credits. With no credits the server rejects the request. */
function continueBudget(credits: CrawlOutcomeProps['credits']): number {
  const limit = plans[credits?.tier ?? 'free'].maxPagesPerCrawl
  return Math.min(limit, credits?.credits_count || limit)
}
