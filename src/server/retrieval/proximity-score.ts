import { valueAt } from './postings.ts'
import type { QuestionTerm } from './question-terms.ts'
import type { TermIndex } from './term-index.ts'

type ProximityWeights = Record<'bigram' | 'sentence' | 'sentenceStart' | 'label', number>

/** Distance in terms up to which two matched terms count as neighbours. */
const BIGRAM_WINDOW = 2

/**
 * What term proximity adds to a passage's score, in units of IDF:
 * - `bigram`: neighbouring terms of the question that are also neighbours in the passage;
 * - `sentence`: the matched terms of the best single sentence;
 * - `sentenceStart`: the rarest question term that starts a sentence;
 * - `label`: the matched terms of a sentence or table cell, times the share of its terms that match.
 */
export function proximityScore(
  index: TermIndex,
  passage: number,
  terms: QuestionTerm[],
  weights: ProximityWeights,
): number {
  const questionPositions = new Map<number, number[]>()
  for (const [position, term] of terms.entries()) {
    if (term.kind === 'bigram') continue
    for (const id of [...term.ids, ...term.relatedIds])
      questionPositions.set(id, [...(questionPositions.get(id) ?? []), position])
  }
  const countedBigrams = new Set<number>()
  let bigramScore = 0
  let sentenceScore = 0
  let bestSentence = 0
  let bestStart = 0
  let bestLabel = 0
  let matchedInSentence = new Set<number>()
  let previousPositions: number[] = []
  let previousMatch = -9

  const passageStart = valueAt(index.sequenceStarts, passage)
  const passageEnd = valueAt(index.sequenceStarts, passage + 1)
  let sentenceStart = passageStart
  for (let n = passageStart; n < passageEnd; n++) {
    const id = valueAt(index.sequence, n)
    if (id === 0) {
      bestSentence = Math.max(bestSentence, sentenceScore)
      if (matchedInSentence.size > 1)
        bestLabel = Math.max(bestLabel, (sentenceScore * matchedInSentence.size) / (n - sentenceStart))
      sentenceScore = 0
      sentenceStart = n + 1
      matchedInSentence = new Set()
      previousPositions = []
      continue
    }
    const positions = questionPositions.get(id)
    if (!positions) continue
    const idf = terms[positions[0] ?? 0]?.idf ?? 0
    if (n === passageStart || valueAt(index.sequence, n - 1) === 0) bestStart = Math.max(bestStart, idf)
    if (!matchedInSentence.has(id)) {
      matchedInSentence.add(id)
      sentenceScore += idf
    }
    for (const position of positions) {
      const isBigram = n - previousMatch <= BIGRAM_WINDOW && previousPositions.includes(position - 1)
      if (!isBigram || countedBigrams.has(position)) continue
      countedBigrams.add(position)
      bigramScore += (terms[position]?.idf ?? 0) + (terms[position - 1]?.idf ?? 0)
    }
    previousPositions = positions
    previousMatch = n
  }
  return (
    weights.bigram * bigramScore +
    weights.sentence * Math.max(bestSentence, sentenceScore) +
    weights.sentenceStart * bestStart +
    weights.label * bestLabel
  )
}
