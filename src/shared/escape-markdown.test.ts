import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import {
  escapeMarkdown,
  escapeMarkdownCell,
  escapeMarkdownLine,
  markdownAddress,
  markdownLink,
  quoteMarkdown,
} from './escape-markdown.ts'

/** Text of pieces that mean something in Markdown. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['#', '# ', ' #', '- ', '+', '* ', '**', '_', '`', '```', '~', '~~', '>', '> ', '1. ', '12)', '=', '---'],
        ...['[', ']', '[a]', '(b)', '![', '](', '[^1]', '[a]: b', '<', '<b>', '<!--', '&amp;', '&#35;', '&', '\\', '|'],
        ...['https://', 'http://a.b/c_d', 'www.', 'a@b.cc', ':', ' ', '  ', '\n', '\n\n', '\r', '\t', '\u2028', 'x'],
      ),
      fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''))
/** With text, since an empty heading, item or cell has another form. */
const text = hostile.map((each) => `${each}x${each}`)

const oneLine = (raw: string) => raw.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
const render = (markdown: string) => marked.parse(markdown, { async: false })

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text that a browser shows of HTML without elements. */
const shown = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? '')

/** Expects that any text in `markdown` is shown as it is between `before` and `after` in HTML, and nothing else is. */
function expectShown(markdown: (text: string) => string, before: string, after: string) {
  fc.assert(
    fc.property(text, (raw) => {
      const html = render(markdown(raw))
      expect([html.slice(0, before.length), html.slice(-after.length)]).toEqual([before, after])
      expect(shown(html.slice(before.length, html.length - after.length))).toBe(oneLine(raw))
    }),
    { numRuns: 2000 },
  )
}

describe('any text is shown as it is', () => {
  it.each<[string, (raw: string) => string, string, string]>([
    ['after other text', (raw) => `Page ${escapeMarkdown(raw)}`, '<p>Page ', '</p>\n'],
    ['in a heading', (raw) => `## ${escapeMarkdown(raw)}`, '<h2>', '</h2>\n'],
    ['in italics', (raw) => `*x${escapeMarkdown(raw)}x*`.replace('*x', '*'), '<p><em>', 'x</em></p>\n'],
    ['as a line', escapeMarkdownLine, '<p>', '</p>\n'],
    ['as a list item', (raw) => `- ${escapeMarkdownLine(raw)}`, '<ul>\n<li>', '</li>\n</ul>\n'],
    ['as a line after another', (raw) => `Page  \n${escapeMarkdownLine(raw)}`, '<p>Page<br>', '</p>\n'],
    [
      'in a cell of a table',
      (raw) => `| A | B |\n|---|---|\n| ${escapeMarkdownCell(raw)} | b |`,
      '<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>',
      '</td>\n<td>b</td>\n</tr>\n</tbody></table>\n',
    ],
    [
      'as the label of a link',
      (raw) => markdownLink(raw, 'https://example.org/a(b) c'),
      '<p><a href="https://example.org/a%28b%29%20c">',
      '</a></p>\n',
    ],
  ])('%s', (_, markdown, before, after) => expectShown(markdown, before, after))
})

it('leaves what no reader takes for formatting', () => {
  const plain = 'R&D: 1.5 or 2 | C# is (almost) fine! See "lamps" + more'
  expect(escapeMarkdownLine(plain)).toBe(plain)
})

it('links an address that a browser can open, and shows another one', () => {
  expect(render(markdownAddress('https://example.org/a_b*c'))).toContain('href="https://example.org/a_b*c"')
  expect(render(markdownAddress('javascript:alert(1)'))).toBe('<p>javascript:alert(1)</p>\n')
  expect(render(markdownAddress('https://example.org/<b>'))).toBe('<p>https://example.org/&lt;b&gt;</p>\n')
})

it('keeps Markdown inside a block quote', () => {
  fc.assert(
    fc.property(text, (markdown) => {
      const types = marked.lexer(`${quoteMarkdown(markdown)}\n\n# After`).map(({ type }) => type)
      expect(types.filter((type) => type !== 'space')).toEqual(['blockquote', 'heading'])
    }),
    { numRuns: 1000 },
  )
})
