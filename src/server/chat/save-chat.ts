/**
 * Saves a chat with its pages and messages into a notebook. Citations that come along are read back against the
 * stored pages first: only a sentence that stands there word for word is kept as verified.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Citation, SaveChat, SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { getChat } from './get-chat.ts'
import { defaultNotebook, ownNotebook } from './own-notebook.ts'

/** Throws AppError 'notebook.not-found', 'page.not-found'. */
export async function saveChat({ db }: { db: Db }, chat: SaveChat & { userId: string }): Promise<SavedChat> {
  const pageIds = [...new Set([...chat.crawled_pages, ...chat.selected_pages])]
  await assertOwnPages(db, chat.userId, pageIds)
  const citedPages = await textsOfCited(db, chat, pageIds)
  const selected = new Set(chat.selected_pages)

  const chatId = await db.transaction(async (tx) => {
    const notebookId = chat.notebook_id
      ? await ownNotebook(tx, chat.userId, chat.notebook_id)
      : await defaultNotebook(tx, chat.userId)
    const [saved] = await tx
      .insert(savedChats)
      .values({ userId: chat.userId, notebookId, title: chat.title })
      .returning({ id: savedChats.id })
    if (!saved) throw new Error('an insert answered no row')
    if (pageIds.length > 0) {
      const rows = pageIds.map((pageId) => ({ chatId: saved.id, pageId, selected: selected.has(pageId) }))
      await tx.insert(chatPages).values(rows)
    }
    for (const message of chat.chat_history) {
      const { role, content, stopped = false, engine = null, used = null, offers = null } = message
      const [inserted] = await tx
        .insert(chatMessages)
        .values({ chatId: saved.id, role, content, stopped, engine, used, offers })
        .returning({ id: chatMessages.id })
      const cited = [
        ...(message.citations ?? []).map((citation) => ({ kind: 'source' as const, ...readBack(citation, citedPages) })),
        ...(message.nearest ?? []).map((citation) => ({ kind: 'nearest' as const, ...readBack(citation, citedPages) })),
      ]
      if (inserted && cited.length > 0) {
        await tx.insert(chatCitations).values(cited.map((each) => ({ messageId: inserted.id, ...each })))
      }
    }
    await publish(tx, chat.userId, { type: 'chat', id: saved.id })
    return saved.id
  })
  return getChat({ db }, { userId: chat.userId, chatId })
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

async function textsOfCited(db: Db, chat: SaveChat & { userId: string }, pageIds: string[]) {
  const cited = chat.chat_history.flatMap(({ citations = [], nearest = [] }) => [...citations, ...nearest])
  const named = new Set(cited.map(({ pageId }) => pageId))
  const ids = pageIds.filter((id) => named.has(id))
  if (ids.length === 0) return new Map<string, CitedPage>()
  const rows = await db
    .select({ id: pages.id, content: pages.content, url: pages.url, title: pages.title })
    .from(pages)
    .where(and(eq(pages.userId, chat.userId), inArray(pages.id, ids)))
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
