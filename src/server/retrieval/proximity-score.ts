import { valueAt } from './postings.ts'
import type { QuestionTerm } from './question-terms.ts'
import { SENTENCE_BOUNDARY, type TermIndex } from './term-index.ts'

type ProximityWeights = Record<'neighbors' | 'sentence' | 'sentenceOpening' | 'label', number>

/** Distance in terms up to which two matched terms count as neighbors. */
const NEIGHBOR_WINDOW = 2

/** A term of a sentence that is also in the question. */
type Match = {
  term: number
  /** Its place in the sentence. */
  offset: number
  /** Its places in the question; never empty. */
  questionPositions: readonly number[]
}

/**
 * What term proximity adds to a passage's score, in units of IDF:
 * - `neighbors`: terms that follow each other in the question and also in a sentence of the passage;
 * - `sentence`: the matched terms of the best single sentence;
 * - `sentenceOpening`: the rarest question term that starts a sentence;
 * - `label`: the matched terms of a sentence or table cell, times the share of its terms that match. High for a label such
 *   as "Default port". Its text follows, so the last sentence is none.
 */
export function createProximityScorer(
  index: TermIndex,
  terms: readonly QuestionTerm[],
  weights: ProximityWeights,
): (passage: number) => number {
  const findMatches = createMatchFinder(index, terms)
  const idfAt = (position = 0) => terms[position]?.idf ?? 0
  return (passage) => {
    const neighbors = new Set<number>()
    let [bestSentence, bestOpening, bestLabel] = [0, 0, 0]
    for (const { matches, length, isLast } of findMatches(passage)) {
      for (const position of neighborPositions(matches)) neighbors.add(position)
      const idfByTerm = new Map(matches.map(({ term, questionPositions }) => [term, idfAt(questionPositions[0])]))
      const matchedIdf = sum(idfByTerm.values())
      bestSentence = Math.max(bestSentence, matchedIdf)
      const [first] = matches
      if (first?.offset === 0) bestOpening = Math.max(bestOpening, idfAt(first.questionPositions[0]))
      const isLabel = idfByTerm.size > 1 && !isLast
      if (isLabel) bestLabel = Math.max(bestLabel, (matchedIdf * idfByTerm.size) / length)
    }
    const neighborIdf = sum([...neighbors].map((position) => idfAt(position) + idfAt(position - 1)))
    return (
      weights.neighbors * neighborIdf +
      weights.sentence * bestSentence +
      weights.sentenceOpening * bestOpening +
      weights.label * bestLabel
    )
  }
}

/** For each term of the index that the question names, its places in the question. */
function questionPositionsByTerm(terms: readonly QuestionTerm[]): Map<number, number[]> {
  const positions = new Map<number, number[]>()
  for (const [position, term] of terms.entries()) {
    // Its two words are in the list too.
    if (term.kind === 'bigram') continue
    for (const id of [...term.ids, ...term.relatedIds]) positions.set(id, [...(positions.get(id) ?? []), position])
  }
  return positions
}

type MatchedSentence = {
  /** Never empty. */
  matches: Match[]
  /** In terms. */
  length: number
  /** No other sentence of the passage follows. */
  isLast: boolean
}

/** Finds the sentences of a passage that have a term of the question. Most of the time of the second stage is spent here. */
function createMatchFinder(
  { sequence, sequenceStarts, terms: indexed }: TermIndex,
  terms: readonly QuestionTerm[],
): (passage: number) => MatchedSentence[] {
  const positionsByTerm = questionPositionsByTerm(terms)
  // A look into an array for each term of a passage, instead of one into a map.
  const isAsked = new Uint8Array(indexed.size + 1)
  for (const term of positionsByTerm.keys()) isAsked[term] = 1

  return (passage) => {
    const sentences: MatchedSentence[] = []
    const end = valueAt(sequenceStarts, passage + 1)
    let matches: Match[] = []
    let start = valueAt(sequenceStarts, passage)
    for (let n = start; n <= end; n++) {
      const term = n < end ? valueAt(sequence, n) : SENTENCE_BOUNDARY
      if (term === SENTENCE_BOUNDARY) {
        if (n > start) endPrevious(sentences)
        if (matches.length > 0) sentences.push({ matches, length: n - start, isLast: true })
        matches = []
        start = n + 1
      } else if (isAsked[term] === 1) {
        matches.push({ term, offset: n - start, questionPositions: positionsByTerm.get(term) ?? [] })
      }
    }
    return sentences
  }

  function endPrevious(sentences: readonly MatchedSentence[]) {
    const previous = sentences.at(-1)
    if (previous) previous.isLast = false
  }
}

/** The question positions whose term follows the question's term before it, as in the question. */
function neighborPositions(matches: readonly Match[]): number[] {
  return matches.flatMap(({ offset, questionPositions }, n) => {
    const before = matches[n - 1]
    if (!before || offset - before.offset > NEIGHBOR_WINDOW) return []
    return questionPositions.filter((position) => before.questionPositions.includes(position - 1))
  })
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
