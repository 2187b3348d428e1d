import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import type { DuplicateChat, SavedChat } from '#shared/chat/chats.ts'
import { titleOfCopy } from '#shared/chat/title-of-copy.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { chatCitations, chatMessages, chatPages, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { getChat } from './get-chat.ts'

/**
 * Copies a chat with its pages and, unless they are left out, its messages and citations into the same notebook. Throws
 * AppError 'chat.not-found'.
 */
export async function duplicateChat({ db }: { db: Db }, ref: ChatOf, chosen: DuplicateChat = {}): Promise<SavedChat> {
  const { userId } = ref
  const chatId = await db.transaction(async (tx) => {
    const [original] = await tx.select().from(savedChats).where(ownChat(ref))
    if (!original) throw new AppError('chat.not-found')
    const title = titleOfCopy(original.title, (of) => `Copy of ${of}`)
    const [copy] = await tx
      .insert(savedChats)
      .values({ userId, notebookId: original.notebookId, title: chosen.title ?? title })
      .returning({ id: savedChats.id })
    if (!copy) throw new Error('The insert returned no row')

    const inOriginal = eq(chatPages.chatId, original.id)
    const pages = await tx.select().from(chatPages).where(inOriginal).orderBy(asc(chatPages.position))
    for (const batch of inBatches(pages)) {
      await tx.insert(chatPages).values(batch.map(({ pageId, selected }) => ({ chatId: copy.id, pageId, selected })))
    }
    if (chosen.messages !== false) await copyMessages(tx, original.id, copy.id)
    await publish(tx, userId, { type: 'chat', id: copy.id })
    return copy.id
  })
  return getChat({ db }, { userId, chatId })
}

async function copyMessages(tx: Db, fromChatId: string, toChatId: string) {
  const messages = await tx
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, fromChatId))
    .orderBy(asc(chatMessages.position))
  const newIds = new Map(messages.map(({ id }) => [id, randomUUID()]))
  for (const batch of inBatches(messages)) {
    const copies = batch.map(({ position: _, ...message }) => {
      return { ...message, id: newIds.get(message.id), chatId: toChatId }
    })
    await tx.insert(chatMessages).values(copies)
  }
  for (const messageIds of inBatches([...newIds.keys()])) {
    const citations = await tx.select().from(chatCitations).where(inArray(chatCitations.messageId, messageIds))
    for (const batch of inBatches(citations)) {
      const copies = batch.map(({ id: _, ...citation }) => {
        return { ...citation, messageId: newIds.get(citation.messageId) ?? citation.messageId }
      })
      await tx.insert(chatCitations).values(copies)
    }
  }
}
