/** Decodes a page's bytes: by the encoding that is declared, unless the bytes contradict it, else by a detected one. */
import sniffEncoding from 'html-encoding-sniffer'
import { countNonAscii, detectEncoding, isLikelyUtf8, isStrictUtf8, unmarkedUtf16 } from './detect-encoding.ts'

/** The HTML standard suggests 1,024 bytes; some pages declare their encoding a little later. */
const PRESCAN_BYTES = 4_096
/** In GBK and its like, two characters may form valid UTF-8 by chance; a few words do not. */
const MIN_UTF8_BYTES_AGAINST_MULTI_BYTE = 20

/**
 * The text of `bytes`. `charset` is the label from the Content-Type header without quotes, '' when absent. The
 * order is the HTML standard's (13.2.3.2): byte order mark, header, meta, detection. A declared encoding that the bytes
 * contradict is skipped (docs/decisions/020-encodings-and-robots.md).
 */
export function decodeText(bytes: Uint8Array, charset: string, kind: 'html' | 'text'): string {
  const credible = (transportLayerEncodingLabel?: string) => {
    const encoding = sniffEncoding(bytes, {
      transportLayerEncodingLabel,
      maxPrescanBytes: kind === 'html' ? PRESCAN_BYTES : 0,
      defaultEncoding: null,
    })?.toLowerCase()
    return encoding && isCredible(encoding, bytes) ? encoding : undefined
  }
  const encoding = credible(charset) ?? credible() ?? detectEncoding(bytes, kind)
  return new TextDecoder(encoding).decode(bytes)
}

function isCredible(encoding: string, bytes: Uint8Array): boolean {
  // The standard maps labels that are unsafe to decode to this name; browsers show nothing of such a page.
  if (encoding === 'replacement') return false
  if (encoding === 'utf-8') return isLikelyUtf8(bytes)
  const isUtf8 = isStrictUtf8(bytes)
  // UTF-16 text is valid UTF-8 only when it is ASCII with NULs.
  if (encoding.startsWith('utf-16')) return !isUtf8 || unmarkedUtf16(bytes) !== null
  if (!isUtf8 || encoding === 'iso-2022-jp') return true
  // Valid UTF-8 beyond ASCII was written as UTF-8, however an old server labels it.
  return countNonAscii(bytes) < (MULTI_BYTE.has(encoding) ? MIN_UTF8_BYTES_AGAINST_MULTI_BYTE : 1)
}

const MULTI_BYTE = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'])
