/**
 * How much of a question a text covers. Both are lists of terms (stems). The question's terms have weights: the rarer a
 * term is in the passages (IDF), the more it counts.
 */
import type { Question } from './analyze-question.ts'

/** Match of a term that pages may have instead of the question's (platform/text/related-words). */
const RELATED_TERM_MATCH = 0.8
/** The match of a similar term is its similarity times this. */
const SIMILAR_TERM_WEIGHT = 0.6

/** For each term of the question: 1 if `terms` contains it, less for a related or similar term, else 0. */
export function termMatches(question: Question, terms: readonly string[]): number[] {
  const present = new Set(terms)
  return question.terms.map(({ term, related }) => {
    if (present.has(term)) return 1
    if (related.some((each) => present.has(each))) return RELATED_TERM_MATCH
    return SIMILAR_TERM_WEIGHT * highestSimilarity(term, present)
  })
}

/** The mean of `matches`, one per term of the question, by the terms' weights: 0 to 1. */
export function weightedCoverage(question: Question, matches: number[]): number {
  if (question.totalWeight === 0) return 0
  let sum = 0
  for (const [n, { weight }] of question.terms.entries()) sum += weight * (matches[n] ?? 0)
  return sum / question.totalWeight
}

/** What a word of the question counts on a page whose title has it: the page is about it, so its sentences need not repeat it. */
const IN_TITLE_WEIGHT = 0.6

/** As `weightedCoverage`, on a page whose title matches the question's terms by `titleMatches`. */
export function coverageOnPage(question: Question, matches: number[], titleMatches: number[]): number {
  let sum = 0
  let total = 0
  for (const [n, { weight }] of question.terms.entries()) {
    const onPage = weight * ((titleMatches[n] ?? 0) >= RELATED_TERM_MATCH ? IN_TITLE_WEIGHT : 1)
    sum += onPage * (matches[n] ?? 0)
    total += onPage
  }
  return total === 0 ? 0 : sum / total
}

/** The entry of `matches`, one per term of the question, for the question's rarest term. */
export function rarestTermMatch(question: Question, matches: number[]): number {
  const rarest = rarestTerm(question)
  return matches[question.terms.findIndex(({ term }) => term === rarest)] ?? 0
}

/** The term with the highest weight, the first of several; '' for a question without terms. */
export function rarestTerm(question: Question): string {
  let rarest = question.terms[0]
  for (const each of question.terms) if (each.weight > (rarest?.weight ?? 0)) rarest = each
  return rarest?.term ?? ''
}

/**
 * The share of the question's bigrams (two terms in succession) that `terms` has too, by the weights of both terms. In
 * `terms` another term may be between the two: "reset … password" in "reset your old password".
 */
export function bigramCoverage(question: Question, terms: readonly string[]): number {
  let covered = 0
  let total = 0
  for (const [n, { term, weight }] of question.terms.entries()) {
    const next = question.terms[n + 1]
    if (!next) break
    const bigramWeight = weight + next.weight
    total += bigramWeight
    if (hasBigram(terms, term, next.term)) covered += bigramWeight
  }
  return total === 0 ? 0 : covered / total
}

function hasBigram(terms: readonly string[], first: string, second: string): boolean {
  return terms.some((term, i) => term === first && (terms[i + 1] === second || terms[i + 2] === second))
}

/** Set by hand, as are the numbers below. Lower similarities count as no match. */
const MIN_SIMILARITY = 0.6
/** Shorter terms, and shorter common prefixes, say too little: "for" and "form". */
const MIN_PREFIX_LENGTH = 4
/** Shorter terms stand in others by chance: "rate" in "separate". */
const MIN_PART_LENGTH = 5
/** Similarity of a compound and its part ("Wissenschaft" in "Sportwissenschaft"). */
const COMPOUND_SIMILARITY = 0.9

/** The similarity of the most similar candidate, 0 below MIN_SIMILARITY. */
function highestSimilarity(term: string, candidates: ReadonlySet<string>): number {
  if (term.length < MIN_PREFIX_LENGTH) return 0
  let highest = 0
  for (const candidate of candidates) highest = Math.max(highest, similarity(term, candidate))
  return highest > MIN_SIMILARITY ? highest : 0
}

/** With a long common prefix the Dice coefficient of that prefix: 2 · prefix / (length + length). */
function similarity(term: string, candidate: string): number {
  if (candidate.length < MIN_PREFIX_LENGTH) return 0
  const prefix = commonPrefixLength(term, candidate)
  if (prefix >= MIN_PREFIX_LENGTH) return (2 * prefix) / (term.length + candidate.length)
  return isPartOf(term, candidate) || isPartOf(candidate, term) ? COMPOUND_SIMILARITY : 0
}

function commonPrefixLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

function isPartOf(part: string, compound: string): boolean {
  return part.length >= MIN_PART_LENGTH && compound.includes(part)
}
