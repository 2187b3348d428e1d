/** How much of a question a list of terms covers. */
import type { Question } from './analyse-question.ts'

/** Similarity of a compound and its part ("Wissenschaft" in "Sportwissenschaft"). Set by hand. */
const COMPOUND_SIMILARITY = 0.9
/** Lower similarities count as no match. */
const MIN_SIMILARITY = 0.6
/** Weight of a similar term against an equal one. */
const SIMILAR_TERM_WEIGHT = 0.6

/** Weight of a term that pages may have instead (platform/text/related-words). */
const RELATED_TERM_WEIGHT = 0.8

/** For each term of the question: 1 if `terms` contains it, less for a related or similar term, else 0. */
export function termMatches(question: Question, terms: string[]): number[] {
  const present = new Set(terms)
  return question.terms.map(({ term, related }) => {
    if (present.has(term)) return 1
    return related.some((each) => present.has(each))
      ? RELATED_TERM_WEIGHT
      : SIMILAR_TERM_WEIGHT * maxSimilarity(term, present)
  })
}

/** The IDF-weighted mean of the matches, 0 to 1. */
export function weightedCoverage(question: Question, matches: number[]): number {
  let sum = 0
  for (const [n, { weight }] of question.terms.entries()) sum += weight * (matches[n] ?? 0)
  return question.totalWeight === 0 ? 0 : sum / question.totalWeight
}

/** The match of the question's rarest term. */
export function rarestTermMatch(question: Question, matches: number[]): number {
  return matches[question.terms.findIndex(({ term }) => term === rarestTerm(question))] ?? 0
}

export function rarestTerm(question: Question): string {
  let rarest = question.terms[0]
  for (const each of question.terms) if (each.weight > (rarest?.weight ?? 0)) rarest = each
  return rarest?.term ?? ''
}

/** The weighted share of the question's term bigrams that are also in `terms`, with at most one term between. */
export function bigramCoverage(question: Question, terms: string[]): number {
  let covered = 0
  let total = 0
  for (const [n, { term, weight }] of question.terms.entries()) {
    const next = question.terms[n + 1]
    if (!next) break
    total += weight + next.weight
    const isFollowedByNext = (i: number) => terms[i + 1] === next.term || terms[i + 2] === next.term
    if (terms.some((each, i) => each === term && isFollowedByNext(i))) covered += weight + next.weight
  }
  return total === 0 ? 0 : covered / total
}

/**
 * The similarity of the most similar term, 0 below MIN_SIMILARITY. Terms with a common prefix of at least four letters
 * are compared by the Dice coefficient of that prefix: 2 · prefix / (length + length).
 */
function maxSimilarity(term: string, candidates: ReadonlySet<string>): number {
  if (term.length < 4) return 0
  let max = 0
  for (const candidate of candidates) {
    if (candidate.length < 4) continue
    let prefix = 0
    while (prefix < term.length && prefix < candidate.length && term[prefix] === candidate[prefix]) prefix++
    if (prefix >= 4) max = Math.max(max, (2 * prefix) / (term.length + candidate.length))
    else if (isPartOf(term, candidate) || isPartOf(candidate, term)) max = Math.max(max, COMPOUND_SIMILARITY)
  }
  return max > MIN_SIMILARITY ? max : 0
}

function isPartOf(part: string, compound: string): boolean {
  return part.length >= 5 && compound.includes(part)
}
