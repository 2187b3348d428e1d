import type { Citation } from '#shared/chats.ts'
import { day } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'

/** What the last check of the pages found missing of what is cited. */
export function GoneLine({ citation, className }: { citation: Citation; className: string | undefined }) {
  const { gone, goneSince } = citation
  if (!gone) return null
  const noticed = goneSince && day(goneSince, { dateStyle: 'medium' })
  return (
    <span className={className}>
      {gone === 'page' ? t('This page is gone from the site') : t('Cited sentence no longer on the page')}
      {noticed && ` ${t('(noticed on {day})', { day: noticed })}`}
    </span>
  )
}
