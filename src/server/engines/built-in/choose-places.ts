import type { SourcePassage } from '#server/engines/engine.ts'
import { createPlace, type Place } from './answer-place.ts'
import type { RankedSentence } from './rank-sentences.ts'

const MAX_PLACES = 3
/** A further passage without a chosen sentence needs this share of the best passage's score. */
const MIN_RELATIVE_SCORE = 0.7

/** The passages of the chosen sentences in their order, then the best other passages. */
export function choosePlaces(sentences: readonly RankedSentence[], passages: readonly SourcePassage[]): Place[] {
  const bestScore = passages[0]?.score ?? 0
  const further = passages.filter(({ score }) => score >= bestScore * MIN_RELATIVE_SCORE)
  const chosen = [...new Set([...sentences.map(({ passage }) => passage), ...further])].slice(0, MAX_PLACES)
  return chosen.map((passage) =>
    createPlace(
      passage,
      sentences.filter((sentence) => sentence.passage === passage),
    ),
  )
}
