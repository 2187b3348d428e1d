import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import classes from './bar-rows.module.css'

type BarRowsProps = { caption: string; rows: readonly { words: string; value: number }[] }

/** A table of label, bar and number. */
export function BarRows({ caption, rows }: BarRowsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className={classes.bars}>
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ words, value }) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td>
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${(100 * value) / most}%` }} />
              </span>
              <span className={classes.number}>{formatNumber(value)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
