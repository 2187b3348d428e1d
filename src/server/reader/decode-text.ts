/** Finds out how a page's bytes spell text, and reads them: BOM, then header, then meta, then what the bytes say. */
import { Tokenizer } from 'htmlparser2'
import { detectEncoding, isIso2022Jp, wideEncoding } from './detect-encoding.ts'
import { UNHEARD } from './unheard.ts'

/** Where the HTML standard expects the encoding to be named; some pages name it a little later. */
const PRESCAN_BYTES = 4096

/**
 * The text of `bytes`. `charset` is the label of the Content-Type header, '' when it has none. Labels are those of the
 * WHATWG encoding standard. The order is the HTML standard's (13.2.3.2): byte order mark, header, meta, detection. It
 * is left where the bytes plainly say that a label lies: UTF-8 throughout, no UTF-8 at all, no UTF-16.
 */
export function decodeText(bytes: Uint8Array, charset: string, kind: 'html' | 'text'): string {
  const marked = byteOrderMark(bytes)
  if (marked) return decode(bytes, marked)

  const named = knownEncoding(charset)
  const declared = named !== null && isCredible(named, bytes) ? named : kind === 'html' ? metaEncoding(bytes) : null
  if (declared === null || !isCredible(declared, bytes)) return decode(bytes, undeclared(bytes, kind))
  return decode(bytes, declared)
}

/** The encoding of bytes that nothing credible is said of. */
function undeclared(bytes: Uint8Array, kind: 'html' | 'text'): string {
  if (wideEncoding(bytes) === null && !isIso2022Jp(bytes) && isMostlyUtf8(bytes)) return 'utf-8'
  return detectEncoding(bytes, kind)
}

/** False for a label that the bytes contradict. */
function isCredible(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === 'utf-8') return isMostlyUtf8(bytes) && !isIso2022Jp(bytes) && wideEncoding(bytes) === null
  const isUtf8 = strictUtf8(bytes) !== null
  // Text in UTF-16 is never UTF-8 at the same time, but for its NULs.
  if (encoding.startsWith('utf-16')) return !isUtf8 || wideEncoding(bytes) !== null
  if (!isUtf8 || encoding === 'iso-2022-jp') return true
  // Bytes that are UTF-8 throughout and use it were written as such, whatever an old server calls them. Two letters of
  // Chinese may look like it by chance; a few words do not.
  return beyondAscii(bytes) < (MULTI_BYTE.has(encoding) ? 20 : 1)
}

/** A few broken characters in a long text are a slip in UTF-8; many are another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = strictUtf8(bytes)
  if (text !== null) return true
  const broken = new TextDecoder('utf-8').decode(bytes).match(/\uFFFD/g)?.length ?? 0
  return broken * 4 < beyondAscii(bytes)
}

function beyondAscii(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte > 0x7f) count++
  return count
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return null
}

function metaEncoding(bytes: Uint8Array): string | null {
  const html = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES))
  if (!html.includes('charset') && !html.includes('CHARSET') && !html.includes('encoding')) return null
  let tag = ''
  let name = ''
  let value = ''
  let found: string | null = null
  let attributes = new Map<string, string>()
  const endTag = () => {
    if (tag !== 'meta' || found !== null) return
    const label = attributes.get('charset') ?? charsetIn(attributes.get('content') ?? '')
    const encoding = knownEncoding(label)
    // A page whose meta could be read byte by byte is not UTF-16 (HTML standard, 13.2.3.2).
    if (encoding !== null) found = encoding.startsWith('utf-16') ? 'utf-8' : encoding
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...UNHEARD,
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribend() {
        attributes.set(name, value)
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      // An XML declaration is a comment to HTML.
      oncomment(start, end) {
        const text = html.slice(start, end)
        if (found === null && text.startsWith('?xml')) found = knownEncoding(quotedAfter(text, 'encoding='))
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return found
}

function charsetIn(content: string): string {
  const at = content.toLowerCase().indexOf('charset=')
  return at < 0 ? '' : (content.slice(at + 8).split(/[;\s]/)[0] ?? '')
}

function quotedAfter(text: string, key: string): string {
  const at = text.indexOf(key)
  return at < 0 ? '' : (text.slice(at + key.length).split(/["']/)[1] ?? '')
}

/** The standard's name for a label, null when there is none. */
function knownEncoding(label: string): string | null {
  const tidy = label.trim().replaceAll('"', '').replaceAll("'", '')
  if (tidy === '') return null
  try {
    return new TextDecoder(tidy).encoding
  } catch {
    return null
  }
}

const MULTI_BYTE = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'])
