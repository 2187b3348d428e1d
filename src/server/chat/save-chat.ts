import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ChatMessage, SaveChat, SavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { chatCitations, chatMessages, chatPages, crawls, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { enqueueGapCheck, type Queue } from '#server/platform/open-queue.ts'
import { getChat } from './get-chat.ts'
import { ensureDefaultNotebook, lockNotebook } from './notebooks.ts'
import { columnsOf, recheckMessages, type StoredMessage } from './recheck-messages.ts'
import { citationRow, lockPages } from './save-turn.ts'
import { takeUnsavedMessages } from './unsaved-messages.ts'

/**
 * Saves a chat with its pages and messages. Citations in messages from the client are checked again. With `crawlId`, it
 * takes the messages stored with that crawl, and pages that the crawl stores later join the chat. Saving a crawl is
 * idempotent: a second call returns the same chat. Throws AppError 'notebook.not-found', 'page.not-found',
 * 'crawl.not-found'.
 */
export async function saveChat(
  { db, queue }: { db: Db; queue: Queue },
  chat: SaveChat & { userId: string },
): Promise<SavedChat> {
  const { userId, title, crawlId } = chat
  const pageIds = [...new Set([...chat.crawled_pages, ...chat.selected_pages])]
  const selected = new Set(chat.selected_pages)
  const rechecked = crawlId ? [] : await recheckMessages(db, userId, chat.chat_history, pageIds)

  const chatId = await db.transaction(async (tx) => {
    const unsaved = crawlId ? await takeUnsavedMessages(tx, { userId, crawlId }) : null
    if (unsaved?.chatId) return unsaved.chatId
    await lockOwnPages(tx, userId, pageIds)
    const notebookId = chat.notebook_id
      ? await lockNotebook(tx, userId, chat.notebook_id)
      : await ensureDefaultNotebook(tx, userId)
    const [saved] = await tx.insert(savedChats).values({ userId, notebookId, title }).returning({ id: savedChats.id })
    if (!saved) throw new Error('The insert returned no row')
    if (pageIds.length > 0) {
      const rows = pageIds.map((pageId) => ({ chatId: saved.id, pageId, selected: selected.has(pageId) }))
      await tx.insert(chatPages).values(rows)
      await enqueueGapCheck(queue, tx, saved.id)
    }
    await insertMessages(tx, saved.id, unsaved ? unsaved.messages.map(toStored) : rechecked)
    if (crawlId) {
      await tx.update(crawls).set({ chatId: saved.id, expiresAt: null }).where(eq(crawls.id, crawlId))
      await publish(tx, userId, { type: 'unsaved', id: crawlId })
    }
    await publish(tx, userId, { type: 'chat', id: saved.id })
    return saved.id
  })
  return getChat({ db }, { userId, chatId })
}

async function insertMessages(tx: Db, chatId: string, messages: StoredMessage[]) {
  const rows = messages.map((stored) => ({ ...stored, id: randomUUID() }))
  for (const batch of inBatches(rows)) {
    await tx.insert(chatMessages).values(batch.map(({ id, message }) => ({ ...message, id, chatId })))
  }
  const citationRows = rows.flatMap(({ id: messageId, citations }) =>
    citations.map((citation) => ({ ...citation, messageId })),
  )
  for (const batch of inBatches(citationRows)) await tx.insert(chatCitations).values(batch)
}

/** A message that the server wrote and stored with the crawl. */
function toStored(message: ChatMessage): StoredMessage {
  const { citations = [], nearest = [] } = message
  const rows = [
    ...citations.map((citation) => citationRow(citation, 'source')),
    ...nearest.map((citation) => citationRow(citation, 'nearest')),
  ]
  // The passages may have been replaced since.
  return {
    message: columnsOf(message, message.uncited ?? null),
    citations: rows.map((row) => ({ ...row, passageId: null })),
  }
}

/** The pages stay until the transaction ends. Throws AppError 'page.not-found'. */
export async function lockOwnPages(tx: Db, userId: string, pageIds: string[]) {
  if (pageIds.length === 0) return
  const own = await lockPages(tx, userId, pageIds)
  if (own.size < pageIds.length) throw new AppError('page.not-found')
}
