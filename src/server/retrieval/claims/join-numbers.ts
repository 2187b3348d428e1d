/** Joins the tokens of a number that is written in several words: "three hundred and eight", "1.5 million". */
import type { Token } from './claim-tokens.ts'
import { magnitudeOf } from './numbers.ts'

/** A number read from `tokens[start]` up to `tokens[end - 1]`. */
type NumberSpan = { value: number; end: number }

const HUNDRED = 100
/** Without rounding, 1.1 million would be 1100000.0000000001. */
const SIGNIFICANT_DIGITS = 12

/** The same tokens, with one token in place of those of each number. `language` is a primary language subtag. */
export function joinNumbers(tokens: readonly Token[], language: string): Token[] {
  const joined: Token[] = []
  let start = 0
  while (start < tokens.length) {
    const first = tokens[start]
    const span = readNumber(tokens, start, language)
    const last = span ? tokens[span.end - 1] : undefined
    if (first && span && last) {
      const key = `n:${span.value}`
      joined.push({ ...first, key, exact: key, stem: key, end: last.end, isNumberWord: true })
      start = span.end
    } else {
      if (first) joined.push(first)
      start++
    }
  }
  return joined
}

/** The number that starts at `tokens[start]`; null if no number does, or if one token has its value already. */
function readNumber(tokens: readonly Token[], start: number, language: string): NumberSpan | null {
  const first = readUnderHundred(tokens, start) ?? readBareFactor(tokens, start, language)
  if (!first) return null
  // In "two million three hundred thousand", each magnitude above a hundred ends a group: the 2 · 1,000,000 is in
  // `endedGroups` while `group` becomes 3 and then 300.
  let endedGroups = 0
  let { value: group, end } = first
  let factor = factorOf(tokens[end], language)
  while (factor !== null) {
    end++
    if (factor === HUNDRED) {
      group *= HUNDRED
    } else {
      endedGroups += group * factor
      group = 0
    }
    if (isAndBeforeNumber(tokens, end)) end++
    const next = tokens[end]
    const rest = next?.isNumberWord && !next.afterBreak ? readUnderHundred(tokens, end) : null
    if (rest) {
      group += rest.value
      end = rest.end
    }
    factor = factorOf(tokens[end], language)
  }
  const isOneToken = end - start === 1
  if (isOneToken && valueOf(tokens[start]) !== null) return null
  const value = Number((endedGroups + group).toPrecision(SIGNIFICANT_DIGITS))
  return { value, end }
}

/** "8", "eight" or "twenty-one". Digits can be greater than a hundred. */
function readUnderHundred(tokens: readonly Token[], start: number): NumberSpan | null {
  const token = tokens[start]
  const value = valueOf(token)
  if (value === null) return null
  const unit = token?.isNumberWord ? unitAfterTens(value, tokens[start + 1]) : null
  return unit === null ? { value, end: start + 1 } : { value: value + unit, end: start + 2 }
}

/** The 1 of "twenty-one"; null if the token is no such unit. */
function unitAfterTens(tens: number, token: Token | undefined): number | null {
  const isTens = tens >= 20 && tens <= 90 && tens % 10 === 0
  if (!isTens || !token?.isNumberWord || token.afterBreak) return null
  const value = valueOf(token)
  const isUnit = value !== null && value >= 1 && value <= 9
  return isUnit ? value : null
}

/**
 * "hundred" without a number before it is 100: a 1 that no token states, before the factor at `start`. With a capital it
 * is a name: "Million".
 */
function readBareFactor(tokens: readonly Token[], start: number, language: string): NumberSpan | null {
  const isFactor = factorOf(tokens[start], language) !== null
  return isFactor && !tokens[start]?.isCapitalized ? { value: 1, end: start } : null
}

/** 100, 1000, a million …; null for any other word. */
function factorOf(token: Token | undefined, language: string): number | null {
  if (!token) return null
  const hundred = language === 'de' ? 'hundert' : 'hundred'
  return token.key === hundred ? HUNDRED : magnitudeOf(token.key, language)
}

function isAndBeforeNumber(tokens: readonly Token[], index: number): boolean {
  const isAnd = /^(?:and|und)$/.test(tokens[index]?.key ?? '')
  return isAnd && tokens[index + 1]?.isNumberWord === true
}

/** The value of a cardinal number, from its key "n:3"; null for any other token. */
function valueOf(token: Token | undefined): number | null {
  if (!token?.key.startsWith('n:')) return null
  const value = Number(token.key.slice('n:'.length))
  return Number.isNaN(value) ? null : value
}
