/** The product's own way from a page's HTML to its text, for benches and for checks from outside. */
import { readHtml } from '#server/reader/read-html.ts'

/** The main text of a page as Markdown. */
export function extract(html: string, url: string): string {
  return readHtml(html, { url }).content
}
