/**
 * One token for an amount of money, "€75" and "75 euros", and for a time of day, "2 pm" and "14:00"; "per cent" is "%".
 */
import type { Token } from './claim-tokens.ts'

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': '€',
  eur: '€',
  euro: '€',
  euros: '€',
  $: '$',
  dollar: '$',
  dollars: '$',
  '£': '£',
  // Of money or of weight, on both sides alike.
  pound: '£',
  pounds: '£',
  '¥': '¥',
}
const SIGN = /^[€$£¥]$/
/** Spanish, French, Italian and British English. */
const PERCENT = /^(?:per cento?|pour cent|por ciento)$/
const TWELVE_HOURS = 12
const CLOCK = /^n:(\d{1,2})(?::(\d{2}))?$/

/** The same tokens, with one in place of those of each amount. `language` is a primary language subtag. */
export function joinAmounts(tokens: readonly Token[], language: string): Token[] {
  const joined: Token[] = []
  let n = 0
  while (n < tokens.length) {
    const first = tokens[n]
    const second = tokens[n + 1]
    if (!first) break
    const pair = second && !second.afterBreak ? joinPair(first, second, tokens[n + 2], language) : null
    joined.push(pair ?? first)
    n += pair ? 2 : 1
  }
  return joined
}

function joinPair(first: Token, second: Token, third: Token | undefined, language: string): Token | null {
  const key = moneyKey(first, second, third, language) ?? timeKey(first, second, language)
  if (key !== null)
    return { ...first, key, exact: exactOf(key, second), stem: key, end: second.end, isNumberWord: false }
  if (!PERCENT.test(`${first.key} ${second.key}`)) return null
  return { ...first, key: '%', exact: '%', stem: '%', end: second.end }
}

/** "2 pm" is the same time as "14:00", but in other words. */
function exactOf(key: string, last: Token): string {
  return /^[ap]m$/.test(last.key) ? `${key} ${last.key}` : key
}

/** The key of "€75", "75 €" and, in German, "ein Euro". */
function moneyKey(first: Token, second: Token, third: Token | undefined, language: string): string | null {
  const before = CURRENCIES[first.key]
  if (before !== undefined && (SIGN.test(first.key) || first.key === 'eur') && isCardinal(second))
    return second.key + before
  const after = CURRENCIES[second.key]
  // "from 5 $10": the sign belongs to the next number.
  const isBeforeNext = SIGN.test(second.key) && third !== undefined && third.start === second.end && isCardinal(third)
  if (after === undefined || isBeforeNext) return null
  if (language === 'de' && /^eine?[nmrs]?$/.test(first.key)) return `n:1${after}`
  return isCardinal(first) ? first.key + after : null
}

function isCardinal({ key }: Token): boolean {
  return /^n:[-\d.]+$/.test(key)
}

/** The key of "2 pm", "9:30 am" and "15 Uhr": 'n:14:00'. */
function timeKey(first: Token, { key }: Token, language: string): string | null {
  const [, hours, minutes = '00'] = CLOCK.exec(first.key) ?? []
  if (hours === undefined) return null
  if (language === 'de' && key === 'uhr') return `n:${hours}:${minutes}`
  const isClock = language === 'en' && /^[ap]m$/.test(key) && Number(hours) <= TWELVE_HOURS
  if (!isClock) return null
  return `n:${(Number(hours) % TWELVE_HOURS) + (key === 'pm' ? TWELVE_HOURS : 0)}:${minutes}`
}
