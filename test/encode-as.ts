/** Encodes text in legacy encodings, which Node can only decode, by inverting TextDecoder code by code. */

const inverses = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** The bytes of `text` in `encoding`, a WHATWG label. @throws for characters that the encoding lacks */
export function encodeAs(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le')
    return Uint8Array.from(encoding === 'utf-16be' ? bytes.swap16() : bytes)
  }
  if (encoding === 'iso-2022-jp') return asIso2022Jp(text)
  const codes = inverseOf(encoding)
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = codes.get(letter)
      if (!code) throw new Error(`${encoding} has no ${letter}`)
      return code
    }),
  )
}

/** EUC-JP without the high bits, between escape sequences. */
function asIso2022Jp(text: string): Uint8Array<ArrayBuffer> {
  const codes = inverseOf('euc-jp')
  let japanese = false
  const bytes = [...text].flatMap((letter) => {
    const code = codes.get(letter) ?? []
    const switchesCharset = (code.length === 2) !== japanese
    japanese = code.length === 2
    return [
      ...(switchesCharset ? (japanese ? [0x1b, 0x24, 0x42] : [0x1b, 0x28, 0x42]) : []),
      ...code.map((byte) => byte & 0x7f),
    ]
  })
  return Uint8Array.from(bytes)
}

function inverseOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = inverses.get(encoding)
  if (known) return known
  const codes = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding, { fatal: true })
  const addCode = (code: readonly number[]) => {
    try {
      const letters = decoder.decode(Uint8Array.from(code))
      if ([...letters].length === 1 && !codes.has(letters)) codes.set(letters, code)
    } catch {
      // No character has this code.
    }
  }
  for (let byte = 0; byte < 256; byte++) addCode([byte])
  if (MULTI_BYTE.has(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) addCode([lead, trail])
  }
  inverses.set(encoding, codes)
  return codes
}

const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis'])
