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

function presentMessage(message: ExportedMessage) {
  const { role, content, createdAt, stopped, truncated, engine, footnotes, nearest, uncited } = message
  return {
    role,
    content,
    created_at: createdAt,
    ...(stopped && { stopped }),
    ...(truncated && { truncated }),
    ...(engine && { engine }),
    footnotes: footnotes.map(presentFootnote),
    ...(uncited.length > 0 && { uncited }),
    ...(nearest.length > 0 && { nearest: nearest.map(presentFootnote) }),
  }
}

function presentFootnote({ crawledAt, differences, gone, goneSince, ...footnote }: Footnote) {
  const { marker, quote, url, title, state, claim } = footnote
  return {
    marker,
    quote,
    url,
    title,
    crawled_at: crawledAt,
    state,
    claim,
    ...(differences.length > 0 && { differences }),
    ...(gone && { gone, gone_since: goneSince }),
  }
}

function presentPage({ url, title, crawledAt, goneAt, selected }: ExportedPage) {
  return { url, title, crawled_at: crawledAt, selected, ...(goneAt && { gone_at: goneAt }) }
}
