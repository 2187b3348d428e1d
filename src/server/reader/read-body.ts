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

/** What the database takes of one value; in another encoding a body of less can become more. */
const MAX_TEXT_BYTES = 9_500_000

/** Reads HTML and plain text; plain text has no title and no links. */
export function readBody({ bytes, kind, charset, url }: Body): HtmlPage {
  const text = decodeText(bytes, charset, kind)
  if (kind === 'html') return readHtml(text, { url })
  const whole = printable(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trim()
  const content = withinBytes(whole, MAX_TEXT_BYTES)
  return {
    title: '',
    content,
    language: '',
    links: [],
    canonical: null,
    refresh: null,
    noindex: false,
    nofollow: false,
    leftOut: { links: 0, text: content.length < whole.length },
    needsScript: 'no',
  }
}

function withinBytes(text: string, bytes: number): string {
  // One UTF-16 unit is at most three bytes.
  if (text.length * 3 <= bytes) return text
  const encoded = Buffer.from(text)
  if (encoded.length <= bytes) return text
  // A character that is cut in two at the end becomes a replacement character.
  return encoded.subarray(0, bytes).toString().replace(/\ufffd$/, '').trimEnd()
}
