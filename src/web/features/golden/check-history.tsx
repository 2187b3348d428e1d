import type { GoldenRun } from '#shared/chat/golden-questions.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { BarRows } from '#web/ui/charts/bar-rows.tsx'
import classes from './checks.module.css'

/** How many checks passed in each run: a bar and a table at the same time. */
export function CheckHistory({ runs }: { runs: readonly GoldenRun[] }) {
  return (
    <details className={classes.history}>
      <summary>{t('golden.history')}</summary>
      <BarRows
        caption={t('golden.historyCaption')}
        rows={runs.map(({ ran_at, passed, changed, lost, failed }) => ({
          words: t('golden.historyRow', {
            time: dateAndTime(ran_at, { dateStyle: 'medium', timeStyle: 'medium' }),
            passed,
            all: passed + changed + lost + failed,
          }),
          value: passed,
        }))}
      />
    </details>
  )
}
