import type { chatCitations } from '#server/db/schema/index.ts'

/** What of a citation the site does not have any more, and since when, as the API tells it; nothing while all is there. */
export function goneOf({ gone, goneSince }: Pick<typeof chatCitations.$inferSelect, 'gone' | 'goneSince'>) {
  return gone && { gone, ...(goneSince && { goneSince: goneSince.toISOString() }) }
}
