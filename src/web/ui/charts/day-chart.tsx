import { useState } from 'react'
import type { PointerEvent } from 'react'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { barsOf, largestOf, shortDate, sumOf } from './day-bars.ts'
import type { DayValue } from './day-bars.ts'
import classes from './day-chart.module.css'

type DayChartProps = {
  label: string
  days: readonly DayValue[]
  /** Whether the sum over all days is meaningful. */
  summed?: boolean
  /** How a value is written. */
  format?: (value: number) => string
}

const HEIGHT = 100

/** One bar per day, with a tooltip; screen readers get the total and the peak. */
export function DayChart({ label, days, summed = true, format = formatNumber }: DayChartProps) {
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const largest = largestOf(days)
  const total = sumOf(days)
  const pointed = pointedAt === null ? undefined : days[pointedAt]
  const figure = summed
    ? t('common.chartTotal', { n: format(total) })
    : t('common.chartPeak', { n: format(largest?.value ?? 0) })

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * days.length)
    setPointedAt(Math.min(Math.max(index, 0), days.length - 1))
  }

  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <b className={classes.label}>{label}</b>
        <span className={classes.figure}>
          {pointed ? `${shortDate(pointed.date)}: ${format(pointed.value)}` : figure}
        </span>
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spoken(label, days.length, summed ? format(total) : null, largest, format)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointedAt(null)}
      >
        {pointedAt !== null && <rect className={classes.pointed} x={pointedAt} y={0} width={1} height={HEIGHT} />}
        <path className={classes.bars} d={barsOf(days, HEIGHT)} />
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{days[0] && shortDate(days[0].date)}</span>
        <span>
          {largest && largest.value > 0 ? t('common.chartPeak', { n: format(largest.value) }) : t('common.chartNoData')}
        </span>
        <span>{t('common.today')}</span>
      </div>
    </figure>
  )
}

function spoken(
  label: string,
  days: number,
  total: string | null,
  largest: DayValue | undefined,
  format: (value: number) => string,
): string {
  if (!largest || largest.value === 0) return t('common.chartSummaryNone', { label, days })
  const most = { label, most: format(largest.value), day: shortDate(largest.date) }
  if (total === null) return t('common.chartSummaryPeak', most)
  return t('common.chartSummaryTotal', {
    ...most,
    total,
    days,
  })
}
