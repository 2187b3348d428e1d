/** The values in a sentence: numbers with their unit, prices, percentages, versions, dates, yes or no. */
import type { ValueKind } from '#shared/chat/conflicts.ts'

/** `key` is equal for equal values of a kind: "1 min" and "60 seconds" are both 60000 of `time`. */
export type Value = { kind: ValueKind; dimension: string; key: string; start: number; end: number }

/** Milliseconds, bytes and meters: the unit that values of a dimension are compared in. */
const UNITS: readonly [dimension: string, factor: number, names: string][] = [
  ['time', 1e-3, 'us|µs|microseconds?|mikrosekunden?'],
  ['time', 1, 'ms|msecs?|milliseconds?|millisekunden?'],
  ['time', 1e3, 's|secs?|seconds?|sek|sekunden?'],
  ['time', 6e4, 'min|mins|minutes?|minuten?'],
  ['time', 36e5, 'h|hrs?|hours?|std|stunden?'],
  ['time', 864e5, 'd|days?|tage?n?'],
  ['time', 6048e5, 'weeks?|wochen?'],
  ['month', 1, 'months?|monate?n?'],
  ['month', 12, 'years?|jahre?n?'],
  ['bytes', 1, 'bytes?'],
  ['bytes', 2 ** 10, 'kb|kib|kilobytes?|kibibytes?'],
  ['bytes', 2 ** 20, 'mb|mib|megabytes?|mebibytes?'],
  ['bytes', 2 ** 30, 'gb|gib|gigabytes?|gibibytes?'],
  ['bytes', 2 ** 40, 'tb|tib|terabytes?|tebibytes?'],
  ['bits', 1, 'bits?'],
  ['meters', 1e-3, 'mm|millimet(?:er|re)s?|millimetern?'],
  ['meters', 1e-2, 'cm|centimet(?:er|re)s?|zentimetern?'],
  ['meters', 1, 'm|met(?:er|re)s?|metern?'],
  ['meters', 1e3, 'km|kilomet(?:er|re)s?|kilometern?'],
  ['grams', 1, 'g|grams?|gramm'],
  ['grams', 1e3, 'kg|kilograms?|kilogramm'],
  ['percent', 1, '%|percent|per cent|prozent'],
]
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  tausend: 1e3,
  million: 1e6,
  millionen: 1e6,
  billion: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
}
const WORDS_AS_NUMBERS = new Map(
  [
    'zero|null',
    'one|eins',
    'two|zwei',
    'three|drei',
    'four|vier',
    'five|fünf',
    'six|sechs',
    'seven|sieben',
    'eight|acht',
    'nine|neun',
    'ten|zehn',
    'eleven|elf',
    'twelve|zwölf',
  ].flatMap((names, number) => names.split('|').map((name) => [name, number] as const)),
)
const MONTHS =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
const MONTH_STARTS = ['jan', 'feb', 'm[aä]r', 'apr', 'ma[yi]', 'jun', 'jul', 'aug', 'sep', 'o[ck]t', 'nov', 'de[cz]']

const NUMBER = String.raw`\d{1,3}(?:[,.'’\u202f\u00a0]\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)?`
const COUNT_WORD = [...WORDS_AS_NUMBERS.keys()].join('|')
const UNIT = UNITS.map(([, , names]) => names).join('|')
const BEFORE = String.raw`(?<![\p{L}\p{N}_.,:/#$€£-])`
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.:/]\d|-[\p{L}\d])`

const DATE = new RegExp(
  `${BEFORE}(?:(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})|(?<day2>\\d{1,2})\\.? (?<month2>${MONTHS})\\.? (?<year2>\\d{4})|(?<month3>${MONTHS})\\.? (?<day3>\\d{1,2}),? (?<year3>\\d{4})|(?<day4>\\d{1,2})\\.(?<month4>\\d{1,2})\\.(?<year4>\\d{4}))${AFTER}`,
  'giu',
)
const PRICE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<sign>[$€£]|USD |EUR |GBP |CHF )\\s?(?<amount>${NUMBER})|(?<amount2>${NUMBER})\\s?(?<sign2>€|EUR|Euro|USD|dollars?|CHF|Franken|£|pounds))(?![\\p{L}\\p{N}])`,
  'giu',
)
const VERSION =
  /(?<=\b(?:version|versions|release|since|seit|ab|as of|python|postgresql|git|v)\s?)v?(\d+(?:\.\d+){0,3})(?![\p{L}\p{N}_]|\.\d)/giu
