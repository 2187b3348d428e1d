import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

/**
 * An answer's Markdown as HTML that cannot run scripts or load anything. `noteOf` returns the address of a marker's
 * footnote, or null when the bracketed number is not a marker.
 */
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
      // Shown as text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens)
        return /^https?:\/\//i.test(href)
          ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${label}</a>`
          : label
      },
      // Only the alternative text: an image would be loaded from the crawled site.
      image: ({ text }) => escapeHtml(text),
      // Headings of the exported file itself are on levels 1 and 2.
      heading({ tokens, depth }) {
        const level = Math.min(6, depth + 2)
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
      },
      code: ({ text }) => `<pre><code>${escapeHtml(text)}\n</code></pre>\n`,
    },
  })
  return marked.parse(markdown, { async: false })
}
