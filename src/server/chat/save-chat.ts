import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Citation, SaveChat, SavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { chatCitations, chatMessages, chatPages, crawls, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { getChat } from './get-chat.ts'
import { ensureDefaultNotebook, lockNotebook } from './notebooks.ts'
import { moveUnsavedMessages } from './unsaved-messages.ts'

/**
 * Saves a chat with its pages and messages. With `crawlId`, it takes the messages stored with that crawl, and pages the
 * crawl has yet to find join the chat. Saving a crawl is idempotent: a second call returns the same chat. Throws AppError
 * 'notebook.not-found', 'page.not-found', 'crawl.not-found'.
 */
export async function saveChat({ db }: { db: Db }, chat: SaveChat & { userId: string }): Promise<SavedChat> {
  const { userId, title, crawlId } = chat
  const pageIds = [...new Set([...chat.crawled_pages, ...chat.selected_pages])]
  await assertOwnPages(db, userId, pageIds)
  const selected = new Set(chat.selected_pages)

  const chatId = await db.transaction(async (tx) => {
    const unsaved = crawlId ? await moveUnsavedMessages(tx, { userId, crawlId }) : null
    if (unsaved?.chatId) return unsaved.chatId
    const notebookId = chat.notebook_id
      ? await lockNotebook(tx, userId, chat.notebook_id)
      : await ensureDefaultNotebook(tx, userId)
    const [saved] = await tx.insert(savedChats).values({ userId, notebookId, title }).returning({ id: savedChats.id })
    if (!saved) throw new Error('The insert returned no row')
    if (pageIds.length > 0) {
      const rows = pageIds.map((pageId) => ({ chatId: saved.id, pageId, selected: selected.has(pageId) }))
      await tx.insert(chatPages).values(rows)
    }
    const messages = unsaved?.messages ?? chat.chat_history
    await insertMessages(tx, saved.id, messages, await loadCitedPages(tx, userId, messages, pageIds))
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
  const citationRows = rows.flatMap(({ id: messageId, message: { citations = [], nearest = [] } }) => [
    ...citations.map((citation) => ({ messageId, kind: 'source' as const, ...verifyCitation(citation, citedPages) })),
    ...nearest.map((citation) => ({ messageId, kind: 'nearest' as const, ...verifyCitation(citation, citedPages) })),
  ])
  for (const batch of inBatches(citationRows)) await tx.insert(chatCitations).values(batch)
}

/** Throws AppError 'page.not-found'. */
export async function assertOwnPages(db: Db, userId: string, pageIds: string[]) {
  if (pageIds.length === 0) return
  const own = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds)))
  if (own.length < pageIds.length) throw new AppError('page.not-found')
}

type CitedPage = { content: string; url: string; title: string }

async function loadCitedPages(db: Db, userId: string, messages: Message[], pageIds: string[]) {
  const allCitations = messages.flatMap(({ citations = [], nearest = [] }) => [...citations, ...nearest])
  const cited = new Set(allCitations.map(({ pageId }) => pageId))
  const ids = pageIds.filter((id) => cited.has(id))
  if (ids.length === 0) return new Map<string, CitedPage>()
  const rows = await db
    .select({ id: pages.id, content: pages.content, url: pages.url, title: pages.title })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Never trust the browser's `verified`: the sentence must occur verbatim in the stored page. */
function verifyCitation(citation: Citation, citedPages: Map<string, CitedPage>) {
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
