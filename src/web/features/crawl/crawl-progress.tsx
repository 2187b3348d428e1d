import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { useState, useEffect, useEffectEvent } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { digits } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { waitText } from './wait-text.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'
import { MovedNotice } from './moved-notice.tsx'
import { addSample, timeLeftMs, timeLeftText } from './time-left.ts'
import type { ProgressSample } from './time-left.ts'
import classes from './crawl-progress.module.css'

type CrawlProgressProps = { crawl: CrawlOnScreen; stopping: boolean; onStop: () => void }

/** A running crawl: progress, current address, time left and stop button. */
export function CrawlProgress({ crawl, stopping, onStop }: CrawlProgressProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { pagesCrawled, pagesFound, currentDepth, maxDepth, currentUrl } = crawl.progress
  useCommand('crawl.stopCrawling', () => setIsConfirming(true), { active: !stopping })
  const queueText = queuePosition(crawl)
  const waiting = crawl.waiting ? waitText(crawl.waiting) : queueText
  return (
    <div className={classes.progress}>
      <MovedNotice crawl={crawl} />
      <div className={classes.bars}>
        <Bar label={t('common.pages')} value={pagesCrawled} max={Math.min(pagesFound, crawl.maxPages)} />
        <Bar label={t('crawl.depth')} value={currentDepth} max={maxDepth} />
      </div>
      {/* The current address, or the reason for waiting. */}
      <p className={classes.current} title={currentUrl}>
        {waiting || (currentUrl ? t('crawl.currentlyCrawling', { url: currentUrl }) : t('crawl.waitingForFirstPage'))}
      </p>
      {crawl.waiting && queueText && <p className={classes.current}>{queueText}</p>}
      <div className={classes.end}>
        <Button variant="default" size="sm" loading={stopping} onClick={() => setIsConfirming(true)}>
          {t('crawl.stopCrawling')}
        </Button>
        <span className={classes.left}>
          <TimeLeftLine crawl={crawl} />
        </span>
      </div>
      {crawl.mailAtEnd && <p className={classes.current}>{t('crawl.emailWhenDone')}</p>}
      <ConfirmDialog
        opened={isConfirming}
        title={t('crawl.stopQuestion')}
        message={t('crawl.stopHint')}
        confirmLabel={t('crawl.stopCrawling')}
        cancelLabel={t('crawl.continueCrawling')}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          onStop()
        }}
      />
    </div>
  )
}

function queuePosition({ status, queuePlace }: Pick<CrawlOnScreen, 'status' | 'queuePlace'>): string {
  if (status !== 'queued' || !queuePlace) return ''
  return t('crawl.queuedBehind', { n: queuePlace })
}

function Bar({ label, value, max }: { label: string; value: number; max: number }) {
  const valueText = `${digits(value)} / ${digits(max)}`
  return (
    <div className={classes.bar}>
      <span>{label}</span>
      <Progress.Root size="sm">
        <Progress.Section
          value={max > 0 ? Math.min(100, (100 * value) / max) : 0}
          // Mantine's own ARIA value would be a percentage.
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={value}
          aria-valuetext={valueText}
        />
      </Progress.Root>
      <span className={classes.numbers}>{valueText}</span>
    </div>
  )
}

/** Screen readers announce changes at most this often. */
const ANNOUNCE_EVERY_MS = 60_000
const SAMPLE_EVERY_MS = 1_000

type TimeLeftLineProps = { crawl: Pick<CrawlOnScreen, 'progress' | 'maxPages' | 'settings' | 'startedAt'> }

/** "about 3 minutes left", once the pace is known. */
function TimeLeftLine({ crawl }: TimeLeftLineProps) {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([])
  const [now, setNow] = useState(() => Date.now())
  const sample = useEffectEvent(() => {
    const at = Date.now()
    setNow(at)
    setSamples((old) => addSample(old, { at, crawled: crawl.progress.pagesCrawled }))
  })
  useEffect(() => {
    const timer = setInterval(() => sample(), SAMPLE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  const leftMs = timeLeftMs({ ...crawl, pauseMs: crawl.settings.delayMs }, samples, now)
  const text = leftMs === null ? '' : timeLeftText(leftMs)
  const [announced, setAnnounced] = useState({ text: '', at: 0 })
  if (text && text !== announced.text && now - announced.at >= ANNOUNCE_EVERY_MS) setAnnounced({ text, at: now })
  return (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden role="status">{announced.text}</VisuallyHidden>
    </>
  )
}
