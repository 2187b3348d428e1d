/** How much of a question stands in a piece of text, told in its terms. */
import type { Question } from './read-question.ts'

/** How much a part of a compound, or the compound of a part, is worth as the word itself. */
const PART_OF = 0.9

/** For each of the question's terms: 1 when it stands there, less when only a similar word does. */
export function sharesIn(question: Question, terms: string[]): number[] {
  const held = new Set(terms)
  return question.terms.map(({ term }) => (held.has(term) ? 1 : 0.6 * nearest(term, held)))
}

/** Of the question, by weight, as much as the terms' `shares` say; 0 to 1. */
export function weighed(question: Question, shares: number[]): number {
  let sum = 0
  for (const [n, { weight }] of question.terms.entries()) sum += weight * (shares[n] ?? 0)
  return question.total === 0 ? 0 : sum / question.total
}

/** The share of the question's rarest term. */
export function rarestIn(question: Question, shares: number[]): number {
  return shares[question.terms.findIndex(({ term }) => term === rarestOf(question))] ?? 0
}

export function rarestOf(question: Question): string {
  let rarest = question.terms[0]
  for (const each of question.terms) if (each.weight > (rarest?.weight ?? 0)) rarest = each
  return rarest?.term ?? ''
}

/** Of the question's neighbouring terms, by weight, those that are neighbours here too. */
export function pairsIn(question: Question, terms: string[]): number {
  let held = 0
  let total = 0
  for (const [n, { term, weight }] of question.terms.entries()) {
    const next = question.terms[n + 1]
    if (!next) break
    total += weight + next.weight
    const stands = (at: number) => terms[at] === next.term || terms[at + 1] === next.term
    if (terms.some((each, at) => each === term && stands(at + 1))) held += weight + next.weight
  }
  return total === 0 ? 0 : held / total
}

/** Occurrences of the question's terms over the stretch that they stand in; 0 for fewer than two. */
export function densityIn(question: Question, terms: string[]): number {
  const places = terms.flatMap((term, at) => (question.terms.some((each) => each.term === term) ? [at] : []))
  const [first = 0] = places
  return places.length < 2 ? 0 : places.length / ((places.at(-1) ?? 0) - first + 1)
}

/** How much the most similar word shares with `term`: 0 unless they begin alike or one is part of the other. */
function nearest(term: string, held: ReadonlySet<string>): number {
  if (term.length < 4) return 0
  let best = 0
  for (const word of held) {
    if (word.length < 4) continue
    let same = 0
    while (same < term.length && same < word.length && term[same] === word[same]) same++
    if (same >= 4) best = Math.max(best, (2 * same) / (term.length + word.length))
    // Compounds: "Wissenschaft" in "Sportwissenschaft".
    else if (isPartOf(term, word) || isPartOf(word, term)) best = Math.max(best, PART_OF)
  }
  return best > 0.6 ? best : 0
}

function isPartOf(part: string, whole: string): boolean {
  return part.length >= 5 && whole.includes(part)
}
