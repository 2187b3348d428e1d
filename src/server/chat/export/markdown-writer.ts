/**
 * A chat as one Markdown file, its citations as footnotes. Messages are block quotes, so that an unclosed code block, a
 * heading or a footnote in a message cannot affect the rest of the file.
 */
import { hasQuotationMarks } from '#shared/chat/plain-text.ts'
import { utcDay } from '#shared/utc-day.ts'
import {
  type ExportedMessage,
  type ExportWriter,
  type Footnote,
  describeCounts,
  describeGone,
  describeState,
  speakers,
  TRUNCATED,
} from './exported.ts'

export const markdownWriter: ExportWriter = {
  head: ({ title, exportedAt }) => `# ${escaped(title)}\n\nExported on ${utcDay(exportedAt)}\n`,
  message: (message, number) => `\n${section(message, number)}\n`,
  pagesHead: () => '\n## Pages\n\n',
  page({ url, title, crawledAt, goneAt }) {
    const gone = goneAt ? `, not found on ${utcDay(goneAt)}` : ''
    return `- ${escaped(title)}, ${address(url)}, crawled on ${utcDay(crawledAt)}${gone}\n`
  },
  tail: (pages) => (pages === 0 ? 'No pages.\n' : ''),
}

function section(message: ExportedMessage, number: number): string {
  const { role, content, createdAt, stopped, truncated, engine, footnotes, nearest, uncited } = message
  const markers = new Set(footnotes.map(({ marker }) => marker))
  const text = role === 'user' ? escapedLines(content) : withFootnotes(content, markers, number)
  const facts = [utcDay(createdAt), engine && escaped(engine), stopped && 'stopped'].filter(Boolean)
  const parts = [`## ${speakers[role]}`, `*${facts.join(' · ')}*`, quoted(text)]
  if (truncated) parts.push(TRUNCATED)
  const counts = describeCounts(message)
  if (counts) parts.push(`*${counts}*`)
  if (uncited.length > 0) parts.push('Without a source:', list(uncited.map(escaped)))
  if (nearest.length > 0) parts.push('Closest passages:', list(nearest.map(reference)))
  // Prefixed with the message's number: every answer counts its markers from 1.
  const notes = footnotes.map((footnote) => `[^${number}-${footnote.marker}]: ${judgedReference(footnote)}`)
  return [...parts, ...notes].join('\n\n')
}

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')

function judgedReference(footnote: Footnote): string {
  const state = escaped(describeState(footnote))
  return footnote.state === 'not-found' ? state : `${state} ${reference(footnote)}`
}

function reference({ quote, url, title, crawledAt, ...rest }: Footnote): string {
  const words = hasQuotationMarks(quote) ? escaped(quote) : `“${escaped(quote)}”`
  const where = [words, escaped(title), address(url)].filter(Boolean).join(', ')
  const crawled = crawledAt ? `, crawled on ${utcDay(crawledAt)}` : ''
  const gone = describeGone(rest)
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

const address = (url: string) => (/^https?:[^\s<>]+$/i.test(url) ? `<${url}>` : escaped(url))

/** One line with all Markdown characters escaped. */
function escaped(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~#|!]/g, '\\$&')
}

/** Keeps the line breaks and escapes everything that Markdown would interpret. */
function escapedLines(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => escapedLineStart(escaped(line)))
    .join('  \n')
}

/** "1." and "- " would start a list, "=" a heading, ":" a definition. */
function escapedLineStart(line: string): string {
  return line.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=:]/, '\\$&')
}

function quoted(markdown: string): string {
  return markdown
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}
