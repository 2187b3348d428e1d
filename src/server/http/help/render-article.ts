/** One Markdown file of the manual as an article: its title, its first paragraph as a description, and its HTML. */
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

export type Article = {
  /** Plain text. */
  title: string
  description: string
  html: string
}

/** `markdown` is our own and trusted; it begins with a heading of the first level. */
export function renderArticle(markdown: string): Article {
  const tokens = marked.lexer(markdown)
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 1)
  const opening = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  if (!title || !opening) throw new Error('A page of the manual needs a heading and a paragraph')
  return { title: plain(title.text), description: plain(opening.text), html: marked.parser(tokens) }
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = depth > 1 ? ` id="${headingId(plain(text))}"` : ''
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    // Wide tables and code scroll in their own box; tabindex makes it reachable by keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
    table({ header, rows }) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>\n`
      const body = rows.map((row) => cells(row, 'td')).join('')
      return `<div class="scroll" tabindex="0">\n<table>\n<thead>${cells(header, 'th')}</thead>\n<tbody>${body}</tbody>\n</table>\n</div>\n`
    },
  },
})

/** "Where data is kept" → "where-data-is-kept", so that a section has an address. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Without the markup of emphasis, code and links. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '')
}
