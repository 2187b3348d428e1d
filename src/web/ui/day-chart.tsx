import { useState } from 'react'
import type { PointerEvent } from 'react'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { barsOf, largestOf, shortDate, sumOf } from './day-bars.ts'
import type { DayValue } from './day-bars.ts'
import classes from './day-chart.module.css'

type DayChartProps = {
  label: string
  days: readonly DayValue[]
  /** Whether the sum over the days says something. */
  summed?: boolean
}

const HEIGHT = 100

/** One bar for each day. Pointing at a day says its number; whoever cannot see it hears the whole and the peak. */
export function DayChart({ label, days, summed = true }: DayChartProps) {
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const largest = largestOf(days)
  const total = sumOf(days)
  const pointed = pointedAt === null ? undefined : days[pointedAt]
  const figure = summed
    ? t('{n, number} in all', { n: total })
    : t('{n, number} at most', { n: largest?.value ?? 0 })

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * days.length)
    setPointedAt(Math.min(Math.max(place, 0), days.length - 1))
  }

  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <b className={classes.label}>{label}</b>
        <span className={classes.figure}>
          {pointed ? `${shortDate(pointed.date)}: ${digits(pointed.value)}` : figure}
        </span>
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spoken(label, days.length, summed ? total : null, largest)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointedAt(null)}
      >
        {pointedAt !== null && <rect className={classes.pointed} x={pointedAt} y={0} width={1} height={HEIGHT} />}
        <path className={classes.bars} d={barsOf(days, HEIGHT)} />
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{days[0] && shortDate(days[0].date)}</span>
        <span>{largest && largest.value > 0 ? t('peak {n, number}', { n: largest.value }) : t('nothing yet')}</span>
        <span>{t('Today')}</span>
      </div>
    </figure>
  )
}

function spoken(label: string, days: number, total: number | null, largest: DayValue | undefined): string {
  if (!largest || largest.value === 0) return t('{label}: none in the last {days} days.', { label, days })
  const most = { label, most: largest.value, day: shortDate(largest.date) }
  if (total === null) return t('{label}: at most {most, number} on {day}.', most)
  return t('{label}: {total, number} in the last {days} days, at most {most, number} on {day}.', { ...most, total, days })
}
