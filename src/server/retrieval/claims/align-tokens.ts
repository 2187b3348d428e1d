/**
 * Aligns the words of a claim with the words of a sentence, like a diff: a weighted longest common subsequence, found by
 * dynamic programming over a table of scores.
 */
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** A difference: `claim[from, to)` in place of `source[sourceFrom, sourceTo)`. Either may be empty. */
export type Hunk = { from: number; to: number; sourceFrom: number; sourceTo: number }

type Alignment = {
  hunks: Hunk[]
  /** For each claim token the index of its source token, or `UNPAIRED`. */
  pairs: Int16Array
}

export const UNPAIRED = -1

const CONTENT_SCORE = 4
const FUNCTION_SCORE = 1
/** Added to a pair directly after another pair, so that the words that are left out stay in one piece. */
const CONSECUTIVE_SCORE = 1.5

/**
 * Two tables of (claim length + 1) × (source length + 1) cells, row by row. The cell `claimLength * width + sourceLength`
 * holds a score for the first `claimLength` tokens of the claim and the first `sourceLength` tokens of the source.
 */
type ScoreTables = {
  /** The score of the best alignment of these tokens. */
  best: Float64Array
  /** The same if the last of these tokens are a pair; -Infinity if they are not equal. */
  endingInPair: Float64Array
  /** Cells in a row. */
  width: number
}

/**
 * The alignment with the highest score: a pair of content words counts more than a pair of function words, and adjacent
 * pairs count more than scattered ones. "The port is 80" against "The default port is 8080" gives two hunks: nothing in
 * place of "default", and "80" in place of "8080".
 */
export function alignTokens(claim: readonly Token[], source: readonly Token[], classes: WordClasses): Alignment {
  const tables = fillScoreTables(claim, source, classes)
  const pairs = traceBack(claim, source.length, tables, classes)
  return { pairs, hunks: hunksBetween(pairs, source.length) }
}

function fillScoreTables(claim: readonly Token[], source: readonly Token[], classes: WordClasses): ScoreTables {
  const width = source.length + 1
  const size = (claim.length + 1) * width
  const best = new Float64Array(size)
  const endingInPair = new Float64Array(size).fill(-Infinity)
  for (const [claimIndex, claimToken] of claim.entries()) {
    for (const [sourceIndex, sourceToken] of source.entries()) {
      // The cell of the prefixes that end with these two tokens.
      const cell = (claimIndex + 1) * width + (sourceIndex + 1)
      const withoutClaimToken = cell - width
      const withoutSourceToken = cell - 1
      if (areEqual(claimToken, sourceToken, classes)) {
        const withoutBoth = withoutClaimToken - 1
        const afterGap = best[withoutBoth] ?? 0
        const afterPair = (endingInPair[withoutBoth] ?? 0) + CONSECUTIVE_SCORE
        endingInPair[cell] = Math.max(afterGap, afterPair) + scoreOf(claimToken, classes)
      }
      best[cell] = Math.max(endingInPair[cell] ?? 0, best[withoutSourceToken] ?? 0, best[withoutClaimToken] ?? 0)
    }
  }
  return { best, endingInPair, width }
}

/** The pairs of the best alignment. Follows the scores from the last cell, for all tokens, back to the first. */
function traceBack(
  claim: readonly Token[],
  sourceLength: number,
  { best, endingInPair, width }: ScoreTables,
  classes: WordClasses,
): Int16Array {
  const pairs = new Int16Array(claim.length).fill(UNPAIRED)
  let claimEnd = claim.length
  let sourceEnd = sourceLength
  // True after a pair whose score includes the bonus for a pair directly before it: that pair must then be taken, even if
  // another alignment of the remaining tokens has a higher score.
  let mustPair = false
  while (claimEnd > 0 && sourceEnd > 0) {
    const cell = claimEnd * width + sourceEnd
    const endsInPair = mustPair || (endingInPair[cell] ?? 0) >= (best[cell] ?? 0)
    if (endsInPair) {
      claimEnd--
      sourceEnd--
      pairs[claimEnd] = sourceEnd
      const token = claim[claimEnd]
      const pairScore = token ? scoreOf(token, classes) : 0
      const scoreBefore = (endingInPair[cell] ?? 0) - pairScore
      const cellBefore = claimEnd * width + sourceEnd
      mustPair = (endingInPair[cellBefore] ?? 0) + CONSECUTIVE_SCORE === scoreBefore
    } else if (best[cell - 1] === best[cell]) {
      sourceEnd--
    } else {
      claimEnd--
    }
  }
  return pairs
}

