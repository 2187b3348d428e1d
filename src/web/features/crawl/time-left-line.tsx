import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CrawlOnScreen } from '#web/client.ts'
import { noteSighting, timeLeftMs, timeLeftWords } from './time-left.ts'
import type { Sighting } from './time-left.ts'

/** The words change a few times a minute at most, and are read out no more often than this. */
const ANNOUNCE_EVERY_MS = 60_000
const LOOK_EVERY_MS = 1_000

type TimeLeftLineProps = { crawl: Pick<CrawlOnScreen, 'progress' | 'maxPages' | 'settings' | 'startedAt'> }

/** "about 3 minutes left", once there is a pace to go by. */
export function TimeLeftLine({ crawl }: TimeLeftLineProps) {
  const [seen, setSeen] = useState<readonly Sighting[]>([])
  const [now, setNow] = useState(() => Date.now())
  const look = useEffectEvent(() => {
    const at = Date.now()
    setNow(at)
    setSeen((old) => noteSighting(old, { at, crawled: crawl.progress.pagesCrawled }))
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  const left = timeLeftMs({ ...crawl, pauseMs: crawl.settings.delayMs }, seen, now)
  const words = left === null ? '' : timeLeftWords(left)
  const [said, setSaid] = useState({ words: '', at: 0 })
  if (words && words !== said.words && now - said.at >= ANNOUNCE_EVERY_MS) setSaid({ words, at: now })
  return (
    <>
      <span aria-hidden>{words}</span>
      <VisuallyHidden role="status">{said.words}</VisuallyHidden>
    </>
  )
}
