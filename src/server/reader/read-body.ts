/** From the bytes that a site sent to the page they hold. Runs in a thread of its own: pages can be costly to read. */
import { decodeText } from './decode-text.ts'
import { printable } from './printable.ts'
import { readHtml, type HtmlPage } from './read-html.ts'

export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  kind: 'html' | 'text'
  /** The charset of the Content-Type header, or ''. */
  charset: string
  /** The address that answered. */
  url: string
}

/** Reads HTML and plain text; plain text has no title and no links. */
export function readBody({ bytes, kind, charset, url }: Body): HtmlPage {
  const text = decodeText(bytes, charset, kind)
  if (kind === 'html') return readHtml(text, { url })
  const content = printable(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trim()
  return {
    title: '',
    content,
    language: '',
    links: [],
    canonical: null,
    refresh: null,
    noindex: false,
    nofollow: false,
    leftOut: { links: 0, text: false },
    needsScript: 'no',
  }
}
