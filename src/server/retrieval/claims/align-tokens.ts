import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** A difference: `claim[from, to)` stands in place of `source[sourceFrom, sourceTo)`. Either may be empty. */
export type Hunk = { from: number; to: number; sourceFrom: number; sourceTo: number }

type Alignment = {
  hunks: Hunk[]
  /** For each claim token the index of its source token, -1 for none. */
  pairs: Int16Array
}

const CONTENT_SCORE = 4
const FUNCTION_SCORE = 1
/** For a match directly after a match, so that the parts that are left out stay in one piece. */
const CONSECUTIVE_SCORE = 1.5

/**
 * Tables of (claim length + 1) × (source length + 1) cells, row by row. The cell (i, j) is about the first i tokens of the
 * claim and the first j of the source.
 */
type Scores = {
  /** The score of the best alignment. */
  best: Float64Array
  /** The same if token i of the claim is paired with token j of the source; -Infinity if they differ. */
  matched: Float64Array
  width: number
}

/**
 * The longest common subsequence of two token lists, weighted: a content word counts more than a function word, and
 * adjacent matches more than scattered ones. "The port is 80" against "The default port is 8080" gives two hunks: nothing
 * in place of "default", and "80" in place of "8080".
 */
export function alignTokens(claim: readonly Token[], source: readonly Token[], classes: WordClasses): Alignment {
  const scores = scoreAlignments(claim, source, classes)
  const pairs = traceBack(claim, source.length, scores, classes)
  return { pairs, hunks: hunksOf(pairs, claim.length, source.length) }
}

function scoreAlignments(claim: readonly Token[], source: readonly Token[], classes: WordClasses): Scores {
  const width = source.length + 1
  const size = (claim.length + 1) * width
  const best = new Float64Array(size)
  const matched = new Float64Array(size).fill(-Infinity)
  for (const [i, claimToken] of claim.entries()) {
    for (const [j, sourceToken] of source.entries()) {
      const at = (i + 1) * width + j + 1
      if (areEqual(claimToken, sourceToken, classes)) {
        const before = at - width - 1
        const scoreBefore = Math.max(best[before] ?? 0, (matched[before] ?? 0) + CONSECUTIVE_SCORE)
        matched[at] = scoreBefore + scoreOf(claimToken, classes)
      }
      best[at] = Math.max(matched[at] ?? 0, best[at - 1] ?? 0, best[at - width] ?? 0)
    }
  }
  return { best, matched, width }
}

/** The pairs of the best alignment, found from the last tokens to the first. */
function traceBack(
  claim: readonly Token[],
  sourceLength: number,
  { best, matched, width }: Scores,
  classes: WordClasses,
): Int16Array {
  const pairs = new Int16Array(claim.length).fill(-1)
  let [i, j] = [claim.length, sourceLength]
  // The score of the pair found last counts this one as directly before it.
  let mustMatch = false
  while (i > 0 && j > 0) {
    const at = i * width + j
    if (mustMatch || (matched[at] ?? 0) >= (best[at] ?? 0)) {
      pairs[i - 1] = j - 1
      const token = claim[i - 1]
      const scoreBefore = (matched[at] ?? 0) - (token ? scoreOf(token, classes) : 0)
      mustMatch = (matched[at - width - 1] ?? 0) + CONSECUTIVE_SCORE === scoreBefore
      i--
      j--
    } else if (best[at - 1] === best[at]) j--
    else i--
  }
  return pairs
}

function scoreOf(token: Token, classes: WordClasses): number {
  return isContent(token, classes) ? CONTENT_SCORE : FUNCTION_SCORE
}

function hunksOf(pairs: Int16Array, claimLength: number, sourceLength: number): Hunk[] {
  const hunks: Hunk[] = []
  let [from, sourceFrom] = [0, 0]
  for (let n = 0; n <= claimLength; n++) {
    const paired = n === claimLength ? sourceLength : (pairs[n] ?? -1)
    if (paired < 0) continue
    if (from < n || sourceFrom < paired) hunks.push({ from, to: n, sourceFrom, sourceTo: paired })
    from = n + 1
    sourceFrom = paired + 1
  }
  return hunks
}

/** True if the words mean the same: the same word up to inflection, a synonym, or the same number. */
export function areEqual(claim: Token, source: Token, classes: WordClasses): boolean {
  if (claim.key === source.key) return !differInCase(claim, source)
  if (isNumber(claim) || isNumber(source)) return isOne(claim, source) || isOne(source, claim)
  const synonyms = [synonymOf(claim, classes), synonymOf(source, classes)]
  if (synonyms[0] !== undefined && synonyms[0] === synonyms[1]) return true
  // Without word lists, endings may carry the tense or a negation.
  if (classes.functionWords.size === 0) return false
  if (isFunctionWord(claim, classes) || isFunctionWord(source, classes)) return false
  return (synonyms[0] ?? claim.stem) === (synonyms[1] ?? source.stem) && !differInCase(claim, source)
}

/** The lemma of an irregular form, or the first word of a group of synonyms. */
function synonymOf({ key, stem }: Token, { lemmas }: WordClasses): string | undefined {
  return lemmas.get(key) ?? lemmas.get(`~${stem}`)
}

/** "US" is not "us", and -l is not -L. */
function differInCase(a: Token, b: Token): boolean {
  return a.exact !== b.exact && (/^-.$/.test(a.exact) || isAcronym(a) !== isAcronym(b))
}

function isAcronym({ exact }: Token): boolean {
  return /^\p{Lu}{2,3}$/u.test(exact)
}

/** The German article is also the number. */
function isOne(number: Token, word: Token): boolean {
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
