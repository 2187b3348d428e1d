/** Words, numbers and meaningful signs of a claim or a sentence, in forms that can be compared. */
import { fold, stemmerFor, type Stemmer } from '#server/platform/text/stemmer.ts'
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

/** Characters inside a word: letters, digits and invisible characters such as the soft hyphen. */
const LETTER = String.raw`[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d\u2060]`

/** Not compared: the address of a Markdown link, "](https://…)". */
const LINK_ADDRESS = String.raw`\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)`
/** Not compared: reference marks such as [1] and [^1]; but the index in `find(name)[1]` is. */
const REFERENCE_MARK = String.raw`(?<![\p{L}\p{N}_]\([^()]*\))\[\^?\d{1,3}\](?!\()`
/** "1 250 000" and "1'250'000", but not "1 25" or "12345 678". */
const GROUPED_NUMBER = String.raw`(?<![\p{L}\p{N}.,])[-−]?\d{1,3}(?:[\s'’]{1,2}\d{3})+(?![\p{L}\p{N}])`
/** "-3" and "−1.5"; the hyphens of "A-3" and "1-3" are no signs. */
const NEGATIVE_NUMBER = String.raw`(?<![\p{L}\p{N}_.,\-‐-―)\]])[-−](?=\d)\d+(?:[.,]\d+)*`
/** "3", "1,500.5", "2½" and "21st"; not the digit of "3D", which `WORD` matches. */
const PLAIN_NUMBER = String.raw`\d+(?:[.,]\d+)*[½¼¾]?(?:st|nd|rd|th)?(?!${LETTER}|_|[.,]\d)`
/** "keeper’s", "U.S", "file_name" and the options -l and --all; not the hyphen of "well-known". */
const WORD = String.raw`(?:(?<![\p{L}\p{M}\p{N}\-)\]])--?(?=\p{L}))?${LETTER}+(?:['’ʼ‘´\u0060′＇._]${LETTER}+)*`
/** Signs that change the meaning: "%", "<=", the # of "C#" and "#1", the ~ of "~5"; not the # of a heading. */
const SIGN = String.raw`[%‰$€£¥°+<>=≤≥≠±×÷&@^％]|#(?=\d)|(?<=[\p{L}\p{N}])#|~(?=\s?\d)`
const TOKEN = new RegExp(
  [
    `(?<skipped>${LINK_ADDRESS}|${REFERENCE_MARK})`,
    `(?<number>${GROUPED_NUMBER}|${NEGATIVE_NUMBER}|${PLAIN_NUMBER})`,
    `(?<word>${WORD})`,
    `(?<sign>${SIGN})`,
  ].join('|'),
  'gu',
)

