/** A second chat with the same pages, messages and citations, in the same notebook; from then on each goes its own way. */
import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { TITLE_MAX_LENGTH, type SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { chatCitations, chatMessages, chatPages, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { getChat } from './get-chat.ts'
import { ownChat, type ChatOf } from './own-chat.ts'

/** Throws AppError 'chat.not-found'. */
export async function duplicateChat({ db }: { db: Db }, who: ChatOf): Promise<SavedChat> {
  const { userId } = who
  const chatId = await db.transaction(async (tx) => {
    const [original] = await tx.select().from(savedChats).where(ownChat(who))
    if (!original) throw new AppError('chat.not-found')
    const [copy] = await tx
      .insert(savedChats)
      .values({ userId, notebookId: original.notebookId, title: `Copy of ${original.title}`.slice(0, TITLE_MAX_LENGTH) })
      .returning({ id: savedChats.id })
    if (!copy) throw new Error('an insert answered no row')

    const ofChat = eq(chatPages.chatId, original.id)
    const pages = await tx.select().from(chatPages).where(ofChat).orderBy(asc(chatPages.position))
    for (const batch of inBatches(pages)) {
      await tx.insert(chatPages).values(batch.map(({ pageId, selected }) => ({ chatId: copy.id, pageId, selected })))
    }
    await copyMessages(tx, original.id, copy.id)
    await publish(tx, userId, { type: 'chat', id: copy.id })
    return copy.id
  })
  return getChat({ db }, { userId, chatId })
}

async function copyMessages(tx: Db, from: string, to: string) {
  const messages = await tx
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, from))
    .orderBy(asc(chatMessages.position))
  const newIds = new Map(messages.map(({ id }) => [id, randomUUID()]))
  for (const batch of inBatches(messages)) {
    const copies = batch.map(({ position: _, ...message }) => ({ ...message, id: newIds.get(message.id), chatId: to }))
    await tx.insert(chatMessages).values(copies)
  }
  for (const batch of inBatches([...newIds.keys()])) {
    const cited = await tx.select().from(chatCitations).where(inArray(chatCitations.messageId, batch))
    for (const part of inBatches(cited)) {
      const copies = part.map(({ id: _, ...each }) => ({ ...each, messageId: newIds.get(each.messageId) ?? each.messageId }))
      await tx.insert(chatCitations).values(copies)
    }
  }
}
