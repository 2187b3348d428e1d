/** Looks words up in a passage letter for letter. Typography does not count, and "three" is 3. */
import { isOneAsArticle } from './align-tokens.ts'
import { canDrop } from './can-drop.ts'
import { tokenize, type Token } from './claim-tokens.ts'
import type { ParsedText, Sentence } from './parse-passage.ts'
import { NEGATIONS, restricts, type WordClasses } from './word-classes.ts'

/** `tokens.slice(from, to)` of the passage. */
type TokenRange = { from: number; to: number }

/** A shorter claim must be a whole sentence, item or row of the page. */
const MIN_CLAIM_TOKENS = 3
/** A single word between two ellipses could be anywhere. */
const MIN_PART_TOKENS = 2
/** A longer gap leaves out more than the words that restrict the next one. */
const SHORT_GAP_TOKENS = 2
/** Without such a word a sentence says less, except with a negation: "not all". "Wird" is the passive, too. */
const UNIVERSAL = /^(?:all|every|each|both|alle[nrs]?|jede[nrms]?|beiden?|wird|werden)$/
const MORE = /^(?:more|mehr|mehrere[nr]?)$/
const ELLIPSIS = /\s*[[(]?(?:…|\.{3,})[\])]?\s*/u

/**
 * The sentences that state `claim` letter for letter: the whole sentences, or clauses whose rest of the sentence does
 * not change their meaning. Null if there are none.
 */
export function findQuoted(
  claim: ParsedText,
  passage: ParsedText,
  classes: WordClasses,
  language: string,
): Sentence[] | null {
  return findQuotedInOnePiece(claim, passage, classes) ?? findQuotedInParts(claim, passage, classes, language)
}

function findQuotedInOnePiece(claim: ParsedText, passage: ParsedText, classes: WordClasses): Sentence[] | null {
  let range = findTokens(claim.tokens, passage.tokens)
  while (range) {
    const sentences = sentencesStating([range], claim, passage, classes)
    if (sentences) return sentences
    range = findTokens(claim.tokens, passage.tokens, range.from + 1)
  }
  return null
}

/** For a claim with ellipses. */
function findQuotedInParts(
  claim: ParsedText,
  passage: ParsedText,
  classes: WordClasses,
  language: string,
): Sentence[] | null {
  if (!ELLIPSIS.test(claim.text)) return null
  const ranges = findParts(claim.text, passage, language)
  if (!ranges) return null
  const hasShortPart = ranges.some(({ from, to }) => to - from < MIN_PART_TOKENS)
  return hasShortPart ? null : sentencesStating(ranges, claim, passage, classes)
}

/** The ranges of the parts of `words` between its ellipses, in this order; null unless all parts are found. */
export function findParts(words: string, passage: ParsedText, language: string): TokenRange[] | null {
  const ranges: TokenRange[] = []
  for (const part of words.split(ELLIPSIS)) {
    const tokens = tokenize(part, language)
    if (tokens.length === 0) continue
    const endOfPrevious = ranges.at(-1)?.to ?? 0
    const range = findTokens(tokens, passage.tokens, endOfPrevious)
    if (!range) return null
    ranges.push(range)
  }
  return ranges.length === 0 ? null : ranges
}

/** The first place of `words` in `tokens` that begins at `start` or later. */
function findTokens(words: readonly Token[], tokens: readonly Token[], start = 0): TokenRange | null {
  if (words.length === 0) return null
  for (let from = start; from + words.length <= tokens.length; from++) {
    if (startsWithWords(words, tokens, from)) return { from, to: from + words.length }
  }
  return null
}

/** True if `tokens` has the words one after the other from the index `from` on. */
function startsWithWords(words: readonly Token[], tokens: readonly Token[], from: number): boolean {
  for (let n = 0; n < words.length; n++) {
    const isFirst = n === 0
    if (!isSameWord(words[n], tokens[from + n], isFirst)) return false
  }
  return true
}

/** A capital may differ only where a sentence or quotation starts. */
function isSameWord(word: Token | undefined, token: Token | undefined, isFirst: boolean): boolean {
  if (!word || !token) return false
  if (word.exact === token.exact) return true
  const differsInCaseOnly = word.key === token.key && !/^[no]:/.test(word.key)
  if (differsInCaseOnly) {
    const isStart = isFirst || (word.afterBreak && token.afterBreak)
    return isStart && word.exact.slice(1) === token.exact.slice(1)
  }
  return isOneAsArticle(word, token) || isOneAsArticle(token, word)
}

/** The sentences that contain the ranges; null if the ranges alone do not say what these sentences say. */
function sentencesStating(
  ranges: readonly TokenRange[],
  claim: ParsedText,
  passage: ParsedText,
  classes: WordClasses,
): Sentence[] | null {
  const from = ranges[0]?.from ?? 0
  const to = ranges.at(-1)?.to ?? 0
  const sentences = sentencesAt({ from, to }, passage)
  const first = sentences[0]
  const last = sentences.at(-1)
  if (!first || !last) return null

  if (last.isQuestion && !claim.sentences.at(-1)?.isQuestion) return null
  if (isRejected(last, passage, classes)) return null

  const isWhole = from === first.from && to === last.to
  if (to - from < MIN_CLAIM_TOKENS && !isWhole) return null

  const startsClause = from === first.from || passage.tokens[from]?.afterBreak
  const endsClause = to === last.to || passage.tokens[to]?.afterBreak || claim.text.trimEnd().endsWith('…')
  if (!startsClause || !endsClause) return null

  const tokens = passage.tokens.slice(first.from, last.to)
  const canDropBefore = canDrop(0, from - first.from, tokens, classes)
  if (!canDropBefore || !canDrop(to - first.from, tokens.length, tokens, classes)) return null

  const areGapsFaithful = ranges.every((range, n) => isFaithfulGap(ranges[n - 1], range, passage, classes))
  return areGapsFaithful ? sentences : null
}

