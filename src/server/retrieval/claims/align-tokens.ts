import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** `claim[from, to)` and `source[sourceFrom, sourceTo)` do not match. Either may be empty. */
export type Hunk = { from: number; to: number; sourceFrom: number; sourceTo: number }
type Alignment = { hunks: Hunk[]; /** Claim token to source token; -1 for none. */ pairs: Int16Array }

const CONTENT_SCORE = 4
const FUNCTION_SCORE = 1
/** For a match directly after a match, so that the parts that are left out stay in one piece. */
const CONSECUTIVE_SCORE = 1.5

/**
 * The longest common subsequence of two token lists, weighted: a content word counts more than a function word, and
 * adjacent matches more than scattered ones.
 */
export function alignTokens(claim: readonly Token[], source: readonly Token[], classes: WordClasses): Alignment {
  const width = source.length + 1
  const size = (claim.length + 1) * width
  const best = new Float64Array(size)
  const matched = new Float64Array(size).fill(-Infinity)
  for (let i = 1; i <= claim.length; i++) {
    for (let j = 1; j <= source.length; j++) {
      const [c, s] = [claim[i - 1], source[j - 1]]
      const at = i * width + j
      if (c && s && areEqual(c, s, classes)) {
        const before = at - width - 1
        const consecutive = Math.max(best[before] ?? 0, (matched[before] ?? 0) + CONSECUTIVE_SCORE)
        matched[at] = consecutive + (isContent(c, classes) ? CONTENT_SCORE : FUNCTION_SCORE)
      }
      best[at] = Math.max(matched[at] ?? 0, best[at - 1] ?? 0, best[at - width] ?? 0)
    }
  }
  return trace(claim, source, { best, matched, width }, classes)
}

type Scores = { best: Float64Array; matched: Float64Array; width: number }

function trace(claim: readonly Token[], source: readonly Token[], scores: Scores, classes: WordClasses): Alignment {
  const { best, matched, width } = scores
  const pairs = new Int16Array(claim.length).fill(-1)
  let [i, j] = [claim.length, source.length]
  let mustMatch = false
  while (i > 0 && j > 0) {
    const at = i * width + j
    if (mustMatch || (matched[at] ?? 0) >= (best[at] ?? 0)) {
      pairs[i - 1] = j - 1
      const token = claim[i - 1]
      const gained = token && isContent(token, classes) ? CONTENT_SCORE : FUNCTION_SCORE
      const before = at - width - 1
      mustMatch = (matched[before] ?? 0) + CONSECUTIVE_SCORE === (matched[at] ?? 0) - gained
      i--
      j--
    } else if (best[at - 1] === best[at]) j--
    else i--
  }
  return { pairs, hunks: hunksOf(pairs, claim.length, source.length) }
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