/** Punctuation between clauses, with the characters on either side: ", " and " – ", but not the hyphen of "well-known". */
const BREAK = /[,;:()[\]{}|!?…。，、；：！？（）「」『』\n؛،]|\.\.|\s[-‐-―]+\s|(?<!\d)[–—―]|[–—―](?!\d)/u
/** Emphasis, code ticks, link brackets and line breaks are typography, unlike the brackets of a parenthesis. */
const TYPOGRAPHY = /^[[\]*`_~\s]*$/
const SEMICOLON = /[;；]/

/** What the punctuation before the next token says about it. */
type Place = { afterBreak: boolean; afterSemicolon: boolean; parenthesisDepth: number }

/** The tokens of `text.slice(from, to)` in order, for a primary language subtag. */
export function tokenize(text: string, language: string, from = 0, to = text.length): Token[] {
  const part = text.slice(from, to)
  const toStem = stemmerFor(language)
  const tokens: Token[] = []
  const place: Place = { afterBreak: true, afterSemicolon: false, parenthesisDepth: 0 }
  let end = 0
  for (const match of part.matchAll(TOKEN)) {
    const { skipped, number, word } = match.groups ?? {}
    updatePlace(place, part, end, match.index)
    end = match.index + match[0].length
    if (skipped !== undefined) continue
    for (const piece of piecesOf(match[0], { number, word }, language)) {
      tokens.push(createToken(piece, from + match.index, place, toStem))
      place.afterBreak = false
      place.afterSemicolon = false
    }
    const last = tokens.at(-1)
    if (language === 'en' && last && word !== undefined && MAY_BE_CONTRACTION.test(word))
      tokens.splice(-1, 1, ...expandContraction(last, toStem))
  }
  return joinNumbers(tokens, language)
}

/** Reads the characters of `text` between two tokens, `text.slice(from, to)`. */
function updatePlace(place: Place, text: string, from: number, to: number): void {
  const between = text.slice(from, to)
  const isParagraphEnd = between.includes('\n\n')
  if (isParagraphEnd || (!TYPOGRAPHY.test(between) && BREAK.test(text.slice(Math.max(0, from - 1), to + 1))))
    place.afterBreak = true
  if (SEMICOLON.test(between)) place.afterSemicolon = true
  const depth = place.parenthesisDepth + countOf('(', between) - countOf(')', between)
  place.parenthesisDepth = Math.max(0, depth)
}

function countOf(bracket: string, text: string): number {
  return text.split(bracket).length - 1
}

/** A part of a match of `TOKEN` that becomes a token. `offset` is its place in the match. */
type Piece = { written: string; offset: number; key: string }

function piecesOf(written: string, { number, word }: { number?: string; word?: string }, language: string): Piece[] {
  if (number !== undefined)
    return [{ written, offset: 0, key: digitKey(number.replace('−', '-'), language) ?? written }]
  if (word === undefined) return [{ written, offset: 0, key: keyOf(written, language) }]
  return splitWord(written).map((part) => ({ ...part, key: keyOf(part.written, language) }))
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A character with its combining marks. */
const CHARACTER = /\P{M}\p{M}*/gu
/** "10km" and "1.5GB"; not "3D2" or "1990years". */
const NUMBER_WITH_UNIT = /^(\d+(?:[.,]\d+)*)(\p{L}{1,3})$/u

/** Splits scripts without spaces into letters, "10km" into number and unit. "1990s" stays one word. */
function splitWord(word: string): { written: string; offset: number }[] {
  if (UNSPACED.test(word))
    return [...word.matchAll(CHARACTER)].map((match) => ({ written: match[0], offset: match.index }))
  const [, digits, unit] = NUMBER_WITH_UNIT.exec(word) ?? []
  if (digits === undefined || unit === undefined || unit === 's') return [{ written: word, offset: 0 }]
  return [
    { written: digits, offset: 0 },
    { written: unit, offset: digits.length },
  ]
}

function createToken({ written, offset, key }: Piece, matchStart: number, place: Place, toStem: Stemmer): Token {
  const start = matchStart + offset
  return {
    key,
    exact: NUMBER_KEY.test(key) ? key : exactOf(written),
    stem: STARTS_WITH_LETTER.test(key) ? toStem(key.replace(POSSESSIVE, '')) : key,
    start,
    end: start + written.length,
    afterBreak: place.afterBreak,
    afterSemicolon: place.afterSemicolon,
    isCapitalised: CAPITALISED.test(written),
    isNumberWord: key.startsWith('n:') && STARTS_WITH_LETTER.test(written),
    isInParentheses: place.parenthesisDepth > 0,
  }
}

const NUMBER_KEY = /^[no]:/
const STARTS_WITH_LETTER = /^\p{L}/u
/** The 's of "keeper's" and the ' of "keepers'". */
const POSSESSIVE = /'s?$/
/** "Oslo", also "-Xmx"; not "iPhone". */
const CAPITALISED = /^\P{L}*\p{Lu}/u

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
const ASCII = /^[\x00-\x7f]*$/
const APOSTROPHE = /[’ʼ‘´`′＇]/g
/** "U.S." and "e.g"; not "v1.2". */
const ABBREVIATION = /^(?:\p{L}\.)+\p{L}\.?$/u

/** Without invisible characters and the differences between apostrophes; "U.S" is "US", and --all is -all. */
function exactOf(written: string): string {
  const normalised = ASCII.test(written) ? written : written.replace(INVISIBLE, '').normalize('NFKC')
  const plain = normalised.replace(APOSTROPHE, "'").replace(/^--/, '-')
  if (plain === '&') return 'and'
  return ABBREVIATION.test(plain) ? plain.replaceAll('.', '') : plain
}

function keyOf(written: string, language: string): string {
  const folded = fold(exactOf(written), language)
  if (folded === '％' || folded === 'percent' || folded === 'prozent') return '%'
  if (folded === 'and' && language === 'de' && written === '&') return 'und'
  const numberKey = /^\d/.test(folded) ? digitKey(folded, language) : wordKey(folded, language)
  return numberKey ?? folded
}

