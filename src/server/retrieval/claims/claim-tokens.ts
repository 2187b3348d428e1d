/** Words, numbers and meaningful signs of a claim or a sentence, in forms that can be compared. */
import { fold, stemmerFor, type Stemmer } from '#server/platform/text/stemmer.ts'
import { dateKeys, orderDates } from './dates.ts'
import { joinAmounts } from './join-amounts.ts'
import { joinNumbers } from './join-numbers.ts'
import { digitKey, wordKey } from './numbers.ts'

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
  isCapitalized: boolean
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
/** "2024-03-01" and "18:30", whose end is not another clause: "until 18" says less than "until 18:30". */
const DATE_OR_TIME = String.raw`(?<![\p{L}\p{N}.,:\-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?)(?![\p{L}\p{N}:\-])`
/** "3", "1,500.5", "2½" and "21st"; not the digit of "3D", which `WORD` matches. */
const PLAIN_NUMBER = String.raw`\d+(?:[.,]\d+)*[½¼¾]?(?:st|nd|rd|th)?(?!${LETTER}|_|[.,]\d)`
/** "keeper’s", "U.S", "file_name" and the options -l and --all; not the hyphen of "well-known". */
const WORD = String.raw`(?:(?<![\p{L}\p{M}\p{N}\-)\]])--?(?=\p{L}))?${LETTER}+(?:['’ʼ‘´\u0060′＇._]${LETTER}+)*`
/** Signs that change the meaning: "%", "<=", the # of "C#" and "#1", the ~ of "~5"; not the # of a heading. */
const SIGN = String.raw`[%‰$€£¥°+<>=≤≥≠±×÷&@^％]|#(?=\d)|(?<=[\p{L}\p{N}])#|~(?=\s?\d)`
const TOKEN = new RegExp(
  [
    `(?<skipped>${LINK_ADDRESS}|${REFERENCE_MARK})`,
    `(?<number>${GROUPED_NUMBER}|${DATE_OR_TIME}|${NEGATIVE_NUMBER}|${PLAIN_NUMBER})`,
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

/**
 * The tokens of `text.slice(from, to)` in order, with offsets into `text`. `language` is a primary language subtag, or ''
 * if it is unknown.
 */
export function tokenize(text: string, language: string, from = 0, to = text.length): Token[] {
  const part = text.slice(from, to)
  const toStem = stemmerFor(language)
  const tokens: Token[] = []
  const place: Place = { afterBreak: true, afterSemicolon: false, parenthesisDepth: 0 }
  let previousEnd = 0
  for (const match of part.matchAll(TOKEN)) {
    const { skipped, number, word } = match.groups ?? {}
    updatePlace(place, part, previousEnd, match.index)
    previousEnd = match.index + match[0].length
    if (skipped !== undefined) continue
    for (const piece of piecesOf(match[0], { number, word }, language)) {
      tokens.push(createToken(piece, from + match.index, place, toStem))
      place.afterBreak = false
      place.afterSemicolon = false
    }
    const mayBeContraction = language === 'en' && word !== undefined && HAS_CONTRACTION_SIGN.test(word)
    const last = tokens.at(-1)
    if (mayBeContraction && last) tokens.splice(-1, 1, ...expandContraction(last, toStem))
  }
  return orderDates(joinAmounts(joinNumbers(tokens, language), language), language)
}

/** Reads the characters of `text` between two tokens, `text.slice(from, to)`. */
function updatePlace(place: Place, text: string, from: number, to: number): void {
  const between = text.slice(from, to)
  if (endsClause(between, text, from, to)) place.afterBreak = true
  if (SEMICOLON.test(between)) place.afterSemicolon = true
  const depth = place.parenthesisDepth + countOf('(', between) - countOf(')', between)
  place.parenthesisDepth = Math.max(0, depth)
}

function endsClause(between: string, text: string, from: number, to: number): boolean {
  const isParagraphEnd = between.includes('\n\n')
  if (isParagraphEnd) return true
  if (TYPOGRAPHY.test(between)) return false
  // The characters on either side matter: the dash of "1 – 3" separates no clauses.
  const withNeighbors = text.slice(Math.max(0, from - 1), to + 1)
  return BREAK.test(withNeighbors)
}

function countOf(bracket: string, text: string): number {
  return text.split(bracket).length - 1
}

/** A part of a match of `TOKEN` that becomes a token. `offset` is its place in the match. */
type Piece = { written: string; offset: number; key: string }

function piecesOf(written: string, { number, word }: { number?: string; word?: string }, language: string): Piece[] {
  if (number !== undefined) {
    const keys = dateKeys(number, language)
    if (keys) return keys.map((key) => ({ written, offset: 0, key }))
    if (number.includes(':')) return [{ written, offset: 0, key: `n:${number.replace(/^0(?=\d)/, '')}` }]
    const withAsciiMinus = number.replace('−', '-')
    return [{ written, offset: 0, key: digitKey(withAsciiMinus, language) ?? written }]
  }
  const isSign = word === undefined
  if (isSign) return [{ written, offset: 0, key: keyOf(written, language) }]
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
    exact: NUMBER_KEY.test(key) || key === '%' ? key : exactOf(written),
    stem: STARTS_WITH_LETTER.test(key) ? toStem(key.replace(POSSESSIVE, '')) : key,
    start,
    end: start + written.length,
    afterBreak: place.afterBreak,
    afterSemicolon: place.afterSemicolon,
    isCapitalized: CAPITALIZED.test(written),
    isNumberWord: key.startsWith('n:') && STARTS_WITH_LETTER.test(written),
    isInParentheses: place.parenthesisDepth > 0,
  }
}

const NUMBER_KEY = /^[no]:/
const STARTS_WITH_LETTER = /^\p{L}/u
/** The 's of "keeper's" and the ' of "keepers'". */
const POSSESSIVE = /'s?$/
/** "Oslo", also "-Xmx"; not "iPhone". */
const CAPITALIZED = /^\P{L}*\p{Lu}/u

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu
const ASCII = /^[\x00-\x7f]*$/
const APOSTROPHE = /[’ʼ‘´`′＇]/g
/** "U.S." and "e.g"; not "v1.2". */
const ABBREVIATION = /^(?:\p{L}\.)+\p{L}\.?$/u

/** Without invisible characters and the differences between apostrophes; "U.S" is "US", and --all is -all. */
function exactOf(written: string): string {
  const normalized = ASCII.test(written) ? written : written.replace(INVISIBLE, '').normalize('NFKC')
  const plain = normalized.replace(APOSTROPHE, "'").replace(/^--/, '-')
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

/** A quick test before the patterns of `CONTRACTIONS`. */
const HAS_CONTRACTION_SIGN = /['’ʼ‘´`′＇]|cannot/i
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
        isCapitalized: false,
      },
    ]
  }
  return [token]
}
