import type { AdminOverview } from '#shared/admin.ts'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import classes from './overview-counts.module.css'

const labels = {
  users: 'People',
  chats: 'Saved chats',
  notebooks: 'Notebooks',
  dailyActiveUsers: 'Active in the last 24 hours',
} as const satisfies Record<keyof AdminOverview, Text>

/** The numbers of the Overview; a dash holds the place of one that is on its way. */
export function OverviewCounts({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <dl className={classes.counts} aria-busy={!overview}>
      {(['users', 'chats', 'notebooks', 'dailyActiveUsers'] as const).map((name) => (
        <div key={name} className={classes.count}>
          <dt>{t(labels[name])}</dt>
          <dd>{overview ? digits(overview[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
