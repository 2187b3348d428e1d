/** Exports a saved chat as a file, generated in pieces. See docs/decisions/024-chat-export-and-share-links.md. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { ExportFormat } from '#shared/chat/chat-export.ts'
import { AppError } from '#shared/errors.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatMessages, chatPages, pages, savedChats, users } from '#server/platform/db/schema/index.ts'
import { uncitedByMessage } from '#server/chat/find-uncited.ts'
import { type LoadedCitation, loadCitations } from '#server/chat/load-citations.ts'
import type { ExportedMessage, ExportWriter, Footnote } from './exported.ts'
import { exportTextsIn, type ExportTexts } from './export-texts.ts'
import { htmlWriter } from './html-writer.ts'
import { jsonWriter } from './json-writer.ts'
import { markdownWriter } from './markdown-writer.ts'

/** Rows loaded at a time, to bound memory. */
const MESSAGE_BATCH_SIZE = 20
const PAGE_BATCH_SIZE = 500

const writers: Readonly<Record<ExportFormat, (texts: ExportTexts) => ExportWriter>> = {
  markdown: markdownWriter,
  html: htmlWriter,
  json: () => jsonWriter,
}

/** In the language of the owner's screens. Throws AppError 'chat.not-found' before the first piece. */
export async function exportChat(
  { db }: { db: Db },
  { format, ...ref }: ChatOf & { format: ExportFormat },
  exportedAt = new Date(),
): Promise<{ title: string; pieces: AsyncGenerator<string> }> {
  const [found] = await db
    .select({ chat: savedChats, language: users.language })
    .from(savedChats)
    .innerJoin(users, eq(users.id, savedChats.userId))
    .where(ownChat(ref))
  if (!found) throw new AppError('chat.not-found')
  const { chat, language } = found
  const writer = writers[format](exportTextsIn(language))

  async function* pieces(head: string) {
    yield head
    let messageCount = 0
    for await (const message of messagesOf(db, ref.chatId)) yield writer.message(message, ++messageCount)
    yield writer.pagesHead(messageCount)
    let pageCount = 0
    for await (const page of pagesOf(db, ref.chatId)) yield writer.page(page, ++pageCount)
    yield writer.tail(pageCount)
  }
  return { title: chat.title, pieces: pieces(writer.head({ ...chat, exportedAt })) }
}

async function* messagesOf(db: Db, chatId: string): AsyncGenerator<ExportedMessage> {
  for (let after = 0; ;) {
    const batch = await db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.position, after)))
      .orderBy(asc(chatMessages.position))
      .limit(MESSAGE_BATCH_SIZE)
    const citationsOf = await loadCitations(db, batch)
    const uncitedSpans = await uncitedByMessage(batch)
    for (const { id, role, content, createdAt, stopped, truncated, engine } of batch) {
      const { source, nearest } = citationsOf(id)
      const uncited = (uncitedSpans.get(id) ?? []).map(({ start, end }) => content.slice(start, end))
      const cited = { footnotes: source.map(toFootnote), nearest: nearest.map(toFootnote) }
      yield { role, content, createdAt, stopped, truncated, engine, ...cited, uncited }
    }
    const last = batch.at(-1)
    if (!last || batch.length < MESSAGE_BATCH_SIZE) return
    after = last.position
  }
}

function toFootnote({ row: { gone, goneSince }, citation, crawledAt }: LoadedCitation): Footnote {
  const { marker, url, title, sentence: quote, state, claim, differences = [] } = citation
  return { marker, quote, url, title, crawledAt, state, claim, differences, gone, goneSince }
}

async function* pagesOf(db: Db, chatId: string) {
  for (let after = 0; ;) {
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
      .limit(PAGE_BATCH_SIZE)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < PAGE_BATCH_SIZE) return
    after = last.position
  }
}