/** What an ellipsis leaves out may not restrict the rest, and may not join the halves of two sentences. */
function isFaithfulGap(
  before: TokenRange | undefined,
  after: TokenRange,
  passage: ParsedText,
  classes: WordClasses,
): boolean {
  if (!before) return true
  const [sentence, ...others] = sentencesAt({ from: before.to - 1, to: after.from + 1 }, passage)
  const spansSentences = others.length > 0
  if (spansSentences) return passage.sentences.some(({ from, to }) => to === before.to || from === after.from)
  const gap = gapBetween(before, after, passage)
  if (gap.some(({ key }) => NEGATIONS.has(key) || classes.conditionWords.has(key))) return false
  const isNegated = passage.tokens.slice(sentence?.from, sentence?.to).some(({ key }) => NEGATIONS.has(key))
  // "may" in "Users … delete files", "at least" in "moves … 24 litres".
  const nearKept = gap.length <= SHORT_GAP_TOKENS ? gap : gap.slice(-1)
  const isLessWithout = (token: Token) => !isNegated && saysLessWithout(token, gap, passage.tokens[after.from])
  return nearKept.every((token) => !restricts(token, classes) || isLessWithout(token))
}

/** The tokens that are left out; those in parentheses do not count if the parentheses are left out as a whole. */
function gapBetween(before: TokenRange, after: TokenRange, { tokens }: ParsedText): Token[] {
  const gap = tokens.slice(before.to, after.from)
  const isOutside = ![tokens[before.to - 1], tokens[after.from]].some((token) => token?.isInParentheses)
  return isOutside ? gap.filter(({ isInParentheses }) => !isInParentheses) : gap
}

/** True if a sentence without this restricting word says less, but nothing else. */
function saysLessWithout({ key }: Token, gap: readonly Token[], next: Token | undefined): boolean {
  // "one or more", "eine oder mehrere".
  const isAnyNumber = /^(?:or|oder)$/.test(gap.at(-2)?.key ?? '') && MORE.test(key)
  // "bis hin zu" is no limit.
  const isRange = key === 'bis' && next?.key === 'hin'
  return UNIVERSAL.test(key) || isAnyNumber || isRange
}

/** The first word of "This is false", "Das stimmt nicht". */
const REFERS_BACK = /^(?:this|that|it|das|dies|es)$/
const NOT_TRUE = /^(?:true|right|correct|wahr|richtig|stimmt|so)$/
/** Before a value or a side: "defaults to false", "on the right". */
const BEFORE_VALUE = /^(?:the|a|an|to|on|as|der|die|das|auf|nach)$/
/** A longer sentence may be about something else. */
const MAX_REJECTION_TOKENS = 8

/** Words before a list of what is not so. */
const EXCLUDING =
  /^(?:forbidden|prohibited|unsupported|excluded|excludes?|excluding|avoid|verboten|untersagt|ausgeschlossen|ausgenommen|vermeiden|interdit|prohibido)$/

/** "The following are not supported:" */
const MAX_WORDS_AFTER_NEGATION = 3
/** "If it does not start:" opens a list of what to do. */
const CASE = /^(?:when|why|where|without|ohne|warum|wo)$/

/** True for an item of a list that another sentence opens with a negation: "You must not:", "Not supported:". */
function isNegatedItem(sentence: Sentence, { text, tokens, sentences }: ParsedText, classes: WordClasses): boolean {
  if (!sentence.isItem) return false
  const before = sentences.slice(0, sentences.indexOf(sentence))
  const opening = before.findLast(({ isItem }) => !isItem)
  if (!opening || !/:[*_\s]*$/.test(text.slice(opening.start, opening.end + 2).trimEnd())) return false
  const words = tokens.slice(opening.from, opening.to)
  const isCase = words.some(({ key }) => classes.conditionWords.has(key) || CASE.test(key))
  const end = words.slice(-1 - MAX_WORDS_AFTER_NEGATION)
  return !isCase && end.some(({ key }) => NEGATIONS.has(key) || EXCLUDING.test(key))
}

/**
 * True if the sentence is listed as not so, or if the next one says that it is false: "This is wrong.", "Das stimmt
 * nicht."
 */
export function isRejected(sentence: Sentence, passage: ParsedText, classes: WordClasses): boolean {
  if (isNegatedItem(sentence, passage, classes)) return true
  const { tokens, sentences } = passage
  const next = sentences[sentences.indexOf(sentence) + 1]
  if (!next || next.to - next.from > MAX_REJECTION_TOKENS) return false
  const words = tokens.slice(next.from, next.to).map(({ key }) => key)
  if (!REFERS_BACK.test(words[0] ?? '')) return false
  const last = words.at(-1) ?? ''
  const isVerdict = NOT_TRUE.test(last) || NEGATIONS.has(last) || classes.rejections.has(last)
  if (!isVerdict || BEFORE_VALUE.test(words.at(-2) ?? '')) return false
  const isNegated = words.some((word) => NEGATIONS.has(word))
  return isNegated ? words.some((word) => NOT_TRUE.test(word)) : words.some((word) => classes.rejections.has(word))
}

export function sentencesAt({ from, to }: TokenRange, { sentences }: ParsedText): Sentence[] {
  return sentences.filter((sentence) => sentence.to > from && sentence.from < to)
}
