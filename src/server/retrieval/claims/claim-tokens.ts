/** Words, numbers and meaningful signs of a claim or a sentence, in forms that can be compared. */
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { digitKey, magnitudeOf, wordKey } from './numbers.ts'

export type Token = {
  /** Without differences of typography: case-folded; a number is 'n:3', an ordinal 'o:3', whether digits or words. */
  key: string
  /** Like `key`, with case. */
  exact: string
  /** The stem of `key`, without possessive s. */
  stem: string
  /** Offsets into the tokenized text. */
  start: number
  end: number
  /** True after punctuation that separates clauses, and at the start. */
  afterBreak: boolean
  afterSemicolon: boolean
  isCapitalised: boolean
  /** A number written as a word. */
  isNumberWord: boolean
  isInParentheses: boolean
  /** Part of a phrase that limits the statement, moved from the start of the sentence. */
  isLimit?: boolean
}

/** Invisible characters that a word may contain. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
const LETTER = String.raw`[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d\u2060]`
const TOKEN = new RegExp(
  [
    // Markdown: the address of a link; reference marks such as [1] and [^1], but not the index in `find(name)[1]`.
    String.raw`(?<skipped>\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|(?<![\p{L}\p{N}_]\([^()]*\))\[\^?\d{1,3}\](?!\())`,
    String.raw`(?<number>(?<![\p{L}\p{N}.,])[-−]?\d{1,3}(?:[\s'’]{1,2}\d{3})+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}_.,\-‐-―)\]])[-−](?=\d)\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*[½¼¾]?(?:st|nd|rd|th)?(?!${LETTER}|_|[.,]\d))`,
    String.raw`(?<word>(?:(?<![\p{L}\p{M}\p{N}\-)\]])--?(?=\p{L}))?${LETTER}+(?:['’ʼ‘´\u0060′＇._]${LETTER}+)*)`,
    String.raw`(?<sign>[%‰$€£¥°+<>=≤≥≠±×÷&@^％]|#(?=\d)|(?<=[\p{L}\p{N}])#|~(?=\s?\d))`,
  ].join('|'),
  'gu',
)
const BREAK = /[,;:()[\]{}|!?…。，、；：！？（）「」『』\n؛،]|\.\.|\s[-‐-―]+\s|(?<!\d)[–—―]|[–—―](?!\d)/u
/** Emphasis, code ticks, link brackets and line breaks are typography, unlike the brackets of a parenthesis. */
const TYPOGRAPHY = /^[[\]*`_~\s]*$/
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** English contractions with their full words. */
const CONTRACTIONS: readonly [RegExp, string, string][] = [
  [/^can't$/, 'can', 'not'],
  [/^won't$/, 'will', 'not'],
  [/^shan't$/, 'shall', 'not'],
  [/^cannot$/, 'can', 'not'],
  [/^(\w+)n't$/, '$1', 'not'],
  [/^(it|he|she|that|there|what|who|here)'s$/, '$1', 'is'],
  [/^(\w+)'re$/, '$1', 'are'],
  [/^(\w+)'ve$/, '$1', 'have'],
  [/^(\w+)'ll$/, '$1', 'will'],
  [/^i'm$/, 'i', 'am'],
]

/** The tokens of `text.slice(from, to)` in order, for a primary language subtag. */
export function tokenize(text: string, language: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = []
  const part = text.slice(from, to)
  const toStem = stemmerFor(language)
  let end = 0
  let afterBreak = true
  let afterSemicolon = false
  let depth = 0
  const add = (written: string, start: number, length: number, key = keyOf(written, language)) => {
    const exact = /^[no]:/.test(key) ? key : exactOf(written)
    const stem = /^\p{L}/u.test(key) ? toStem(key.replace(/'s?$/, '')) : key
    const isCapitalised = /^\P{L}*\p{Lu}/u.test(written)
    const span = { start: from + start, end: from + start + length }
    const isNumberWord = key.startsWith('n:') && /^\p{L}/u.test(written)
    tokens.push({
      key,
      exact,
      stem,
      ...span,
      afterBreak,
      afterSemicolon,
      isCapitalised,
      isNumberWord,
      isInParentheses: depth > 0,
    })
    afterBreak = false
    afterSemicolon = false
  }
  for (const match of part.matchAll(TOKEN)) {
    const { skipped, number, word } = match.groups ?? {}
    const between = part.slice(end, match.index)
    afterBreak ||=
      between.includes('\n\n') ||
      (!TYPOGRAPHY.test(between) && BREAK.test(part.slice(Math.max(0, end - 1), match.index + 1)))
    afterSemicolon ||= /[;；]/.test(between)
    depth = Math.max(0, depth + countOf('(', between) - countOf(')', between))
    end = match.index + match[0].length
    if (skipped !== undefined) continue
    const written = match[0]
    if (number !== undefined)
      add(written, match.index, written.length, digitKey(number.replace('−', '-'), language) ?? written)
    else if (word === undefined) add(written, match.index, written.length)
    else for (const piece of splitRun(written)) add(piece.text, match.index + piece.start, piece.text.length)
    const last = tokens.at(-1)
    if (language === 'en' && last && word?.match(/['’ʼ‘´`′＇]|cannot/i))
      tokens.splice(-1, 1, ...expandContraction(last, toStem))
  }
  return joinNumbers(tokens, language)
}