/** Any word with an apostrophe. */
const MAY_BE_CONTRACTION = /['’ʼ‘´`′＇]|cannot/i
/** English contractions with their two words. */
const CONTRACTIONS: readonly [RegExp, string, string][] = [
  [/^can't$/, 'can', 'not'],
  [/^won't$/, 'will', 'not'],
  [/^shan't$/, 'shall', 'not'],
  [/^cannot$/, 'can', 'not'],
  [/^(\w+)n't$/, '$1', 'not'],
  // Not of any word: "the keeper's" is a possessive.
  [/^(it|he|she|that|there|what|who|here)'s$/, '$1', 'is'],
  [/^(\w+)'re$/, '$1', 'are'],
  [/^(\w+)'ve$/, '$1', 'have'],
  [/^(\w+)'ll$/, '$1', 'will'],
  [/^i'm$/, 'i', 'am'],
]

/** The two words of "isn't"; the token itself if it is no contraction. */
function expandContraction(token: Token, toStem: Stemmer): Token[] {
  for (const [pattern, firstWord, second] of CONTRACTIONS) {
    const match = pattern.exec(token.key)
    if (!match) continue
    const first = firstWord.replace('$1', match[1] ?? '')
    return [
      { ...token, key: first, stem: toStem(first), exact: token.exact.slice(0, first.length) },
      {
        ...token,
        key: second,
        stem: toStem(second),
        exact: token.exact.slice(first.length),
        afterBreak: false,
        isCapitalised: false,
      },
    ]
  }
  return [token]
}

/** A number that several tokens state, or a single "hundred". `end` is the index after its last token. */
type NumberSpan = { value: number; end: number }

/** Joins number words and magnitudes: "three hundred and eight", "twenty-one", "1.5 million". */
function joinNumbers(tokens: readonly Token[], language: string): Token[] {
  const joined: Token[] = []
  for (let n = 0; n < tokens.length; n++) {
    const first = tokens[n]
    if (!first) continue
    const span = readNumber(tokens, n, language)
    const last = span && tokens[span.end - 1]
    if (!last) {
      joined.push(first)
      continue
    }
    const key = `n:${span.value}`
    joined.push({ ...first, key, exact: key, stem: key, end: last.end, isNumberWord: true })
    n = span.end - 1
  }
  return joined
}

/** Without rounding, 1.1 million would be 1100000.0000000001. */
const SIGNIFICANT_DIGITS = 12

/** The number that starts at `tokens[n]`; null if it is no number, or one token that has its value already. */
function readNumber(tokens: readonly Token[], n: number, language: string): NumberSpan | null {
  const start = readUnderHundred(tokens, n) ?? readBareFactor(tokens, n, language)
  if (!start) return null
  // "two million three hundred": 2 · 1,000,000 is in the total when 3 · 100 is read.
  let total = 0
  let { value: current, end } = start
  for (let factor = factorOf(tokens[end], language); factor !== null; factor = factorOf(tokens[end], language)) {
    end++
    if (factor === HUNDRED) current *= factor
    else {
      total += current * factor
      current = 0
    }
    if (isAndBeforeNumber(tokens, end)) end++
    const rest = tokens[end]?.isNumberWord && !tokens[end]?.afterBreak ? readUnderHundred(tokens, end) : null
    if (rest) {
      current += rest.value
      end = rest.end
    }
  }
  const isUnchanged = end - n === 1 && valueOf(tokens[n]) !== null
  return isUnchanged ? null : { value: Number((total + current).toPrecision(SIGNIFICANT_DIGITS)), end }
}

/** "8", "eight" or "twenty-one". Digits can be greater than a hundred. */
function readUnderHundred(tokens: readonly Token[], n: number): NumberSpan | null {
  const value = valueOf(tokens[n])
  if (value === null) return null
  const unit = tokens[n]?.isNumberWord ? unitAfterTens(value, tokens[n + 1]) : null
  return unit === null ? { value, end: n + 1 } : { value: value + unit, end: n + 2 }
}

/** "hundred" without a number before it is 100; not a name: "Million". */
function readBareFactor(tokens: readonly Token[], n: number, language: string): NumberSpan | null {
  return factorOf(tokens[n], language) !== null && !tokens[n]?.isCapitalised ? { value: 1, end: n } : null
}

const HUNDRED = 100

/** 100, 1000, a million …; null for any other word. */
function factorOf(token: Token | undefined, language: string): number | null {
  if (!token) return null
  return token.key === (language === 'de' ? 'hundert' : 'hundred') ? HUNDRED : magnitudeOf(token.key, language)
}

function isAndBeforeNumber(tokens: readonly Token[], n: number): boolean {
  return /^(?:and|und)$/.test(tokens[n]?.key ?? '') && tokens[n + 1]?.isNumberWord === true
}

/** The 1 of "twenty-one"; null if the token is no such unit. */
function unitAfterTens(tens: number, token: Token | undefined): number | null {
  const isTens = tens >= 20 && tens <= 90 && tens % 10 === 0
  const value = token?.isNumberWord && !token.afterBreak ? valueOf(token) : null
  return isTens && value !== null && value >= 1 && value <= 9 ? value : null
}

function valueOf(token: Token | undefined): number | null {
  if (!token?.key.startsWith('n:')) return null
  const value = Number(token.key.slice(2))
  return Number.isNaN(value) ? null : value
}
