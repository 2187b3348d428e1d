import { and, eq, inArray } from 'drizzle-orm'
import type { ChatMessage, SaveChat, SentCitation, Uncited } from '#shared/chat/chats.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type chatCitations, type chatMessages, pages } from '#server/platform/db/schema/index.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { findUncited } from './find-uncited.ts'
import { recheckCitations, recheckNearest } from './recheck-citations.ts'

/** The rows of a message, without the ids of chat and message. */
export type StoredMessage = {
  message: Omit<typeof chatMessages.$inferInsert, 'chatId'>
  citations: Omit<typeof chatCitations.$inferInsert, 'messageId'>[]
}

type SentMessage = SaveChat['chat_history'][number]
type CitedPage = { content: string; url: string; title: string }

/** The rows of messages that a client sent. About citations, only what the pages of the chat justify is stored. */
export async function recheckMessages(
  db: Db,
  userId: string,
  messages: SentMessage[],
  pageIds: string[],
): Promise<StoredMessage[]> {
  const citedPages = await loadPages(db, userId, citedIdsOf(messages, pageIds))
  const pageOf = (id: string) => citedPages.get(id) ?? null
  // Only messages of the assistant need the texts of all pages.
  const loadTexts = loadOnce(async () => {
    const pages = await loadPages(db, userId, pageIds)
    return [...pages.values()].map(({ title, content }) => `${title}\n${content}`)
  })
  const stored: StoredMessage[] = []
  for (const message of messages) {
    const { role, content, stopped = false, truncated = false } = message
    const isAnswer = role === 'assistant'
    const citations = await recheckCitationsOf(message, pageOf)
    const uncited = isAnswer ? await findUncited({ text: content, isCut: stopped || truncated }, [loadTexts]) : null
    stored.push({ message: columnsOf(message, uncited), citations })
  }
  return stored
}

/** Those of `pageIds`, the pages of the chat, that a message cites. */
function citedIdsOf(messages: readonly SentMessage[], pageIds: readonly string[]): string[] {
  const cited = new Set<string>()
  for (const { citations = [], nearest = [] } of messages)
    for (const { pageId } of [...citations, ...nearest]) cited.add(pageId)
  return pageIds.filter((id) => cited.has(id))
}

async function recheckCitationsOf(
  { content, citations = [], nearest = [] }: SentMessage,
  pageOf: (pageId: string) => CitedPage | null,
): Promise<StoredMessage['citations']> {
  const rows: StoredMessage['citations'] = []
  const checks = await recheckCitations(citations, content, pageOf)
  for (const [n, check] of checks.entries()) {
    const sent = citations[n]
    if (sent) rows.push({ ...sourceOf(sent, pageOf(sent.pageId)), kind: 'source', ...check })
  }
  for (const sent of nearest) {
    const page = pageOf(sent.pageId)
    rows.push({ ...sourceOf(sent, page), kind: 'nearest', ...recheckNearest(sent, page) })
  }
  return rows
}

export function columnsOf(message: SentMessage | ChatMessage, uncited: Uncited[] | null) {
  const { role, content, stopped = false, truncated = false, engine = null, used = null, offers = null } = message
  return { role, content, stopped, truncated, uncited, engine, used, offers }
}

/** The address and title come from the page; for a page that is not the owner's they stay as sent, without its id. */
function sourceOf({ marker, pageId, url, title }: SentCitation, page: CitedPage | null) {
  return { marker, pageId: page ? pageId : null, passageId: null, url: page?.url ?? url, title: page?.title ?? title }
}

async function loadPages(db: Db, userId: string, ids: string[]): Promise<Map<string, CitedPage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: pages.id, content: pages.content, url: pages.url, title: pages.title })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