function countOf(bracket: string, text: string): number {
  return text.split(bracket).length - 1
}

/** Splits scripts without spaces into letters, "10km" into number and unit, "U.S." stays one word. */
function splitRun(run: string): { text: string; start: number }[] {
  if (UNSPACED.test(run))
    return [...run.matchAll(/\P{M}\p{M}*/gu)].map((match) => ({ text: match[0], start: match.index }))
  const [, digits, unit] = /^(\d+(?:[.,]\d+)*)(\p{L}{1,3})$/u.exec(run) ?? []
  if (digits === undefined || unit === undefined || unit === 's') return [{ text: run, start: 0 }]
  return [
    { text: digits, start: 0 },
    { text: unit, start: digits.length },
  ]
}

function exactOf(written: string): string {
  const plain = /^[\x00-\x7f]*$/.test(written) ? written : written.replace(INVISIBLE, '').normalize('NFKC')
  const bare = plain.replace(/[’ʼ‘´`′＇]/g, "'").replace(/^--/, '-')
  if (bare === '&') return 'and'
  return /^(?:\p{L}\.)+\p{L}\.?$/u.test(bare) ? bare.replaceAll('.', '') : bare
}

function keyOf(written: string, language: string): string {
  const key = fold(exactOf(written), language)
  if (key === '％' || key === 'percent' || key === 'prozent') return '%'
  if (key === 'and' && language === 'de' && written === '&') return 'und'
  return (/^\d/.test(key) ? digitKey(key, language) : wordKey(key, language)) ?? key
}

function expandContraction(token: Token, toStem: (word: string) => string): Token[] {
  for (const [pattern, first, second] of CONTRACTIONS) {
    const match = pattern.exec(token.key)
    if (!match) continue
    const word = first.replace('$1', match[1] ?? '')
    const exact = token.exact.slice(0, word.length)
    return [
      { ...token, key: word, stem: toStem(word), exact },
      {
        ...token,
        key: second,
        stem: toStem(second),
        exact: token.exact.slice(word.length),
        afterBreak: false,
        isCapitalised: false,
      },
    ]
  }
  return [token]
}

/** Joins number words and magnitudes: "three hundred and eight", "twenty-one", "1.5 million". */
function joinNumbers(tokens: readonly Token[], language: string): Token[] {
  const joined: Token[] = []
  for (let n = 0; n < tokens.length;) {
    const { value, length } = numberAt(tokens, n, language)
    const [first, last] = [tokens[n], tokens[n + length - 1]]
    n += length
    if (!first || !last) continue
    const key = value === null ? first.key : `n:${value}`
    const isJoined = key !== first.key || length > 1
    joined.push(isJoined ? { ...first, key, exact: key, stem: key, end: last.end, isNumberWord: true } : first)
  }
  return joined
}

/** The number that starts at `tokens[n]`; `value` is null if joining changes nothing. */
function numberAt(tokens: readonly Token[], n: number, language: string): { value: number | null; length: number } {
  const factorOf = (token: Token | undefined) => {
    if (token?.key === (language === 'de' ? 'hundert' : 'hundred')) return 100
    return token ? magnitudeOf(token.key, language) : null
  }
  const first = tokens[n]
  let at = n
  let total = 0
  let current = valueOf(first)
  if (current !== null) at++
  else if (factorOf(first) !== null && !first?.isCapitalised) current = 1
  else return { value: null, length: 1 }
  if (first?.isNumberWord && unitAfterTens(current, tokens[at])) current += valueOf(tokens[at++]) ?? 0
  for (let factor = factorOf(tokens[at]); factor !== null; factor = factorOf(tokens[at])) {
    at++
    if (factor === 100) current *= 100
    else {
      total += current * factor
      current = 0
    }
    if (/^(?:and|und)$/.test(tokens[at]?.key ?? '') && tokens[at + 1]?.isNumberWord) at++
    const rest = tokens[at]?.isNumberWord && !tokens[at]?.afterBreak ? valueOf(tokens[at]) : null
    if (rest === null) continue
    current += rest
    at++
    if (unitAfterTens(rest, tokens[at])) current += valueOf(tokens[at++]) ?? 0
  }
  if (at - n === 1 && valueOf(first) !== null) return { value: null, length: 1 }
  return { value: Number((total + current).toPrecision(12)), length: at - n }
}

/** "one" after "twenty". */
function unitAfterTens(tens: number, unit: Token | undefined): boolean {
  const value = unit?.isNumberWord && !unit.afterBreak ? (valueOf(unit) ?? 0) : 0
  return tens >= 20 && tens <= 90 && tens % 10 === 0 && value >= 1 && value <= 9
}

function valueOf(token: Token | undefined): number | null {
  if (!token?.key.startsWith('n:')) return null
  const value = Number(token.key.slice(2))
  return Number.isNaN(value) ? null : value
}
