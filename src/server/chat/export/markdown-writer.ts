/**
 * A chat as one Markdown file, its citations as footnotes. Messages are block quotes, so that an unclosed code block, a
 * heading or a footnote in a message cannot affect the rest of the file.
 */
import { hasQuotationMarks } from '#shared/chat/plain-text.ts'
import { escapeMarkdown, escapeMarkdownLine, markdownAddress, quoteMarkdown } from '#shared/escape-markdown.ts'
import { utcDay } from '#shared/utc-day.ts'
import {
  type ExportedMessage,
  type ExportWriter,
  type Footnote,
  describeCounts,
  describeGone,
  describeState,
} from './exported.ts'
import type { ExportTexts } from './export-texts.ts'

export const markdownWriter = (texts: ExportTexts): ExportWriter => ({
  head: ({ title, exportedAt }) => `# ${escapeMarkdown(title)}\n\n${texts.exportedOn(utcDay(exportedAt))}\n`,
  message: (message, number) => `\n${section(message, number, texts)}\n`,
  pagesHead: () => `\n## ${texts.pages}\n\n`,
  page({ url, title, crawledAt, goneAt }) {
    const gone = goneAt ? `, ${texts.notFoundOn(utcDay(goneAt))}` : ''
    return `- ${escapeMarkdown(title)}, ${markdownAddress(url)}, ${texts.crawledOnInside(utcDay(crawledAt))}${gone}\n`
  },
  tail: (pages) => (pages === 0 ? `${texts.noPages}\n` : ''),
})

function section(message: ExportedMessage, number: number, texts: ExportTexts): string {
  const { role, content, createdAt, stopped, truncated, engine, footnotes, nearest, uncited } = message
  const markers = new Set(footnotes.map(({ marker }) => marker))
  const text = role === 'user' ? escapedLines(content) : withFootnotes(content, markers, number)
  const facts = [utcDay(createdAt), engine && escapeMarkdown(engine), stopped && texts.stopped].filter(Boolean)
  const parts = [`## ${texts.speakers[role]}`, `*${facts.join(' · ')}*`, quoteMarkdown(text)]
  if (truncated) parts.push(texts.truncated)
  const counts = describeCounts(message, texts)
  if (counts) parts.push(`*${counts}*`)
  if (uncited.length > 0) parts.push(`${texts.withoutSource}:`, list(uncited.map(escapeMarkdownLine)))
  if (nearest.length > 0) parts.push(`${texts.closestPassages}:`, list(nearest.map((each) => reference(each, texts))))
  // Prefixed with the message's number: every answer counts its markers from 1.
  const notes = footnotes.map((footnote) => `[^${number}-${footnote.marker}]: ${judgedReference(footnote, texts)}`)
  return [...parts, ...notes].join('\n\n')
}

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')

function judgedReference(footnote: Footnote, texts: ExportTexts): string {
  const state = escapeMarkdown(describeState(footnote, texts))
  return footnote.state === 'not-found' ? state : `${state} ${reference(footnote, texts)}`
}

function reference({ quote, url, title, crawledAt, ...rest }: Footnote, texts: ExportTexts): string {
  const words = hasQuotationMarks(quote) ? escapeMarkdown(quote) : texts.quotation(escapeMarkdown(quote))
  const where = [words, escapeMarkdown(title), markdownAddress(url)].filter(Boolean).join(', ')
  const crawled = crawledAt ? `, ${texts.crawledOnInside(utcDay(crawledAt))}` : ''
  const gone = describeGone(rest, texts)
  return `${where}${crawled}.${gone && ` ${gone}`}`
}

/** Turns [1] into [^7-1] in the seventh message, except in code. */
function withFootnotes(markdown: string, markers: ReadonlySet<number>, number: number): string {
  return markdown
    .split(/(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/)
    .map((part, index) => {
      const isCode = index % 2 === 1
      if (isCode) return part
      // An answer may contain footnotes quoted from a page.
      const unfootnoted = part.replace(/\[\^/g, '\\[^')
      return unfootnoted.replace(/(?<!\\)\[(\d{1,4})\](?![(:])/g, (all, marker: string) =>
        markers.has(Number(marker)) ? `[^${number}-${marker}]` : all,
      )
    })
    .join('')
}

/** Keeps the line breaks and shows everything else as it is. */
function escapedLines(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map(escapeMarkdownLine)
    .join('  \n')
}
