import { Button, Skeleton, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { ChartDays } from '#shared/admin.ts'
import type { ActivityDay } from '#shared/admin.ts'
import { t } from '#web/languages/t.ts'
import panel from '#web/ui/panel.module.css'
import { DayChart } from '#web/ui/day-chart.tsx'
import { DayTable } from '#web/ui/day-table.tsx'
import classes from './activity-charts.module.css'

const nouns = [
  { name: 'crawls', label: 'Crawls' },
  { name: 'pages', label: 'Pages read' },
  { name: 'questions', label: 'Questions' },
  { name: 'failures', label: 'Failed crawls' },
  // Somebody who comes every day is one person, so that their sum would say nothing.
  { name: 'people', label: 'Active people', summed: false },
] as const

type ActivityChartsProps = {
  days: ActivityDay[] | undefined
  /** The days of another range are on their way. */
  busy: boolean
  range: ChartDays
  onRange: (range: ChartDays) => void
}

/** What happened by day: a small chart for each noun, or all of it as a table. */
export function ActivityCharts({ days, busy, range, onRange }: ActivityChartsProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id} aria-busy={busy || !days}>
      <div className={classes.bar}>
        <Title order={2} id={id} className={classes.title}>
          {t('By day')}
        </Title>
        <div role="group" aria-label={t('Days shown')} className={classes.choices}>
          {ChartDays.options.map((option) => (
            <Button
              key={option}
              size="compact-sm"
              variant={option === range ? 'light' : 'subtle'}
              aria-pressed={option === range}
              onClick={() => onRange(option)}
            >
              {t('{n} days', { n: option })}
            </Button>
          ))}
        </div>
        <Button size="compact-sm" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('As a table')}
        </Button>
      </div>
      {!days && <Skeleton height={300} role="status" aria-label={t('Loading the charts')} />}
      {days && asTable && <DayTable days={days} columns={nouns} label={t('By day, the last {days} days', { days: days.length })} />}
      {days && !asTable && (
        <div className={classes.charts}>
          {nouns.map((noun) => (
            <DayChart key={noun.name} {...noun} label={t(noun.label)} days={days.map((day) => ({ date: day.date, value: day[noun.name] }))} />
          ))}
        </div>
      )}
      <p className={classes.note}>{t('Days begin at midnight UTC; the last one is not over.')}</p>
    </section>
  )
}
