/** An answer's Markdown as HTML in which nothing can run or be fetched. */
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#server/text/escape-html.ts'

/** `noteOf` gives the address of the footnote of a marker, null for a number in brackets that is none. */
export function renderAnswer(markdown: string, noteOf: (marker: number) => string | null): string {
  const marked = new Marked({
    extensions: [
      {
        name: 'marker',
        level: 'inline',
        start: (text) => /\[\d/.exec(text)?.index,
        tokenizer(text) {
          const found = /^\[(\d{1,4})\](?![(:])/.exec(text)
          const href = found ? noteOf(Number(found[1])) : null
          return found && href ? { type: 'marker', raw: found[0], href, number: found[1] } : undefined
        },
        renderer: ({ href, number }) => `<sup><a href="${href}">${number}</a></sup>`,
      },
    ],
    renderer: {
      // Shown as it was written.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        return /^https?:\/\//i.test(href) ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${words}</a>` : words
      },
      // Pictures would be fetched from the crawled site; their words are enough.
      image: ({ text }) => escapeHtml(text),
      // The message's own heading is the second level.
      heading({ tokens, depth }) {
        const level = Math.min(6, depth + 2)
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
      },
      code: ({ text }) => `<pre><code>${escapeHtml(text)}\n</code></pre>\n`,
    },
  })
  return marked.parse(markdown, { async: false })
}
