import type { SourcePassage } from '#server/engines/engine.ts'
import { createPlace, type Place } from './answer-place.ts'
import type { ChosenAnswer } from './choose-answer.ts'
import type { RankedSentence } from './rank-sentences.ts'

const MAX_PLACES = 3
/** A further passage without a chosen sentence needs this share of the best passage's score. */
const MIN_RELATIVE_SCORE = 0.7

/** The passages of the chosen sentences in their order, then the best other passages with their best sentence. */
export function choosePlaces({ sentences, ranked }: ChosenAnswer, passages: readonly SourcePassage[]): Place[] {
  const bestScore = passages[0]?.score ?? 0
  const further = passages.filter(({ score }) => score >= bestScore * MIN_RELATIVE_SCORE)
  const shown = [...new Set([...sentences.map(({ passage }) => passage), ...further])].slice(0, MAX_PLACES)
  return shown.map((passage) => {
    const isHere = (sentence: RankedSentence) => sentence.passage === passage
    const chosen = sentences.filter(isHere)
    return createPlace(passage, chosen.length > 0 ? chosen : ranked.filter(isHere).slice(0, 1))
  })
}
