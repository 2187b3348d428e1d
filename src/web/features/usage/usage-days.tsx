import { Button, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { UsageDay } from '#shared/billing.ts'
import { t } from '#web/languages/t.ts'
import { DayChart } from '#web/ui/day-chart.tsx'
import { DayTable } from '#web/ui/day-table.tsx'
import panel from '#web/ui/panel.module.css'
import classes from './usage-panel.module.css'

const columns = [
  { name: 'spent', label: 'Spent' },
  { name: 'granted', label: 'Granted' },
] as const

/** The credits of the last thirty days: spent as a chart, both as a table. */
export function UsageDays({ days }: { days: UsageDay[] }) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-labelledby={id}>
      <div className={classes.bar}>
        <Title order={2} id={id}>
          {t('By day')}
        </Title>
        <Button size="compact-sm" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('As a table')}
        </Button>
      </div>
      {asTable ? (
        <DayTable days={days} columns={columns} label={t('Credits by day, the last {days} days', { days: days.length })} />
      ) : (
        <DayChart label={t('Credits spent')} days={days.map(({ date, spent }) => ({ date, value: spent }))} />
      )}
      <p className={classes.note}>{t('Days begin at midnight UTC; the last one is not over.')}</p>
    </section>
  )
}