const NUMBER_WITH_UNIT = new RegExp(
  `${BEFORE}(?<number>${NUMBER}|(?:${COUNT_WORD}))(?:\\s(?<scale>${Object.keys(SCALES).join('|')}))?(?:[\\s-]?(?<unit>${UNIT}))?${AFTER}`,
  'giu',
)
const YES = /^(?:on|true|yes|enabled|activated|ja|an|wahr|aktiviert|eingeschaltet)$/i
const NO = /^(?:off|false|no|disabled|deactivated|nein|aus|falsch|deaktiviert|ausgeschaltet)$/i
const unitPatterns = UNITS.map(
  ([dimension, factor, names]) => ({ dimension, factor, pattern: new RegExp(`^(?:${names})$`, 'i') }) as const,
)

/** Values in the order of the text; spans do not overlap. `language` decides what "1.000" is. */
export function readValues(text: string, language: string): Value[] {
  const found: Value[] = []
  const add = (value: Value) => {
    if (!found.some((each) => value.start < each.end && each.start < value.end)) found.push(value)
  }
  for (const match of text.matchAll(DATE)) add(readDate(match))
  for (const match of text.matchAll(PRICE)) {
    const { sign = '', sign2 = '', amount, amount2 } = match.groups ?? {}
    const dimension = `price ${currencyOf(sign || sign2)}`
    add({ kind: 'price', dimension, key: String(readNumber(amount ?? amount2 ?? '', language)), ...spanOf(match) })
  }
  for (const match of text.matchAll(VERSION)) {
    add({ kind: 'version', dimension: 'version', key: (match[1] ?? '').replace(/(?:\.0)+$/, ''), ...spanOf(match) })
  }
  for (const match of text.matchAll(NUMBER_WITH_UNIT)) {
    const { number = '', unit } = match.groups ?? {}
    // "One" is a pronoun more often than a number.
    if (unit || !/^(?:one|eins|null)$/i.test(number)) add(readQuantity(match, language))
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** 'yes', 'no', or null for other words. */
export function readSwitch(word: string): 'yes' | 'no' | null {
  if (YES.test(word)) return 'yes'
  return NO.test(word) ? 'no' : null
}

function readQuantity(match: RegExpExecArray, language: string): Value {
  const { number = '', scale = '', unit = '' } = match.groups ?? {}
  const amount = readNumber(number, language) * (SCALES[scale.toLowerCase()] ?? 1)
  const known = unitPatterns.find(({ pattern }) => pattern.test(unit))
  const key = String(Number((amount * (known?.factor ?? 1)).toPrecision(12)))
  return { kind: 'number', dimension: known?.dimension ?? 'count', key, ...spanOf(match) }
}

function readNumber(text: string, language: string): number {
  const word = WORDS_AS_NUMBERS.get(text.toLowerCase())
  if (word !== undefined) return word
  const [group, point] = language === 'de' ? ['.', ','] : [',', '.']
  const plain = text.replaceAll(/['’\u202f\u00a0]/g, '')
  // "1.000" is a thousand in German; "1.5" is written by many German pages all the same.
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${point}\\d+)?$`).test(plain)
  return Number(isGrouped ? plain.replaceAll(group, '').replace(point, '.') : plain.replace(',', '.'))
}

function readDate(match: RegExpExecArray): Value {
  const groups = match.groups ?? {}
  // `DATE` has four forms. The groups of the first have no number, the others end in 2, 3 and 4.
  const part = (name: string) => groups[name] ?? groups[`${name}2`] ?? groups[`${name}3`] ?? groups[`${name}4`] ?? ''
  const key = [Number(part('year')), monthNumber(part('month')), Number(part('day'))].join('-')
  return { kind: 'date', dimension: 'date', key, ...spanOf(match) }
}

/** 1 to 12, from a number or a name. */
function monthNumber(month: string): number {
  if (/^\d/.test(month)) return Number(month)
  return MONTH_STARTS.findIndex((start) => new RegExp(`^${start}`, 'i').test(month)) + 1
}

function currencyOf(sign: string): string {
  if (/€|eur/i.test(sign)) return 'eur'
  if (/\$|usd|dollar/i.test(sign)) return 'usd'
  return /£|gbp|pound/i.test(sign) ? 'gbp' : 'chf'
}

const spanOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length })
