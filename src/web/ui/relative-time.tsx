import { useEffect, useState } from 'react'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { timeAgo } from '#web/messages/time-ago.ts'

type RelativeTimeProps = { iso: string }

/** "3 minutes ago", updated while visible; the exact time on hover. */
export function RelativeTime({ iso }: RelativeTimeProps) {
  const [now, setNow] = useState(() => Date.now())
  // Not before it is needed: the first date takes the browser 30 ms.
  const [exactTime, setExactTime] = useState<string>()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const then = new Date(iso)
  return (
    <time dateTime={iso} title={exactTime} onPointerEnter={() => setExactTime(dateAndTime(iso))}>
      {timeAgo(then.getTime(), Math.max(now, then.getTime()))}
    </time>
  )
}
