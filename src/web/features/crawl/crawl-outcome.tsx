import { Button } from '@mantine/core'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { describeEnd, failedAddresses, waitingAddresses } from './crawl-end.ts'
import classes from './crawl-outcome.module.css'

type CrawlOutcomeProps = {
  crawl: CrawlOnScreen
  /** Null while they are not known. */
  credits: { tier: Tier; credits_count: number } | null
  continuing: boolean
  retrying: boolean
  /** Why reading on was refused. */
  refused: unknown
  onContinue: (maxPages: number) => void
  onRetry: () => void
  onUpgrade: () => void
}

/** How a crawl ended, in a sentence, and what can be done next. */
export function CrawlOutcome(props: CrawlOutcomeProps) {
  const { crawl, credits, continuing, retrying, refused, onContinue, onRetry, onUpgrade } = props
  const { tone, words, outOfCredits } = describeEnd(crawl)
  const waiting = waitingAddresses(crawl)
  const failed = failedAddresses(crawl)
  const allowance = readOnAllowance(credits)
  return (
    <div className={classes.outcome}>
      <Notice
        tone={tone}
        action={
          outOfCredits && (
            <Button size="compact-sm" onClick={onUpgrade}>
              {t('Upgrade')}
            </Button>
          )
        }
      >
        {words}
      </Notice>
      {waiting > 0 && (
        <div className={classes.next}>
          <p>
            {t(
              '{n, plural, one {# more address waits} other {# more addresses wait}} to be read. Reading on takes one credit a page, {most, plural, one {# credit} other {# credits}} at most.',
              { n: waiting, most: allowance },
            )}
          </p>
          <Button variant="light" size="compact-sm" loading={continuing} disabled={retrying} onClick={() => onContinue(allowance)}>
            {t('Continue this crawl')}
          </Button>
        </div>
      )}
      {failed > 0 && (
        <div className={classes.next}>
          <p>
            {t(
              '{n, plural, one {# address} other {# addresses}} failed. Trying again takes one credit for each page that is read.',
              { n: failed },
            )}
          </p>
          <Button variant="light" size="compact-sm" loading={retrying} disabled={continuing} onClick={onRetry}>
            {t('Retry failed only')}
          </Button>
        </div>
      )}
      {waiting === 0 && failed === 0 && crawl.pages.length === 0 && (
        <p className={classes.hint}>
          {crawl.skippedTotal > 0
            ? t('What was found and why it was not read stands below. Another start address may lead further.')
            : t('Check the address above, or open it in another tab, and start again.')}
        </p>
      )}
      {refused !== null && (
        <Notice tone="danger">{failureWords(refused, 'crawl.failed')}</Notice>
      )}
    </div>
  )
}

/** Further pages: what the plan allows a crawl, or as many as the credits pay for. Without any credit the server says so. */
function readOnAllowance(credits: CrawlOutcomeProps['credits']): number {
  const limit = plans[credits?.tier ?? 'free'].maxPagesPerCrawl
  return Math.min(limit, credits?.credits_count || limit)
}
