import { and, eq, inArray } from 'drizzle-orm'
import type { ChatMessage, SaveChat, SentCitation, Uncited } from '#shared/chat/chats.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type chatCitations, type chatMessages, pages } from '#server/platform/db/schema/index.ts'
import { findUncited } from './find-uncited.ts'
import { recheckCitations, recheckNearest } from './recheck-citations.ts'

/** The rows of a message, without the ids of chat and message. */
export type StoredMessage = {
  message: Omit<typeof chatMessages.$inferInsert, 'chatId'>
  citations: Omit<typeof chatCitations.$inferInsert, 'messageId'>[]
}

type SentMessage = SaveChat['chat_history'][number]
type CitedPage = { content: string; url: string; title: string }

/** Messages from a client: only what the chat's pages justify is stored about them. */
export async function recheckMessages(
  db: Db,
  userId: string,
  messages: SentMessage[],
  pageIds: string[],
): Promise<StoredMessage[]> {
  const citedIds = new Set(
    messages.flatMap(({ citations = [], nearest = [] }) => [...citations, ...nearest].map(({ pageId }) => pageId)),
  )
  const load = (ids: string[]) => loadPages(db, userId, ids)
  const citedPages = await load(pageIds.filter((id) => citedIds.has(id)))
  const loadTexts = once(async () => [...(await load(pageIds)).values()].map(({ content }) => content))
  const stored: StoredMessage[] = []
  for (const message of messages) {
    const { role, content, stopped = false, truncated = false, citations = [], nearest = [] } = message
    const pageOf = (id: string) => citedPages.get(id) ?? null
    const checks = await recheckCitations(citations, content, pageOf)
    const rows: StoredMessage['citations'] = citations.flatMap((sent, n) => {
      const check = checks[n]
      return check ? { ...sourceOf(sent, pageOf(sent.pageId)), kind: 'source', ...check } : []
    })
    for (const sent of nearest) {
      const page = pageOf(sent.pageId)
      rows.push({ ...sourceOf(sent, page), kind: 'nearest', ...recheckNearest(sent, page) })
    }
    const uncited =
      role === 'assistant' ? await findUncited({ text: content, isCut: stopped || truncated }, [loadTexts]) : null
    stored.push({ message: columnsOf(message, uncited), citations: rows })
  }
  return stored
}

export function columnsOf(message: SentMessage | ChatMessage, uncited: Uncited[] | null) {
  const { role, content, stopped = false, truncated = false, engine = null, used = null, offers = null } = message
  return { role, content, stopped, truncated, uncited, engine, used, offers }
}

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

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined
  return () => (loaded ??= load())
}
