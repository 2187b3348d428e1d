import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { downloadFileName, toDownloadRecord, toMarkdownSection } from './download.ts'

const at = new Date('2026-02-03T04:05:06.789Z')
const page = {
  url: 'https://example.org/lamps',
  title: 'Lamps',
  content: '# Lamps\n\nLamps shine.',
  summary: 'Lamps shine.',
  mainPoints: ['They shine', 'They turn'],
  topics: ['lamps', 'light'],
  fetchedAt: '2026-02-01T10:00:00.000Z',
}

it('joins the lists of a page and keeps the order of its fields [download-1]', () => {
  const { fetchedAt: _, ...rest } = page
  const record = toDownloadRecord(page, at)
  expect(record).toEqual({
    ...rest,
    mainPoints: 'They shine; They turn',
    topics: 'lamps, light',
    exportedAt: '2026-02-03T04:05:06.789Z',
  })
  expect(Object.keys(record)).toEqual(['url', 'title', 'content', 'summary', 'mainPoints', 'topics', 'exportedAt'])
})

it('names the file after the date [download-2]', () => {
  expect(downloadFileName(at)).toBe('crawled-data-2026-02-03.json')
  expect(downloadFileName(at, 'markdown')).toBe('crawled-data-2026-02-03.md')
})

describe('a page in Markdown', () => {
  it('has title, address, date, summary, key points and content', () => {
    expect(toMarkdownSection(page)).toBe(`# Lamps

<https://example.org/lamps>

Crawled on 2026-02-01

## Summary

Lamps shine.

## Key Points

- They shine
- They turn

## Content

> # Lamps
>
> Lamps shine.
`)
  })

  it('omits empty sections', () => {
    const bare = { ...page, summary: '', mainPoints: [' '], content: '' }
    expect(toMarkdownSection(bare)).toBe('# Lamps\n\n<https://example.org/lamps>\n\nCrawled on 2026-02-01\n')
  })

  it.each([
    ['Lamps\n\n# Another page', 'a heading'],
    ['Lamps\u2028# Another page', 'a line separator that some programs honor'],
    ['<script>alert(1)</script><!--', 'markup'],
    ['[Lamps](javascript:alert(1))', 'a link'],
    ['```', 'a fence'],
    ['---', 'a rule'],
    ['\\', 'a lone backslash'],
  ])('escapes the title %j, which would be %s', (title) => {
    expect(outline([{ ...page, title }])).toEqual([[title.replace(/\s+/g, ' '), 'Summary', 'Key Points', 'Content']])
  })

  it('keeps its structure with any page content', () => {
    const pieces = [
      '#',
      '# x',
      '\n',
      '\n\n',
      '```',
      '~~~',
      '<!--',
      '<pre>',
      '- ',
      '1. ',
      '===',
      '---',
      '> ',
      '[a]: b',
      '    ',
      '\t',
      'x',
      '\\',
      '|',
      '&#35;',
      '\r',
      '*',
      '_',
      '`',
    ]
    const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(''))
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (title, summary, point, content) => {
        const bad = {
          ...page,
          title: `t${title}`,
          summary: `s${summary}`,
          mainPoints: [`p${point}`, point],
          content: `c${content}`,
        }
        const sections = ['Summary', 'Key Points', 'Content']
        expect(outline([bad, page]).map(([, ...rest]) => rest)).toEqual([sections, sections])
      }),
      { numRuns: 400 },
    )
  })
})

/** The pages of a file as a Markdown reader sees them: each first-level heading's words, with the headings below it. */
function outline(pages: (typeof page)[]): string[][] {
  const seen: string[][] = []
  for (const token of marked.lexer(pages.map(toMarkdownSection).join('\n'))) {
    if (token.type === 'heading' && token['depth'] === 1) seen.push([plain(token.tokens ?? [])])
    else if (token.type === 'heading') seen.at(-1)?.push(plain(token.tokens ?? []))
  }
  return seen
}

function plain(tokens: { type: string; raw: string; text?: string }[]): string {
  return tokens
    .map((token) => (token.type === 'escape' || token.type === 'text' ? token.text : `{${token.type}}`))
    .join('')
}
