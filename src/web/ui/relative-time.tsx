import { useEffect, useState } from 'react'
import { dateAndTime } from '#web/languages/numbers-and-dates.ts'
import { timeAgo } from './time-ago.ts'

type RelativeTimeProps = { iso: string }

/** "3 minutes ago", kept true while it is on the screen; the exact time shows on hover. */
export function RelativeTime({ iso }: RelativeTimeProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const then = new Date(iso)
  return (
    <time dateTime={iso} title={dateAndTime(iso)}>
      {timeAgo(then.getTime(), Math.max(now, then.getTime()))}
    </time>
  )
}
