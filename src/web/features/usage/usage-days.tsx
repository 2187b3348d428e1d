import { Button, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { UsageDay } from '#shared/billing.ts'
import { formatDollars } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { DayChart } from '#web/ui/charts/day-chart.tsx'
import { DayTable } from '#web/ui/charts/day-table.tsx'
import panel from '#web/ui/panel.module.css'
import classes from './usage-panel.module.css'

const columns = [
  { name: 'spent', labelKey: 'credits.spent' },
  { name: 'granted', labelKey: 'credits.granted' },
] as const
/** Only once a language model has answered. */
const modelColumns = [
  { name: 'tokens', labelKey: 'credits.tokens' },
  { name: 'cost', labelKey: 'credits.cost', format: formatDollars },
] as const

/** Credits of the last thirty days: spending as a chart, spending and grants as a table. */
export function UsageDays({ days }: { days: UsageDay[] }) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const used = modelColumns.filter(({ name }) => days.some((day) => day[name] > 0))
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-labelledby={id}>
      <div className={classes.bar}>
        <Title order={2} id={id}>
          {t('common.byDay')}
        </Title>
        <Button size="compact-sm" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('common.showAsTable')}
        </Button>
      </div>
      {asTable ? (
        <DayTable
          days={days}
          columns={[...columns, ...used]}
          label={t('credits.creditsByDay', { days: days.length })}
        />
      ) : (
        <>
          <DayChart label={t('credits.creditsSpent')} days={days.map(({ date, spent }) => ({ date, value: spent }))} />
          {used.map(({ name, labelKey, ...format }) => (
            <DayChart
              key={name}
              label={t(labelKey)}
              days={days.map((day) => ({ date: day.date, value: day[name] }))}
              {...format}
            />
          ))}
        </>
      )}
      <p className={classes.note}>{t('common.daysInUtc')}</p>
    </section>
  )
}
