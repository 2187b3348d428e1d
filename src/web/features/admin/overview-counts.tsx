import type { AdminOverview } from '#shared/admin.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import classes from './overview-counts.module.css'

const labels = {
  users: 'admin.people',
  chats: 'admin.savedChats',
  notebooks: 'chats.notebooks',
  dailyActiveUsers: 'admin.activeLastDay',
} as const satisfies Record<keyof AdminOverview, TextKey>

/** Counts of the Overview; dashes while loading. */
export function OverviewCounts({ overview }: { overview: AdminOverview | undefined }) {
  return (
    <dl className={classes.counts} aria-busy={!overview}>
      {(['users', 'chats', 'notebooks', 'dailyActiveUsers'] as const).map((name) => (
        <div key={name} className={classes.count}>
          <dt>{t(labels[name])}</dt>
          <dd>{overview ? formatNumber(overview[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
