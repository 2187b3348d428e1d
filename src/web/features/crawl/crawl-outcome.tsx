import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { manualPath } from '#web/messages/language.ts'
import { day } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { continuation, describeEnd, isManual, unfinishedCount } from './crawl-end.ts'
import { MovedNotice } from './moved-notice.tsx'
import { startPageReason } from './start-page-reason.ts'
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
  const startPage = crawl.pages.length === 0 ? startPageOf(crawl) : undefined
  const unfinished = unfinishedCount(crawl)
  const failed = crawl.retryable
  const instance = useQuery(instanceQuery)
  const isFree = isManual(crawl.url, instance.data?.manualUrl)
  const tier = credits?.tier ?? 'free'
  // The manual is there to be tried: that a plan allows no more pages of it is no reason to upgrade.
  const { planLeft, most } = continuation(crawl, credits, isFree)
  const hint = crawl.skippedTotal > 1 ? t('crawl.nothingReadHint') : !startPage && t('crawl.checkUrl')
  const upgradeButton = tier !== 'enterprise' && (
    <Button variant="light" size="compact-sm" onClick={onUpgrade}>
      {t('common.upgrade')}
    </Button>
  )
  return (
    <div className={classes.outcome} data-stopped={crawl.status === 'stopped' || undefined}>
      <MovedNotice crawl={crawl} />
      {crawl.expiresAt && (
        <Notice tone="warning">{t('crawl.expires', { date: day(crawl.expiresAt, { dateStyle: 'long' }) })}</Notice>
      )}
      <Notice tone={tone} announced={tone === 'danger'} action={outOfCredits && upgradeButton}>
        {startPage ? <StartPageReason address={startPage} message={message} /> : message}
      </Notice>
      {unfinished > 0 && credits && !(isFree && most === 0) && (
        <div className={classes.next} data-next>
          <p>{continueHint({ waiting: unfinished, planLeft, most, isFree, tier })}</p>
          {most > 0 ? (
            <Button
              variant="light"
              size="compact-sm"
              loading={continuing}
              disabled={retrying}
              onClick={() => onContinue(most)}
            >
              {t('crawl.continue')}
            </Button>
          ) : (
            !outOfCredits && upgradeButton
          )}
        </div>
      )}
      {failed > 0 && planLeft > 0 && (
        <div className={classes.next} data-next>
          <p>{t('crawl.retryHint', { n: failed })}</p>
          <Button variant="light" size="compact-sm" loading={retrying} disabled={continuing} onClick={onRetry}>
            {t('crawl.retryFailed')}
          </Button>
        </div>
      )}
      {unfinished === 0 && failed === 0 && crawl.pages.length === 0 && hint && <p className={classes.hint}>{hint}</p>}
      {error !== null && <Notice tone="danger">{failureText(error, 'crawl.failed')}</Notice>}
    </div>
  )
}

/** Why nothing was crawled and what to do next; below it, in a few words, that the crawl failed. */
function StartPageReason({ address, message }: { address: SkippedAddress; message: string }) {
  const { reason, advice } = startPageReason(address)
  return (
    <>
      <p className={classes.reason}>
        <strong>{reason}</strong> {advice}
        {address.reason === 'robots' && (
          <>
            {' '}
            <Anchor href={`${manualPath()}/robots`} inherit underline="always">
              {t('crawl.aboutCrawler')}
            </Anchor>
          </>
        )}
      </p>
      <p className={classes.failed}>{message}</p>
    </>
  )
}

/** The skipped start page, or the first address that was skipped. */
const startPageOf = ({ skipped, url }: CrawlOnScreen) => skipped.find((each) => each.url === url) ?? skipped[0]

type ContinueHint = ReturnType<typeof continuation> & { waiting: number; isFree: boolean; tier: Tier }

function continueHint({ waiting, planLeft, most, isFree, tier }: ContinueHint): string {
  if (planLeft === 0) return t('crawl.planLimitHint', { n: waiting, most: plans[tier].maxPagesPerCrawl })
  if (most === 0) return t('crawl.noCreditsHint', { n: waiting })
  if (isFree) return t('crawl.continueFreeHint', { n: waiting, most })
  // A crawl that ended before its limit goes on looking for pages.
  return t(most > waiting ? 'crawl.continueOnHint' : 'crawl.continueHint', { n: waiting, most })
}
