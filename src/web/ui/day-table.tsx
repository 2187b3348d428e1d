import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import { shortDate } from './day-bars.ts'
import classes from './day-table.module.css'

type DayTableProps<Name extends string> = {
  label: string
  days: readonly ({ date: string } & Record<Name, number>)[]
  columns: readonly { name: Name; label: Text }[]
}

/** Numbers by day as a table, today first. */
export function DayTable<Name extends string>({ label, days, columns }: DayTableProps<Name>) {
  return (
    // Scrolled by keyboard too.
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDate(day.date)}</th>
              {columns.map(({ name }) => (
                <td key={name}>{digits(day[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
