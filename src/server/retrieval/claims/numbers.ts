/** Numbers as digits or words, in English and German: "3" and "three", "1.5 million" and "1,500,000" are equal. */

const ENGLISH_UNITS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen`.split(/\s+/)
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ENGLISH_ORDINALS = `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
  thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`.split(/\s+/)
const GERMAN_UNITS = `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
  sechzehn siebzehn achtzehn neunzehn`.split(/\s+/)
const GERMAN_TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')

const englishNumbers = new Map([
  ...ENGLISH_UNITS.map((word, value) => [word, value] as const),
  ...ENGLISH_TENS.map((word, n) => [word, 20 + 10 * n] as const),
])
const englishOrdinals = new Map([
  ...ENGLISH_ORDINALS.map((word, value) => [word, value] as const),
  ...ENGLISH_TENS.map((word, n) => [word.replace(/y$/, 'ieth'), 20 + 10 * n] as const),
  ['hundredth', 100] as const,
])
const germanNumbers = new Map([
  ...GERMAN_UNITS.map((word, value) => [word, value] as const),
  ...GERMAN_TENS.map((word, n) => [word, 20 + 10 * n] as const),
  ['zwo', 2] as const,
])
/** Stems of ordinals that are not the number with -t or -st. */
const germanOrdinals = new Map([
  ['erst', 1],
  ['dritt', 3],
  ['siebt', 7],
  ['acht', 8],
])
const magnitudes = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])
const germanMagnitudes = new Map([
  ['tausend', 1e3],
  ['million', 1e6],
  ['millionen', 1e6],
  ['milliarde', 1e9],
  ['milliarden', 1e9],
  ['billion', 1e12],
  ['billionen', 1e12],
])
const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** The key of a number written in digits, with its separators: 'n:1234.5'; null if it is not one number. */
export function digitKey(digits: string, language: string): string | null {
  const bare = digits.replace(/[½¼¾]/gu, (fraction) => FRACTIONS[fraction] ?? fraction).replace(/[\s'’]/g, '')
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/i.exec(bare)
  if (ordinal) return `o:${ordinal[1]}`
  if (!/^-?(?:\d+(?:[.,]\d+)*|\.\d+)$/.test(bare)) return null
  const thousands = language === '' || language === 'en' ? ',' : '.'
  const grouped = thousands === ',' ? /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
  const plain = grouped.test(bare) ? bare.replaceAll(thousands, '') : bare
  const separators = plain.match(/[.,]/g)?.length ?? 0
  return `n:${separators === 1 ? plain.replace(',', '.') : plain}`
}

/** The key of a number word in lower case: 'n:3' for a cardinal, 'o:3' for an ordinal; null for any other word. */
export function wordKey(word: string, language: string): string | null {
  if (language === 'de') return germanKey(word)
  const cardinal = englishNumbers.get(word)
  if (cardinal !== undefined) return `n:${cardinal}`
  const ordinal = englishOrdinals.get(word)
  return ordinal === undefined ? null : `o:${ordinal}`
}

/** The factor of a word such as "million"; null for any other word. */
export function magnitudeOf(word: string, language: string): number | null {
  return (language === 'de' ? germanMagnitudes : magnitudes).get(word) ?? null
}

function germanKey(word: string): string | null {
  const cardinal = parseGerman(word)
  if (cardinal !== null) return `n:${cardinal}`
  const stem = /^(.+?)(?:e|er|en|em|es)$/.exec(word)?.[1]
  if (stem === undefined || !stem.endsWith('t')) return null
  const ordinal = germanOrdinals.get(stem) ?? parseGerman(stem.replace(/s?t$/, ''))
  return ordinal === null ? null : `o:${ordinal}`
}

/** "dreiundzwanzig" is 23, "zweihundert" 200; null for other words, and for "ein", which is also the article. */
function parseGerman(word: string): number | null {
  const simple = germanNumbers.get(word)
  if (simple !== undefined) return simple
  const [, thousands, afterThousand] = /^(.*)tausend(.*)$/.exec(word) ?? []
  if (thousands !== undefined) return sumOf(factorOf(thousands), 1000, afterThousand ?? '')
  const [, hundreds, afterHundred] = /^(.*)hundert(.*)$/.exec(word) ?? []
  if (hundreds !== undefined) return sumOf(factorOf(hundreds), 100, afterHundred ?? '')
  const [, unit, tens] = /^(.+?)und(.+zig|dreißig)$/.exec(word) ?? []
  if (unit === undefined || tens === undefined) return null
  const tensValue = germanNumbers.get(tens)
  const unitValue = factorOf(unit)
  return tensValue === undefined || unitValue === null || unitValue > 9 ? null : tensValue + unitValue
}

function factorOf(word: string): number | null {
  return word === '' || word === 'ein' ? 1 : parseGerman(word)
}

function sumOf(factor: number | null, magnitude: number, rest: string): number | null {
  const added = rest === '' ? 0 : parseGerman(rest.replace(/^und/, ''))
  return factor === null || added === null ? null : factor * magnitude + added
}
