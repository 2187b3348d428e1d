import type { Citation } from '#shared/chats.ts'

/** What the last check of the pages found missing of what is cited. */
export function GoneLine({ citation, className }: { citation: Citation; className: string | undefined }) {
  const { gone, goneSince } = citation
  if (!gone) return null
  const day = goneSince && new Date(goneSince).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return (
    <span className={className}>
      {gone === 'page' ? 'This page is gone from the site' : 'Cited sentence no longer on the page'}
      {day && ` (noticed on ${day})`}
    </span>
  )
}
