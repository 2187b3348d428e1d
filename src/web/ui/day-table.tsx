import { shortDate } from './day-bars.ts'
import classes from './day-table.module.css'

type DayTableProps<Name extends string> = {
  label: string
  days: readonly ({ date: string } & Record<Name, number>)[]
  columns: readonly { name: Name; label: string }[]
}

/** Numbers by day as a table, today first. */
export function DayTable<Name extends string>({ label, days, columns }: DayTableProps<Name>) {
  return (
    // Scrolled by keyboard too.
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDate(day.date)}</th>
              {columns.map(({ name }) => (
                <td key={name}>{day[name].toLocaleString()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
