/** Detects the encoding of a page that declares none, from its bytes alone. */
import { detect } from 'chardet'
import { Tokenizer } from 'htmlparser2'
import { NOOP_CALLBACKS } from './noop-callbacks.ts'

/** A larger sample does not improve the result. */
const SAMPLE_BYTES = 65_536
/** Enough to recognize UTF-16: in markup, every other byte is NUL. */
const UTF16_SAMPLE_BYTES = 4_096

/** The WHATWG name of the most likely encoding; windows-1252, the standard's fallback, when there is no evidence. */
export function detectEncoding(bytes: Uint8Array, kind: 'html' | 'text'): string {
  const utf16 = unmarkedUtf16(bytes)
  if (utf16) return utf16
  if (isIso2022Jp(bytes)) return 'iso-2022-jp'
  if (isMostlyUtf8(bytes)) return 'utf-8'
  const sample = kind === 'html' ? textBytes(bytes) : bytes.subarray(0, SAMPLE_BYTES)
  if (isThai(sample)) return 'windows-874'
  const guess = guessByChardet(sample)
  if (HEBREW.has(guess ?? '') && isHebrew(sample)) return 'windows-1255'
  return cyrillicEncoding(sample) ?? guess ?? 'windows-1252'
}

export function isLikelyUtf8(bytes: Uint8Array): boolean {
  return unmarkedUtf16(bytes) === null && !isIso2022Jp(bytes) && isMostlyUtf8(bytes)
}

export function isStrictUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * A few broken characters in a long text are a slip in UTF-8; a larger share of the non-ASCII bytes means another
 * encoding.
 */
const MAX_BROKEN_SHARE = 1 / 4

function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isStrictUtf8(bytes)) return true
  const broken = new TextDecoder('utf-8').decode(bytes).match(/\uFFFD/g)?.length ?? 0
  return broken < countNonAscii(bytes) * MAX_BROKEN_SHARE
}

export function countNonAscii(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte > 0x7f) count++
  return count
}

/** UTF-16 without a byte order mark: markup, spaces and digits have one NUL each, always on the same side. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, UTF16_SAMPLE_BYTES) & ~1
  let even = 0
  let odd = 0
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0 && bytes[index + 1] !== 0) even++
    if (bytes[index + 1] === 0 && bytes[index] !== 0) odd++
  }
  // A stray NUL or two proves nothing.
  const many = Math.max(8, length / 8)
  const few = length / 100
  if (odd > many && even <= few) return 'utf-16le'
  if (even > many && odd <= few) return 'utf-16be'
  return null
}

/** True when the bytes hold one of its escapes into Japanese, ESC $ @ or ESC $ B, which no other text contains. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  for (let index = bytes.indexOf(0x1b); index >= 0; index = bytes.indexOf(0x1b, index + 1)) {
    if (bytes[index + 1] === 0x24 && (bytes[index + 2] === 0x40 || bytes[index + 2] === 0x42)) return true
  }
  return false
}

function guessByChardet(sample: Uint8Array): string | null {
  const name = detect(sample)
  try {
    const encoding = name === null ? null : new TextDecoder(name).encoding
    // UTF-8 was ruled out before.
    return encoding === 'utf-8' ? null : encoding
  } catch {
    return null
  }
}

const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic']
/** The most frequent letters of Russian, Ukrainian and Bulgarian are nearly the same. */
const FREQUENT_LETTERS = new Set('оеаинтсрвлкмді')
const MIN_CYRILLIC_SHARE = 0.6
const MIN_LETTERS = 6

/** The encoding in which the non-ASCII bytes form words of frequent Cyrillic letters in consistent case. */
function cyrillicEncoding(sample: Uint8Array): string | null {
  let best: { name: string; score: number } | null = null
  for (const name of CYRILLIC) {
    const words = new TextDecoder(name).decode(sample).match(/[^\u0000-\u007f]+/g) ?? []
    let letters = 0
    let frequent = 0
    for (const word of words) {
      letters += word.length
      if (!/^(?:[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+|[А-ЯЁІЇЄҐЎ]+)[«»—–№ ]*$/.test(word)) continue
      for (const letter of word.toLowerCase()) if (FREQUENT_LETTERS.has(letter)) frequent++
    }
    // Single letters among ASCII are accented letters of a Latin script.
    if (letters < MIN_LETTERS || words.length * 2 > letters) continue
    const score = frequent / letters
    if (score > (best?.score ?? MIN_CYRILLIC_SHARE)) best = { name, score }
  }
  return best?.name ?? null
}

const HEBREW = new Set(['windows-1255', 'iso-8859-8'])
const MIN_HEBREW_PER_OTHER = 50

/**
 * Hebrew has 27 letters and one case; all of them lie between 0xE0 and 0xFA, where other scripts have small letters.
 */
function isHebrew(sample: Uint8Array): boolean {
  let letters = 0
  let others = 0
  for (const byte of sample) {
    if (byte >= 0xe0 && byte <= 0xfa) letters++
    else if (byte >= 0x80) others++
  }
  return letters > others * MIN_HEBREW_PER_OTHER
}

/** Of the characters outside ASCII: quotation marks and dashes make up the rest. */
const MIN_THAI_SHARE = 0.97
/** Marks in Thai text: about one letter in five has one. */
const MIN_MARK_SHARE = 0.1
const MIN_MARKS_PER_MISPLACED = 50

/** Nearly all characters are Thai, and vowel and tone marks follow a letter. */
function isThai(sample: Uint8Array): boolean {
  const text = new TextDecoder('windows-874').decode(sample)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const thai = count(/[ก-ฮะ-ฺเ-์๐-๙]/g)
  const marks = count(/[ัิ-ฺ็-์]/g)
  const misplaced = count(/(?:^|[^ก-ฮัิ-ฺ็-์])[ัิ-ฺ็-์]/g)
  const isMostlyThai = thai >= MIN_LETTERS && thai > count(/[^\u0000-\u007f]/g) * MIN_THAI_SHARE
  return isMostlyThai && marks > thai * MIN_MARK_SHARE && marks > misplaced * MIN_MARKS_PER_MISPLACED
}

/** The text outside tags, scripts and styles: markup is ASCII in every language and would dilute the sample. */
function textBytes(bytes: Uint8Array): Uint8Array {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const sample = new Uint8Array(SAMPLE_BYTES)
  let filled = 0
  let skippedTag = ''
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...NOOP_CALLBACKS,
      onopentagname(start, end) {
        const tag = html.slice(start, end).toLowerCase()
        if (tag === 'script' || tag === 'style') skippedTag = tag
      },
      onclosetag(start, end) {
        if (html.slice(start, end).toLowerCase() === skippedTag) skippedTag = ''
      },
      ontext(start, end) {
        if (skippedTag !== '') return
        for (let index = start; index < end && filled < SAMPLE_BYTES; index++) sample[filled++] = bytes[index] ?? 0
        if (filled === SAMPLE_BYTES) tokenizer.pause()
      },
    },
  )
  tokenizer.write(html)
  const text = sample.subarray(0, filled)
  return text.some((byte) => byte > 0x7f) ? text : bytes.subarray(0, SAMPLE_BYTES)
}
