/** Finds out how a page's bytes spell text, and reads them: BOM, then header, then meta, then what the bytes say. */
import { Tokenizer } from 'htmlparser2'

/** Where the HTML standard expects the encoding to be named; some pages name it a little later. */
const PRESCAN_BYTES = 4096

/**
 * The text of `bytes`. `charset` is the label of the Content-Type header, '' when it has none. Labels are those of the
 * WHATWG encoding standard; one that is unknown, or that the bytes plainly contradict, is passed over.
 */
export function decodeText(bytes: Uint8Array, charset: string, kind: 'html' | 'text'): string {
  const marked = byteOrderMark(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)

  const declared = knownEncoding(charset) ?? (kind === 'html' ? metaEncoding(bytes) : null)
  if (declared === null || declared === 'utf-8') {
    return strictUtf8(bytes) ?? fallback(bytes, declared === null ? null : kind === 'html' ? metaEncoding(bytes) : null)
  }
  // Bytes that are UTF-8 throughout and use it were written as such, whatever an old server calls them.
  if (SINGLE_BYTE.has(declared) && !isAscii(bytes)) {
    const text = strictUtf8(bytes)
    if (text !== null) return text
  }
  return new TextDecoder(declared).decode(bytes)
}

function fallback(bytes: Uint8Array, meta: string | null): string {
  if (meta !== null && meta !== 'utf-8') return new TextDecoder(meta).decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  // A few broken characters in a long text are a slip in UTF-8; many are another encoding.
  const broken = text.split('\uFFFD').length - 1
  const beyondAscii = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0)
  return broken * 4 < beyondAscii ? text : new TextDecoder('windows-1252').decode(bytes)
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
      onattribentity() {},
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
      onclosetag() {},
      ontext() {},
      ontextentity() {},
      oncdata() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
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

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}

const SINGLE_BYTE = new Set(['windows-1252', 'iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1251'])
