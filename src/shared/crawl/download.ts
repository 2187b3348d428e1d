/** "Download Crawled Data": JSON (specification, sections 3 and 9), or the same pages as one Markdown file. */
import { z } from 'zod'
import type { CrawledPage } from './pages.ts'
import { utcDay } from '#shared/utc-day.ts'

/** One selected page in the JSON file. */
export type DownloadRecord = {
  url: string
  title: string
  content: string
  summary: string
  /** Joined with "; ". */
  mainPoints: string
  /** Joined with ", ". */
  topics: string
  /** ISO timestamp. */
  exportedAt: string
}

type Downloaded = Pick<CrawledPage, 'url' | 'title' | 'content' | 'summary' | 'mainPoints' | 'topics'>

export function toDownloadRecord(page: Downloaded, exportedAt: Date): DownloadRecord {
  return {
    url: page.url,
    title: page.title,
    content: page.content,
    summary: page.summary,
    mainPoints: page.mainPoints.join('; '),
    topics: page.topics.join(', '),
    exportedAt: exportedAt.toISOString(),
  }
}

export const DownloadFormat = z.enum(['json', 'markdown'])
export type DownloadFormat = z.infer<typeof DownloadFormat>

/** The content of the file. */
export function writeDownloadText(
  pages: (Downloaded & Pick<CrawledPage, 'fetchedAt'>)[],
  at: Date,
  format: DownloadFormat,
): string {
  if (format === 'markdown') return pages.map(toMarkdownSection).join('\n')
  return JSON.stringify(
    pages.map((page) => toDownloadRecord(page, at)),
    null,
    2,
  )
}

/** crawled-data-{YYYY-MM-DD}.json */
export function downloadFileName(at: Date, format: DownloadFormat = 'json'): string {
  return `crawled-data-${utcDay(at)}.${format === 'json' ? 'json' : 'md'}`
}

/**
 * One page as a section of the Markdown file: its title as the only first-level heading, then address, date, summary,
 * key points and content. The content is a block quote, so that an unclosed code block or a heading in it cannot affect
 * other pages. Everything else is one line of escaped text.
 */
export function toMarkdownSection(page: Downloaded & Pick<CrawledPage, 'fetchedAt'>): string {
  const parts = [
    `# ${text(page.title) || text(page.url)}`,
    /^https?:[^\s<>]+$/i.test(page.url) ? `<${page.url}>` : text(page.url),
    `Crawled on ${text(page.fetchedAt.slice(0, 10))}`,
  ]
  if (page.summary.trim()) parts.push('## Summary', paragraph(page.summary))
  const points = page.mainPoints.filter((point) => point.trim())
  if (points.length > 0) parts.push('## Key Points', points.map((point) => `- ${paragraph(point)}`).join('\n'))
  if (page.content.trim()) parts.push('## Content', quoted(page.content))
  return `${parts.join('\n\n')}\n`
}

/** One line with all Markdown escaped. */
function text(raw: string): string {
  return raw
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~#|!]/g, '\\$&')
}

/** Like `text`, and it cannot start a list, rule or setext heading. */
function paragraph(raw: string): string {
  return text(raw).replace(/^(\d{1,9})([.)])|^([-+=:])/, (_, number = '', dot = '', mark = '') =>
    mark ? `\\${mark}` : `${number}\\${dot}`,
  )
}

function quoted(markdown: string): string {
  return markdown
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
