import { ActionIcon, Button, Progress, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { expectedPages } from './crawl-list.ts'
import { CrawlNotificationSwitches } from './crawl-notifications.tsx'
import { activityText } from './wait-text.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'
import { MovedNotice } from './moved-notice.tsx'
import { addSample, timeLeftMs, timeLeftText } from './time-left.ts'
import type { ProgressSample } from './time-left.ts'
import classes from './crawl-progress.module.css'

type CrawlProgressProps = {
  crawl: CrawlOnScreen
  /** The last state of the crawl could not be loaded. */
  isServerDown: boolean
  stopping: boolean
  onStop: () => void
}

/** A running crawl: progress, current address, time left and stop button. */
export function CrawlProgress({ crawl, isServerDown, stopping, onStop }: CrawlProgressProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  // Only where the switches are folded: on phones and in low windows.
  const [showsSwitches, setShowsSwitches] = useState(false)
  const switchesId = useId()
  const { pagesCrawled, currentDepth, maxDepth, currentUrl } = crawl.progress
  useCommand('crawl.stopCrawling', () => setIsConfirming(true), { active: !stopping })
  const queueText = queuePosition(crawl)
  const now = useNow()
  const { line, note } = activityText(crawl, { now, changedAt: useChangedAt(crawl, now) })
  const isQueued = !crawl.waiting && queueText !== ''
  return (
    <div className={classes.progress}>
      <MovedNotice crawl={crawl} />
      <div className={classes.bars}>
        <Bar label={t('common.pages')} value={pagesCrawled} max={expectedPages(crawl)} />
        <Bar label={t('crawl.depth')} value={currentDepth} max={maxDepth} />
      </div>
      {/* The current address, or the reason for waiting. */}
      {isServerDown ? (
        <Notice tone="warning">{t('crawl.serverDown')}</Notice>
      ) : (
        <p className={classes.current} data-retry={crawl.waiting?.code === 'retry' || undefined} title={currentUrl}>
          {isQueued ? queueText : line}
        </p>
      )}
      {!isServerDown && crawl.waiting && queueText && <p className={classes.current}>{queueText}</p>}
      <div className={classes.end}>
        <Button variant="default" size="sm" loading={stopping} onClick={() => setIsConfirming(true)}>
          {t('crawl.stopCrawling')}
        </Button>
        <span className={classes.left}>
          {!isQueued && !isServerDown && note && <span>{note}</span>}
          {!isServerDown && <TimeLeftLine crawl={crawl} now={now} />}
        </span>
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          aria-label={t('crawl.notifications')}
          aria-expanded={showsSwitches}
          aria-controls={switchesId}
          onClick={() => setShowsSwitches(!showsSwitches)}
        >
          <IconBell size={20} />
        </ActionIcon>
      </div>
      <div id={switchesId} className={classes.switches} data-shown={showsSwitches || undefined}>
        <CrawlNotificationSwitches crawl={crawl} />
      </div>
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
  const valueText = `${formatNumber(value)} / ${formatNumber(max)}`
  return (
    <div className={classes.bar}>
      <span>{label}</span>
      <Progress.Root className={classes.track} size="sm">
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
const TICK_MS = 1_000

/** The time in ms since the epoch, every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** When the browser last saw the crawl do something. */
function useChangedAt({ id, status, progress, waiting }: CrawlOnScreen, now: number): number {
  const state = JSON.stringify([id, status, progress, waiting])
  const [changed, setChanged] = useState({ state, at: now })
  if (changed.state === state) return changed.at
  setChanged({ state, at: now })
  return now
}

type TimeLeftLineProps = {
  crawl: Pick<CrawlOnScreen, 'progress' | 'maxPages' | 'settings' | 'startedAt'>
  now: number
}

/** "about 3 minutes left", once the pace is known. */
function TimeLeftLine({ crawl, now }: TimeLeftLineProps) {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([])
  const nextSamples = addSample(samples, { at: now, crawled: crawl.progress.pagesCrawled })
  if (nextSamples !== samples) setSamples(nextSamples)
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
