/**
 * Saves a chat with its pages and messages into a notebook. Citations that come along are read back against the
 * stored pages first: only a sentence that stands there word for word is kept as verified.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Citation, SaveChat, SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { chatCitations, chatMessages, chatPages, crawls, pages, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { getChat } from './get-chat.ts'
import { defaultNotebook, ownNotebook } from './own-notebook.ts'
import { takeUnsavedMessages } from './unsaved-messages.ts'

/**
 * With `crawlId`, the messages kept with that crawl become the chat's, and pages it still finds join the chat. A crawl
 * is saved once: asked again, as after a lost answer, this answers the chat it became. Throws AppError
 * 'notebook.not-found', 'page.not-found', 'crawl.not-found'.
 */
export async function saveChat({ db }: { db: Db }, chat: SaveChat & { userId: string }): Promise<SavedChat> {
  const { userId, title, crawlId } = chat
  const pageIds = [...new Set([...chat.crawled_pages, ...chat.selected_pages])]
  await assertOwnPages(db, userId, pageIds)
  const selected = new Set(chat.selected_pages)

  const chatId = await db.transaction(async (tx) => {
    const kept = crawlId ? await takeUnsavedMessages(tx, { userId, crawlId }) : null
    if (kept?.chatId) return kept.chatId
    const notebookId = chat.notebook_id
      ? await ownNotebook(tx, userId, chat.notebook_id)
      : await defaultNotebook(tx, userId)
    const [saved] = await tx.insert(savedChats).values({ userId, notebookId, title }).returning({ id: savedChats.id })
    if (!saved) throw new Error('an insert answered no row')
    if (pageIds.length > 0) {
      const rows = pageIds.map((pageId) => ({ chatId: saved.id, pageId, selected: selected.has(pageId) }))
      await tx.insert(chatPages).values(rows)
    }
    const messages = kept?.messages ?? chat.chat_history
    await insertMessages(tx, saved.id, messages, await textsOfCited(tx, userId, messages, pageIds))
    if (crawlId) {
      await tx.update(crawls).set({ chatId: saved.id }).where(eq(crawls.id, crawlId))
      await publish(tx, userId, { type: 'unsaved', id: crawlId })
    }
    await publish(tx, userId, { type: 'chat', id: saved.id })
    return saved.id
  })
  return getChat({ db }, { userId, chatId })
}

type Message = SaveChat['chat_history'][number]

async function insertMessages(tx: Db, chatId: string, messages: Message[], citedPages: Map<string, CitedPage>) {
  const rows = messages.map((message) => ({ id: randomUUID(), message }))
  for (const batch of inBatches(rows)) {
    await tx.insert(chatMessages).values(
      batch.map(({ id, message }) => {
        const { role, content, stopped = false, engine = null, used = null, offers = null } = message
        return { id, chatId, role, content, stopped, engine, used, offers }
      }),
    )
  }
  const cited = rows.flatMap(({ id: messageId, message: { citations = [], nearest = [] } }) => [
    ...citations.map((citation) => ({ messageId, kind: 'source' as const, ...readBack(citation, citedPages) })),
    ...nearest.map((citation) => ({ messageId, kind: 'nearest' as const, ...readBack(citation, citedPages) })),
  ])
  for (const batch of inBatches(cited)) await tx.insert(chatCitations).values(batch)
}

export async function assertOwnPages(db: Db, userId: string, pageIds: string[]) {
  if (pageIds.length === 0) return
  const own = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds)))
  if (own.length < pageIds.length) throw new AppError('page.not-found')
}

type CitedPage = { content: string; url: string; title: string }

async function textsOfCited(db: Db, userId: string, messages: Message[], pageIds: string[]) {
  const named = messages.flatMap(({ citations = [], nearest = [] }) => [...citations, ...nearest])
  const cited = new Set(named.map(({ pageId }) => pageId))
  const ids = pageIds.filter((id) => cited.has(id))
  if (ids.length === 0) return new Map<string, CitedPage>()
  const rows = await db
    .select({ id: pages.id, content: pages.content, url: pages.url, title: pages.title })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the browser says of a citation is believed only as far as the stored page says it too. */
function readBack(citation: Citation, citedPages: Map<string, CitedPage>) {
  const page = citedPages.get(citation.pageId)
  const verified = citation.sentence.trim() !== '' && (page?.content.includes(citation.sentence) ?? false)
  return {
    marker: citation.marker,
    pageId: page ? citation.pageId : null,
    passageId: null,
    url: page?.url ?? citation.url,
    title: page?.title ?? citation.title,
    sentence: citation.sentence,
    verified,
  }
}
