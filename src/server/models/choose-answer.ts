/** The sentences that answer a question from the passages found, best first; none when the pages do not say. */
import type { EngineTurn, SourcePassage } from './engine.ts'
import { rankSentences, type RankedSentence } from './rank-sentences.ts'
import { readQuestion } from './read-question.ts'

const MAX_SENTENCES = 3
/** A further sentence must come this near to the best one's score. */
const NEAR_BEST = 0.75
/** Less of the question than this in the best sentence and its surroundings: the pages do not say. */
const ENOUGH_COVERAGE = 0.5

export function chooseAnswer(
  question: string,
  history: EngineTurn[],
  passages: readonly SourcePassage[],
  most = MAX_SENTENCES,
): RankedSentence[] {
  const read = readQuestion(question, history, passages)
  if (read.terms.length === 0) return []
  const ranked = rankSentences(read, passages)
  const [best] = ranked
  if (!best || best.features.around < ENOUGH_COVERAGE) return []

  const chosen: RankedSentence[] = []
  for (const sentence of ranked) {
    if (chosen.length === most || sentence.score < best.score * NEAR_BEST) break
    if (!chosen.some((each) => each.text === sentence.text)) chosen.push(sentence)
  }
  return chosen
}
