import { Button, Skeleton, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { ChartDays } from '#shared/admin.ts'
import type { ActivityDay } from '#shared/admin.ts'
import { formatDollars } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import panel from '#web/ui/panel.module.css'
import { DayChart } from '#web/ui/charts/day-chart.tsx'
import { DayTable } from '#web/ui/charts/day-table.tsx'
import classes from './activity-charts.module.css'

const metrics = [
  { name: 'crawls', labelKey: 'admin.crawls' },
  { name: 'pages', labelKey: 'admin.pagesRead' },
  { name: 'questions', labelKey: 'admin.questions' },
  { name: 'failures', labelKey: 'admin.failedCrawls' },
  // Daily active users are not summed: one person counts on every day they are active.
  { name: 'people', labelKey: 'admin.activePeople', summed: false },
] as const
/** Shown if a language model was used in these days. */
const modelMetrics = [
  { name: 'tokens', labelKey: 'credits.tokens' },
  { name: 'cost', labelKey: 'credits.cost', format: formatDollars },
] as const

type ActivityChartsProps = {
  days: ActivityDay[] | undefined
  /** Another range is loading. */
  busy: boolean
  range: ChartDays
  onRangeChange: (range: ChartDays) => void
}

/** Activity by day: one small chart per metric, or one table. */
export function ActivityCharts({ days, busy, range, onRangeChange }: ActivityChartsProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const used = modelMetrics.filter(({ name }) => days?.some((day) => day[name] > 0))
  const shown = [...metrics, ...used]
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id} aria-busy={busy || !days}>
      <div className={classes.bar}>
        <Title order={2} id={id} className={classes.title}>
          {t('common.byDay')}
        </Title>
        <div role="group" aria-label={t('admin.timeRange')} className={classes.choices}>
          {ChartDays.options.map((option) => (
            <Button
              key={option}
              size="compact-sm"
              variant={option === range ? 'light' : 'subtle'}
              aria-pressed={option === range}
              onClick={() => onRangeChange(option)}
            >
              {t('admin.dayCount', { n: option })}
            </Button>
          ))}
        </div>
        <Button size="compact-sm" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('common.showAsTable')}
        </Button>
      </div>
      {!days && <Skeleton height={300} role="status" aria-label={t('admin.loadingCharts')} />}
      {days && asTable && <DayTable days={days} columns={shown} label={t('admin.byDay', { days: days.length })} />}
      {days && !asTable && (
        <div className={classes.charts}>
          {shown.map((metric) => (
            <DayChart
              key={metric.name}
              {...metric}
              label={t(metric.labelKey)}
              days={days.map((day) => ({ date: day.date, value: day[metric.name] }))}
            />
          ))}
        </div>
      )}
      <p className={classes.note}>{t('common.daysInUtc')}</p>
    </section>
  )
}
