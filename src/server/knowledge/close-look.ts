import { at } from './postings.ts'
import type { QuestionTerm } from './question-terms.ts'
import type { IndexState } from './word-index.ts'

/** What each finding of the close look is worth. */
type Weights = Record<'pairs' | 'sentence' | 'opening' | 'cell', number>

/** What neighbouring words and the best single sentence add to a passage's score. */
export function closeLook(state: IndexState, passage: number, terms: QuestionTerm[], weights: Weights): number {
  const placesOf = new Map<number, number[]>()
  for (const [place, term] of terms.entries()) {
    if (term.kind === 'gram') continue
    for (const id of term.ids) placesOf.set(id, [...(placesOf.get(id) ?? []), place])
  }
  const pairs = new Set<number>()
  let pairScore = 0
  let bestSentence = 0
  let sentence = 0
  let inSentence = new Set<number>()
  let previous: number[] = []
  let previousAt = -9

  let opening = 0
  let bestLabel = 0
  const begin = at(state.sequenceStarts, passage)
  let from = begin
  const end = at(state.sequenceStarts, passage + 1)
  for (let n = begin; n < end; n++) {
    const id = at(state.sequence, n)
    if (id === 0) {
      bestSentence = Math.max(bestSentence, sentence)
      if (inSentence.size > 1) bestLabel = Math.max(bestLabel, (sentence * inSentence.size) / (n - from))
      sentence = 0
      from = n + 1
      inSentence = new Set()
      previous = []
      continue
    }
    const places = placesOf.get(id)
    if (!places) continue
    if (n === begin || at(state.sequence, n - 1) === 0) opening = Math.max(opening, terms[places[0] ?? 0]?.idf ?? 0)
    if (!inSentence.has(id)) {
      inSentence.add(id)
      sentence += terms[places[0] ?? 0]?.idf ?? 0
    }
    for (const place of places) {
      if (n - previousAt > 2 || !previous.includes(place - 1) || pairs.has(place)) continue
      pairs.add(place)
      pairScore += (terms[place]?.idf ?? 0) + (terms[place - 1]?.idf ?? 0)
    }
    previous = places
    previousAt = n
  }
  return weights.pairs * pairScore + weights.sentence * Math.max(bestSentence, sentence) + weights.opening * opening + weights.cell * bestLabel
}
