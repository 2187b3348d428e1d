import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { chatCitations, pages } from '#server/platform/db/schema/index.ts'
import { presentCitation } from './present-citation.ts'

export type LoadedCitation = {
  row: typeof chatCitations.$inferSelect
  citation: ReturnType<typeof presentCitation>
  /** Null when the page has been deleted here. */
  crawledAt: Date | null
}

/** The citations of messages whose owner was checked. Returns a function from a message to its citations, by kind. */
export async function loadCitations(db: Db, messages: readonly { id: string; engine: string | null }[]) {
  const engines = new Map(messages.map(({ id, engine }) => [id, engine]))
  const rows = await db
    .select({ row: chatCitations, crawledAt: pages.fetchedAt })
    .from(chatCitations)
    .leftJoin(pages, eq(pages.id, chatCitations.pageId))
    .where(isAnyOf(chatCitations.messageId, [...engines.keys()]))
    .orderBy(asc(chatCitations.marker), asc(chatCitations.id))
  const loaded = rows.map(({ row, crawledAt }): LoadedCitation => {
    const citation = presentCitation(row, engines.get(row.messageId) ?? null)
    return { row, citation, crawledAt }
  })
  const byMessage = Map.groupBy(loaded, ({ row }) => row.messageId)
  return (messageId: string) => {
    const ofMessage = byMessage.get(messageId) ?? []
    const ofKind = (kind: 'source' | 'nearest') => ofMessage.filter(({ row }) => row.kind === kind)
    return { source: ofKind('source'), nearest: ofKind('nearest') }
  }
}
