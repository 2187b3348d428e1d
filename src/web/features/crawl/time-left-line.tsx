import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { addSample, timeLeftMs, timeLeftText } from './time-left.ts'
import type { ProgressSample } from './time-left.ts'

/** Screen readers announce changes at most this often. */
const ANNOUNCE_EVERY_MS = 60_000
const SAMPLE_EVERY_MS = 1_000

type TimeLeftLineProps = { crawl: Pick<CrawlOnScreen, 'progress' | 'maxPages' | 'settings' | 'startedAt'> }

/** "about 3 minutes left", once the pace is known. */
export function TimeLeftLine({ crawl }: TimeLeftLineProps) {
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
