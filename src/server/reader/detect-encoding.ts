/** Guesses the encoding of a page that names none, from the bytes beyond ASCII and the words they make. */
import { detect } from 'chardet'
import { Tokenizer } from 'htmlparser2'
import { UNHEARD } from './unheard.ts'

/** More than this tells nothing more. */
const SAMPLE_BYTES = 65_536
/** Where UTF-16 shows: every character of the markup has a NUL on one side. */
const WIDE_BYTES = 4_096

/**
 * The WHATWG name of the most likely encoding of `bytes`, which are not all UTF-8; windows-1252, the standard's last
 * resort, when nothing speaks for another. Also tells UTF-16 and ISO-2022-JP, whose bytes may all be ASCII.
 */
export function detectEncoding(bytes: Uint8Array, kind: 'html' | 'text'): string {
  const wide = wideEncoding(bytes)
  if (wide) return wide
  if (isIso2022Jp(bytes)) return 'iso-2022-jp'
  const sample = kind === 'html' ? textBytes(bytes) : bytes.subarray(0, SAMPLE_BYTES)
  if (isThai(sample)) return 'windows-874'
  const guessed = guess(sample)
  if (HEBREW.has(guessed ?? '') && isHebrew(sample)) return 'windows-1255'
  return cyrillicEncoding(sample) ?? guessed ?? 'windows-1252'
}

/** UTF-16 without a byte order mark: markup, spaces and digits have a NUL each, all on the same side. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, WIDE_BYTES) & ~1
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] !== 0) even++
    if (bytes[at + 1] === 0 && bytes[at] !== 0) odd++
  }
  const few = length / 100
  // A stray NUL or two is no encoding.
  const many = Math.max(8, length / 8)
  if (odd > many && even <= few) return 'utf-16le'
  if (even > many && odd <= few) return 'utf-16be'
  return null
}

/** Its escapes stand in no other text: ESC $ @ or ESC $ B, then ESC ( B or ESC ( J. */
export function isIso2022Jp(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true
  }
  return false
}

function guess(sample: Uint8Array): string | null {
  const name = detect(sample)
  try {
    const encoding = name === null ? null : new TextDecoder(name).encoding
    // That it is not UTF-8 has been seen.
    return encoding === 'utf-8' ? null : encoding
  } catch {
    return null
  }
}

const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic']
// The commonest letters of Russian, Ukrainian and Bulgarian are nearly the same.
const COMMON = new Set('оеаинтсрвлкмді')
const CYRILLIC_SHARE = 0.6
const MIN_LETTERS = 6

/** The encoding in which the bytes beyond ASCII are words of common Cyrillic letters, in one case after another. */
function cyrillicEncoding(sample: Uint8Array): string | null {
  let best: { name: string; score: number } | null = null
  for (const name of CYRILLIC) {
    const words = new TextDecoder(name).decode(sample).match(/[^\u0000-\u007f]+/g) ?? []
    let letters = 0
    let good = 0
    for (const word of words) {
      letters += word.length
      if (!/^(?:[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+|[А-ЯЁІЇЄҐЎ]+)[«»—–№ ]*$/.test(word)) continue
      for (const letter of word.toLowerCase()) if (COMMON.has(letter)) good++
    }
    // Lone letters among ASCII are accents of a Latin script.
    if (letters < MIN_LETTERS || words.length * 2 > letters) continue
    const score = good / letters
    if (score > (best?.score ?? CYRILLIC_SHARE)) best = { name, score }
  }
  return best?.name ?? null
}

const HEBREW = new Set(['windows-1255', 'iso-8859-8'])

/** Hebrew has 27 letters and one case, which all stand where the small letters of other scripts do, bar the last five. */
function isHebrew(sample: Uint8Array): boolean {
  let letters = 0
  let others = 0
  for (const byte of sample) {
    if (byte >= 0xe0 && byte <= 0xfa) letters++
    else if (byte >= 0x80) others++
  }
  return others * 50 < letters
}

/** Thai: its letters throughout, and its vowel and tone marks only upon a letter. */
function isThai(sample: Uint8Array): boolean {
  const text = new TextDecoder('windows-874').decode(sample)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const thai = count(/[ก-ฮะ-ฺเ-์๐-๙]/g)
  const marks = count(/[ัิ-ฺ็-์]/g)
  const lone = count(/(?:^|[^ก-ฮัิ-ฺ็-์])[ัิ-ฺ็-์]/g)
  return thai >= MIN_LETTERS && thai > count(/[^\u0000-\u007f]/g) * 0.97 && marks > thai * 0.1 && lone * 50 < marks
}

/** The text outside of tags, scripts and styles: markup is ASCII in all languages alike. */
function textBytes(bytes: Uint8Array): Uint8Array {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const sample = new Uint8Array(SAMPLE_BYTES)
  let filled = 0
  let silent = ''
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...UNHEARD,
      onopentagname(start, end) {
        const tag = html.slice(start, end).toLowerCase()
        if (tag === 'script' || tag === 'style') silent = tag
      },
      onclosetag(start, end) {
        if (html.slice(start, end).toLowerCase() === silent) silent = ''
      },
      ontext(start, end) {
        if (silent !== '') return
        for (let at = start; at < end && filled < SAMPLE_BYTES; at++) sample[filled++] = bytes[at] ?? 0
        if (filled === SAMPLE_BYTES) tokenizer.pause()
      },
    },
  )
  tokenizer.write(html)
  const text = sample.subarray(0, filled)
  return text.some((byte) => byte > 0x7f) ? text : bytes.subarray(0, SAMPLE_BYTES)
}
