/**
 * A chat as one Markdown file, its citations as footnotes. What was said stands as a quotation: whatever it holds, an
 * unclosed block of code, a heading or a footnote of its own, ends with it and cannot pass for a part of the file.
 */
import { utcDay } from '#shared/utc-day.ts'
import { type ExportedMessage, type ExportWriter, type Footnote, goneWords, NO_SUPPORT, speakers } from './exported.ts'

export const markdownWriter: ExportWriter = {
  head: ({ title, exportedAt }) => `# ${plain(title)}\n\nExported on ${utcDay(exportedAt)}\n`,
  message: (message, number) => `\n${section(message, number)}\n`,
  pagesHead: () => '\n## Pages\n\n',
  page: ({ url, title, crawledAt, goneAt }) =>
    `- ${plain(title)}, ${address(url)}, crawled on ${utcDay(crawledAt)}${goneAt ? `, gone on ${utcDay(goneAt)}` : ''}\n`,
  tail: (pages) => (pages === 0 ? 'No pages.\n' : ''),
}

function section(message: ExportedMessage, number: number): string {
  const { role, content, createdAt, stopped, engine, footnotes, nearest } = message
  const markers = new Set(footnotes.map(({ marker }) => marker))
  const said = role === 'user' ? plainLines(content) : withFootnotes(content, markers, number)
  const about = [utcDay(createdAt), engine && plain(engine), stopped && 'stopped before its end'].filter(Boolean)
  const parts = [`## ${speakers[role]}`, `*${about.join(' · ')}*`, quoted(said)]
  if (nearest.length > 0) parts.push('Nearest in the pages:', nearest.map((place) => `- ${reference(place)}`).join('\n'))
  // A footnote belongs to its message, so that the same marker in two answers leads to two sentences.
  const notes = footnotes.map((footnote) => `[^${number}-${footnote.marker}]: ${reference(footnote)}`)
  return [...parts, ...notes].join('\n\n')
}

function reference({ quote, url, title, crawledAt, ...rest }: Footnote): string {
  if (quote.trim() === '') return NO_SUPPORT
  const where = [`“${plain(quote)}”`, plain(title), address(url)].filter(Boolean).join(', ')
  const gone = goneWords(rest)
  return `${where}${crawledAt ? `, crawled on ${utcDay(crawledAt)}` : ''}.${gone && ` ${gone}`}`
}

/** [1] in the running text becomes [^7-1] in the seventh message; what stands in code stays as it is. */
function withFootnotes(markdown: string, markers: ReadonlySet<number>, number: number): string {
  return markdown
    .split(/(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/)
    .map((part, at) => {
      if (at % 2 === 1) return part
      // An answer may quote a page that has footnotes; none of them is ours.
      const own = part.replace(/\[\^/g, '\\[^')
      return own.replace(/\[(\d{1,4})\](?![(:])/g, (all, marker: string) =>
        markers.has(Number(marker)) ? `[^${number}-${marker}]` : all,
      )
    })
    .join('')
}

const address = (url: string) => (/^https?:[^\s<>]+$/i.test(url) ? `<${url}>` : plain(url))

/** One line in which no character is Markdown. */
function plain(words: string): string {
  return words
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~#|!]/g, '\\$&')
}

/** Each line as it was typed, with nothing in it that is Markdown. */
function plainLines(words: string): string {
  return words
    .split(/\r\n|[\n\r]/)
    .map((line) => plain(line).replace(/^(\d{1,9})([.)])|^([-+=:])/, (_, digits = '', dot = '', mark = '') => (mark ? `\\${mark}` : `${digits}\\${dot}`)))
    .join('  \n')
}

function quoted(markdown: string): string {
  return markdown
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}