function scoreOf(token: Token, classes: WordClasses): number {
  return isContent(token, classes) ? CONTENT_SCORE : FUNCTION_SCORE
}

/** The unpaired tokens of both sides before, between and after the pairs. */
function hunksBetween(pairs: Int16Array, sourceLength: number): Hunk[] {
  const hunks: Hunk[] = []
  let from = 0
  let sourceFrom = 0
  const endHunk = (to: number, sourceTo: number) => {
    if (from < to || sourceFrom < sourceTo) hunks.push({ from, to, sourceFrom, sourceTo })
  }
  for (const [claimIndex, sourceIndex] of pairs.entries()) {
    if (sourceIndex === UNPAIRED) continue
    endHunk(claimIndex, sourceIndex)
    from = claimIndex + 1
    sourceFrom = sourceIndex + 1
  }
  endHunk(pairs.length, sourceLength)
  return hunks
}

/** True if the words mean the same: the same word up to inflection, a synonym, or the same number. */
export function areEqual(claim: Token, source: Token, classes: WordClasses): boolean {
  if (claim.key === source.key) return !differInCase(claim, source)
  if (isNumber(claim) || isNumber(source)) return isOneAsArticle(claim, source) || isOneAsArticle(source, claim)
  const claimLemma = lemmaOf(claim, classes)
  const sourceLemma = lemmaOf(source, classes)
  if (claimLemma !== undefined && claimLemma === sourceLemma) return true
  // Stems ignore endings. In a language without word lists, an ending may carry the tense or a negation.
  if (classes.functionWords.size === 0) return false
  if (isFunctionWord(claim, classes) || isFunctionWord(source, classes)) return false
  const claimStem = claimLemma ?? claim.stem
  const sourceStem = sourceLemma ?? source.stem
  if (claimStem !== sourceStem || differInCase(claim, source)) return false
  return claimLemma !== undefined || sourceLemma !== undefined || isInflected(claim, source, classes)
}

/**
 * Endings of English inflection, of adverbs, and of the nouns of an action after the part that two words share; a
 * consonant may be doubled, "stopped", and "e" or "y" replaced, "used", "carried".
 */
const INFLECTION = /^(?:\p{L}?(?:s|es|ed|d|ing|ings|'s|'|ly|ally|e|y|ies|ied|ying|ily|able)?)$/u
const OF_ACTION = /^(?:at|it|ic)?ions?$/
const OF_VERB = /^(?:s|es|ed|d|ing|e|ed|ate[sd]?|ating)?$/

/**
 * Stems are cut further: "engine" and "engineer", "custom" and "customer", "positive" and "position" have the same one.
 */
function isInflected(a: Token, b: Token, classes: WordClasses): boolean {
  if (classes.language !== 'en' || a.key === b.key) return true
  let length = 0
  while (length < a.key.length && a.key[length] === b.key[length]) length++
  const [restOfA, restOfB] = [a.key.slice(length), b.key.slice(length)]
  if (INFLECTION.test(restOfA) && INFLECTION.test(restOfB)) return true
  return (OF_ACTION.test(restOfA) && OF_VERB.test(restOfB)) || (OF_ACTION.test(restOfB) && OF_VERB.test(restOfA))
}

/** The lemma of an irregular form, or the first word of a group of synonyms. */
function lemmaOf({ key, stem }: Token, { lemmas }: WordClasses): string | undefined {
  return lemmas.get(key) ?? lemmas.get(`~${stem}`)
}

/** True if the case of these words, which are equal without it, changes their meaning: "US" and "us", -l and -L. */
function differInCase(a: Token, b: Token): boolean {
  if (a.exact === b.exact) return false
  const isOption = /^-.$/.test(a.exact)
  return isOption || isAcronym(a) !== isAcronym(b)
}

function isAcronym({ exact }: Token): boolean {
  return /^\p{Lu}{2,3}$/u.test(exact)
}

/** True for the number 1 and the German article "ein", which is also the number. */
export function isOneAsArticle(number: Token, word: Token): boolean {
  return number.key === 'n:1' && /^ein(?:e[nmrs]?)?$/.test(word.key)
}

export function isNumber({ key }: Token): boolean {
  return /^[no]:|^\p{N}/u.test(key)
}

export function isContent(token: Token, classes: WordClasses): boolean {
  return !isFunctionWord(token, classes)
}

function isFunctionWord({ key }: Token, classes: WordClasses): boolean {
  return NEGATIONS.has(key) || classes.functionWords.has(key)
}
