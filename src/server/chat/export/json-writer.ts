/** A chat as JSON with the API's field names and ISO times, one message or page per line. */
import type { ExportedMessage, ExportedPage, ExportWriter, Footnote } from './exported.ts'

export const jsonWriter: ExportWriter = {
  head: ({ title, createdAt, updatedAt, exportedAt }) =>
    `{\n"title": ${JSON.stringify(title)},\n"created_at": ${JSON.stringify(createdAt)},\n` +
    `"updated_at": ${JSON.stringify(updatedAt)},\n"exported_at": ${JSON.stringify(exportedAt)},\n"messages": [\n`,
  message: (message, number) => item(presentMessage(message), number),
  pagesHead: () => '\n],\n"pages": [\n',
  page: (page, number) => item(presentPage(page), number),
  tail: () => '\n]\n}\n',
}

const item = (value: object, number: number) => `${number > 1 ? ',\n' : ''}${JSON.stringify(value)}`

function presentMessage({ role, content, createdAt, stopped, engine, footnotes, nearest }: ExportedMessage) {
  return {
    role,
    content,
    created_at: createdAt,
    ...(stopped && { stopped }),
    ...(engine && { engine }),
    footnotes: footnotes.map(presentFootnote),
    ...(nearest.length > 0 && { nearest: nearest.map(presentFootnote) }),
  }
}

function presentFootnote({ marker, quote, url, title, crawledAt, verified, gone, goneSince }: Footnote) {
  return { marker, quote, url, title, crawled_at: crawledAt, verified, ...(gone && { gone, gone_since: goneSince }) }
}

function presentPage({ url, title, crawledAt, goneAt, selected }: ExportedPage) {
  return { url, title, crawled_at: crawledAt, selected, ...(goneAt && { gone_at: goneAt }) }
}
