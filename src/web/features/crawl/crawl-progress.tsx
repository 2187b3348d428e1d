import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import type { CrawlOnScreen } from '#web/client.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TimeLeftLine } from './time-left-line.tsx'
import { useCommand } from '#web/ui/use-command.ts'
import classes from './crawl-progress.module.css'

type CrawlProgressProps = { crawl: CrawlOnScreen; stopping: boolean; onStop: () => void }

/** A running crawl: how many pages, how deep, where it is, how long yet, and the way to stop it. */
export function CrawlProgress({ crawl, stopping, onStop }: CrawlProgressProps) {
  const [asking, setAsking] = useState(false)
  const { pagesCrawled, pagesFound, currentDepth, maxDepth, currentUrl } = crawl.progress
  useCommand('Stop Crawling', () => setAsking(true), { active: !stopping })
  const place = placeInQueue(crawl)
  const waiting = crawl.waiting ? sentenceWords(crawl.waiting) : place
  return (
    <div className={classes.progress}>
      <div className={classes.bars}>
        <Bar label={t('Pages')} value={pagesCrawled} of={pagesFound} />
        <Bar label={t('Depth')} value={currentDepth} of={maxDepth} />
      </div>
      {/* What is being read, or what is waited for instead. */}
      <p className={classes.current} title={currentUrl}>
        {waiting || (currentUrl ? t('Currently crawling: {url}', { url: currentUrl }) : t('Waiting for the first page'))}
      </p>
      {crawl.waiting && place && <p className={classes.current}>{place}</p>}
      <div className={classes.end}>
        <Button variant="default" size="sm" loading={stopping} onClick={() => setAsking(true)}>
          {t('Stop Crawling')}
        </Button>
        <span className={classes.left}>
          <TimeLeftLine crawl={crawl} />
        </span>
      </div>
      {crawl.mailAtEnd && <p className={classes.current}>{t('A mail tells you when it is done.')}</p>}
      <ConfirmDialog
        opened={asking}
        title={t('Stop Crawling?')}
        message={t('The pages crawled so far are kept, and you can continue this crawl later.')}
        confirmLabel={t('Stop Crawling')}
        cancelLabel={t('Continue Crawling')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onStop()
        }}
      />
    </div>
  )
}

function placeInQueue({ status, queuePlace }: Pick<CrawlOnScreen, 'status' | 'queuePlace'>): string {
  if (status !== 'queued' || !queuePlace) return ''
  return t('In the queue: {n, plural, one {# crawl} other {# crawls}} before this one', { n: queuePlace })
}

function Bar({ label, value, of }: { label: string; value: number; of: number }) {
  const words = `${digits(value)} / ${digits(of)}`
  return (
    <div className={classes.bar}>
      <span>{label}</span>
      <Progress.Root size="sm">
        <Progress.Section
          value={of > 0 ? Math.min(100, (100 * value) / of) : 0}
          // Its own words would be a percentage.
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={of}
          aria-valuenow={value}
          aria-valuetext={words}
        />
      </Progress.Root>
      <span className={classes.numbers}>{words}</span>
    </div>
  )
}
