/**
 * A saved chat as a file, in pieces: however long the chat is, the server holds a few messages of it at a time.
 * docs/decisions/024-taking-a-chat-along.md says what stands in it.
 */
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { ExportFormat } from '#shared/chat-export.ts'
import { AppError } from '#shared/errors.ts'
import { ownChat, type ChatOf } from '#server/chat/own-chat.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/db/schema/index.ts'
import type { ExportedMessage, ExportWriter, Footnote } from './exported.ts'
import { htmlWriter } from './html-writer.ts'
import { jsonWriter } from './json-writer.ts'
import { markdownWriter } from './markdown-writer.ts'

const MESSAGES_AT_ONCE = 20
const PAGES_AT_ONCE = 500

const writers: Readonly<Record<ExportFormat, ExportWriter>> = {
  markdown: markdownWriter,
  html: htmlWriter,
  json: jsonWriter,
}

/** Throws AppError 'chat.not-found' before the first piece. */
export async function exportChat(
  { db }: { db: Db },
  { format, ...who }: ChatOf & { format: ExportFormat },
  exportedAt = new Date(),
): Promise<{ title: string; pieces: AsyncGenerator<string> }> {
  const [chat] = await db.select().from(savedChats).where(ownChat(who))
  if (!chat) throw new AppError('chat.not-found')
  const found = chat
  const write = writers[format]

  async function* pieces() {
    yield write.head({ ...found, exportedAt })
    let messages = 0
    for await (const message of messagesOf(db, who.chatId)) yield write.message(message, ++messages)
    yield write.pagesHead(messages)
    let stored = 0
    for await (const page of pagesOf(db, who.chatId)) yield write.page(page, ++stored)
    yield write.tail(stored)
  }
  return { title: chat.title, pieces: pieces() }
}

async function* messagesOf(db: Db, chatId: string): AsyncGenerator<ExportedMessage> {
  for (let after = 0; ; ) {
    const batch = await db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.position, after)))
      .orderBy(asc(chatMessages.position))
      .limit(MESSAGES_AT_ONCE)
    const cited = await citationsOf(db, batch.map(({ id }) => id))
    for (const { id, role, content, createdAt, stopped, engine } of batch) {
      const own = cited.get(id) ?? []
      const footnotes = own.filter(({ kind }) => kind === 'source')
      const nearest = own.filter(({ kind }) => kind === 'nearest')
      yield { role, content, createdAt, stopped, engine, footnotes, nearest }
    }
    const last = batch.at(-1)
    if (!last || batch.length < MESSAGES_AT_ONCE) return
    after = last.position
  }
}

async function citationsOf(db: Db, messageIds: string[]) {
  if (messageIds.length === 0) return new Map<string, (Footnote & { kind: 'source' | 'nearest' })[]>()
  const rows = await db
    .select({
      messageId: chatCitations.messageId,
      kind: chatCitations.kind,
      marker: chatCitations.marker,
      quote: chatCitations.sentence,
      url: chatCitations.url,
      title: chatCitations.title,
      crawledAt: pages.fetchedAt,
      verified: chatCitations.verified,
      gone: chatCitations.gone,
      goneSince: chatCitations.goneSince,
    })
    .from(chatCitations)
    .leftJoin(pages, eq(pages.id, chatCitations.pageId))
    .where(inArray(chatCitations.messageId, messageIds))
    .orderBy(asc(chatCitations.marker), asc(chatCitations.id))
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

async function* pagesOf(db: Db, chatId: string) {
  for (let after = 0; ; ) {
    const batch = await db
      .select({
        position: chatPages.position,
        selected: chatPages.selected,
        url: pages.url,
        title: pages.title,
        crawledAt: pages.fetchedAt,
        goneAt: pages.goneAt,
      })
      .from(chatPages)
      .innerJoin(pages, eq(pages.id, chatPages.pageId))
      .where(and(eq(chatPages.chatId, chatId), gt(chatPages.position, after)))
      .orderBy(asc(chatPages.position))
      .limit(PAGES_AT_ONCE)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < PAGES_AT_ONCE) return
    after = last.position
  }
}
