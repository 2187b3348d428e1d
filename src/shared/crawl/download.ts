/** "Download Crawled Data": JSON (specification, sections 3 and 9), or the same pages as one Markdown file. */
import { z } from 'zod'
import type { CrawledPage } from './pages.ts'
import { escapeMarkdown, escapeMarkdownLine, markdownAddress, quoteMarkdown } from '#shared/escape-markdown.ts'
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
    `# ${escapeMarkdown(page.title) || escapeMarkdown(page.url)}`,
    markdownAddress(page.url),
    `Crawled on ${escapeMarkdown(page.fetchedAt.slice(0, 10))}`,
  ]
  if (page.summary.trim()) parts.push('## Summary', escapeMarkdownLine(page.summary))
  const points = page.mainPoints.filter((point) => point.trim())
  if (points.length > 0) parts.push('## Key Points', points.map((point) => `- ${escapeMarkdownLine(point)}`).join('\n'))
  if (page.content.trim()) parts.push('## Content', quoteMarkdown(page.content))
  return `${parts.join('\n\n')}\n`
}
