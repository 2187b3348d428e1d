/**
 * Keys of numbers, equal for equal numbers in English and German: 'n:3' for "3" and "three", 'n:1500000' for "1.5 million"
 * and "1,500,000", 'o:3' for "3rd" and "third".
 */
import { ENGLISH_NUMBERS, GERMAN_NUMBERS } from './number-words.ts'

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }
/** "1,234.5" and "1.234,5". */
const GROUPED_BY_COMMA = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BY_POINT = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/

/** The key of a number written in digits, with its separators; null if it is not one number. */
export function digitKey(digits: string, language: string): string | null {
  const compact = digits.replace(/[½¼¾]/gu, (fraction) => FRACTIONS[fraction] ?? fraction).replace(/[\s'’]/g, '')
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/i.exec(compact)
  if (ordinal) return `o:${ordinal[1]}`
  if (!/^-?(?:\d+(?:[.,]\d+)*|\.\d+)$/.test(compact)) return null
  const ungrouped = withoutThousandsSeparators(compact, language)
  const separators = ungrouped.match(/[.,]/g)?.length ?? 0
  // A single separator is the decimal one; "3.4.5" is a version or a date, and stays as it is.
  return `n:${separators === 1 ? ungrouped.replace(',', '.') : ungrouped}`
}

function withoutThousandsSeparators(digits: string, language: string): string {
  const usesComma = language === '' || language === 'en'
  if (usesComma) return GROUPED_BY_COMMA.test(digits) ? digits.replaceAll(',', '') : digits
  return GROUPED_BY_POINT.test(digits) ? digits.replaceAll('.', '') : digits
}

/** The key of a number word in lower case: 'n:3' for a cardinal, 'o:3' for an ordinal; null for any other word. */
export function wordKey(word: string, language: string): string | null {
  const isGerman = language === 'de'
  const cardinal = isGerman ? parseGermanCardinal(word) : ENGLISH_NUMBERS.cardinals.get(word)
  if (cardinal !== undefined) return `n:${cardinal}`
  const ordinal = isGerman ? parseGermanOrdinal(word) : ENGLISH_NUMBERS.ordinals.get(word)
  return ordinal === undefined ? null : `o:${ordinal}`
}

/** The factor of a word such as "million"; null for any other word. */
export function magnitudeOf(word: string, language: string): number | null {
  const { magnitudes } = language === 'de' ? GERMAN_NUMBERS : ENGLISH_NUMBERS
  return magnitudes.get(word) ?? null
}

/** "zwanzigste" is 20; undefined for other words. */
function parseGermanOrdinal(word: string): number | undefined {
  const stem = /^(.+?t)(?:e|er|en|em|es)$/.exec(word)?.[1]
  if (stem === undefined) return undefined
  return GERMAN_NUMBERS.ordinals.get(stem) ?? parseGermanCardinal(stem.replace(/s?t$/, ''))
}

/** "dreiundzwanzig" is 23, "zweihundert" 200; undefined for other words. */
function parseGermanCardinal(word: string): number | undefined {
  return (
    GERMAN_NUMBERS.cardinals.get(word) ??
    parseCompound(word, 'tausend', 1000) ??
    parseCompound(word, 'hundert', 100) ??
    parseUnitAndTens(word)
  )
}

/** "zweihundertdrei" is 2 × 100 + 3; both parts around the magnitude are optional. */
function parseCompound(word: string, magnitudeWord: string, magnitude: number): number | undefined {
  const at = word.lastIndexOf(magnitudeWord)
  if (at < 0) return undefined
  const factor = at === 0 ? 1 : parseFactor(word.slice(0, at))
  const rest = word.slice(at + magnitudeWord.length).replace(/^und/, '')
  const added = rest === '' ? 0 : parseGermanCardinal(rest)
  return factor === undefined || added === undefined ? undefined : factor * magnitude + added
}

/** "dreiundzwanzig" is 3 + 20. */
function parseUnitAndTens(word: string): number | undefined {
  const [, unitWord, tensWord] = /^(.+?)und(.+zig|dreißig)$/.exec(word) ?? []
  if (unitWord === undefined || tensWord === undefined) return undefined
  const unit = parseFactor(unitWord)
  const tens = GERMAN_NUMBERS.cardinals.get(tensWord)
  return unit === undefined || tens === undefined || unit > 9 ? undefined : unit + tens
}

/** In a compound, "ein" is the number. */
function parseFactor(word: string): number | undefined {
  return word === 'ein' ? 1 : parseGermanCardinal(word)
}
