/**
 * The type of a response without a content type, by its first bytes (MIME Sniffing standard,
 * https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type). Text before markup, markup
 * before binary formats.
 */

/** The standard's resource header. */
const HEADER_BYTES = 1445

/** A page may start with one of these tags or a comment; the character after a tag's name ends it. */
const HTML_START =
  /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*<(?:(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]|!--)/i
const XML_START = /^[\t\n\f\r ]*<\?xml/

/** Byte order marks of UTF-16 and UTF-8. */
const TEXT_START = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/

const SIGNATURES: readonly [type: string, start: RegExp][] = [
  ['application/pdf', /^%PDF-/],
  ['application/postscript', /^%!PS-Adobe-/],
  ['image/x-icon', /^\0\0[\x01\x02]\0/],
  ['image/bmp', /^BM/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBPVP/s],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['audio/aiff', /^FORM.{4}AIFF/s],
  ['audio/mpeg', /^ID3/],
  ['application/ogg', /^OggS\0/],
  ['audio/midi', /^MThd\0\0\0\x06/],
  ['video/avi', /^RIFF.{4}AVI /s],
  ['audio/wave', /^RIFF.{4}WAVE/s],
  ['video/mp4', /^.{4}ftyp(?:mp4|.{4,}mp4)/s],
  ['video/webm', /^\x1aE\xdf\xa3/],
  ['application/x-gzip', /^\x1f\x8b\x08/],
  ['application/zip', /^PK\x03\x04/],
  ['application/x-rar-compressed', /^Rar!\x1a\x07\0/],
]

/** Control characters that no text contains. */
const BINARY_BYTE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** The type that a browser would take `body` for, such as 'text/html', 'text/plain' or 'image/png'. */
export function sniffContentType(body: Uint8Array): string {
  // latin1: one character per byte.
  const start = Buffer.from(body.subarray(0, HEADER_BYTES)).toString('latin1')
  // Unlike the standard, also after a byte order mark: some editors write one at the start of a page.
  if (HTML_START.test(start)) return 'text/html'
  if (XML_START.test(start)) return 'text/xml'
  if (TEXT_START.test(start)) return 'text/plain'
  const known = SIGNATURES.find(([, signature]) => signature.test(start))
  if (known) return known[0]
  return BINARY_BYTE.test(start) ? 'application/octet-stream' : 'text/plain'
}

/** The start of a file that no text has: "%PDF-1.7" and a line break, or a signature with bytes outside of text. */
const PDF_START = /^%PDF-\d\.\d[\r\n]/
const NOT_TEXT = /[^\t\n\f\r\x1b -~]/

/** The type of an image, archive or other file that a site calls a page; null if `body` may be one. */
export function binaryTypeOf(body: Uint8Array): string | null {
  const start = Buffer.from(body.subarray(0, HEADER_BYTES)).toString('latin1')
  const isBinary = (signature: RegExp) => NOT_TEXT.test(signature.exec(start)?.[0] ?? '')
  const known = SIGNATURES.find(([, signature]) => isBinary(signature))
  return known?.[0] ?? (PDF_START.test(start) ? 'application/pdf' : null)
}
