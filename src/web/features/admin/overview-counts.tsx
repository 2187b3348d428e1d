import type { AdminOverview } from '#shared/admin.ts'
import classes from './overview-counts.module.css'

const labels: Record<keyof AdminOverview, string> = {
  users: 'People',
  chats: 'Saved chats',
  notebooks: 'Notebooks',
  dailyActiveUsers: 'Active in the last 24 hours',
}

/** The numbers of the Overview; a dash holds the place of one that is on its way. */
export function OverviewCounts({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <dl className={classes.counts} aria-busy={!overview}>
      {(['users', 'chats', 'notebooks', 'dailyActiveUsers'] as const).map((name) => (
        <div key={name} className={classes.count}>
          <dt>{labels[name]}</dt>
          <dd>{overview ? overview[name].toLocaleString() : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
