/** Turns the bytes that a site sent into a page. Runs in a worker thread, because pages can be costly to parse. */
import { parentPort } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import { stripNonPrintable } from './markdown/strip-non-printable.ts'
import { readHtml, type ExtractedPage } from './read-html.ts'

export type ExtractionInput = {
  bytes: Uint8Array<ArrayBuffer>
  kind: 'html' | 'text'
  /** The charset from the Content-Type header, or ''. */
  charset: string
  /** The address that answered. */
  url: string
}

/** The most that the database stores in one value. Decoding can make a body of fewer bytes longer than this. */
const MAX_TEXT_BYTES = 9_500_000

/** Plain text has no title and no links. */
export function extractPage({ bytes, kind, charset, url }: ExtractionInput): ExtractedPage {
  const text = decodeText(bytes, charset, kind)
  if (kind === 'html') return readHtml(text, { url })
  const whole = stripNonPrintable(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trim()
  const content = truncateToBytes(whole, MAX_TEXT_BYTES)
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
    uncertain: false,
    needsScript: 'no',
  }
}

function truncateToBytes(text: string, maxBytes: number): string {
  // One UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= maxBytes) return text
  const encoded = Buffer.from(text)
  if (encoded.length <= maxBytes) return text
  // Decoding turns a character that was cut in two into U+FFFD.
  return encoded
    .subarray(0, maxBytes)
    .toString()
    .replace(/\ufffd$/, '')
    .trimEnd()
}

// As a worker of the extraction pool; on the main thread there is no parent.
parentPort?.on('message', (input: ExtractionInput) => {
  parentPort?.postMessage(extractPage(input))
})
