import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { shortDate } from './day-bars.ts'
import classes from './day-table.module.css'

type DayTableProps<Name extends string> = {
  label: string
  /** Oldest first. */
  days: readonly ({ date: string } & Record<Name, number>)[]
  columns: readonly { name: Name; labelKey: TextKey; format?: (value: number) => string }[]
}

/** Numbers by day; the newest day is the first row. */
export function DayTable<Name extends string>({ label, days, columns }: DayTableProps<Name>) {
  return (
    // Focusable, so that it scrolls by keyboard.
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('common.day')}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {t(column.labelKey)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDate(day.date)}</th>
              {columns.map(({ name, format = formatNumber }) => (
                <td key={name}>{format(day[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
