/** The sentences that answer a question from the passages found, best first; none when the pages do not say. */
import type { EngineTurn, SourcePassage } from './engine.ts'
import { rankSentences, type RankedSentence } from './rank-sentences.ts'
import { readQuestion } from './read-question.ts'
import { isWhole } from './show-sentence.ts'

const MAX_SENTENCES = 3
/** A further sentence must come this near to the best one's score. */
const NEAR_BEST = 0.65

/**
 * Evidence below this is refused: chosen so that about one answerable question in twenty is refused wrongly, on the
 * twelve languages of `npm run bench answers` (docs/benchmarks.md says what is refused rightly then).
 */
const ENOUGH_EVIDENCE = 0.6
/** What the question turns on is mostly its rarest word. */
const RAREST_WORD = 0.2
/** However far ahead the best passage is, this much of the question must stand around the best sentence. */
const ENOUGH_NEAR = 0.3

export function chooseAnswer(
  question: string,
  history: EngineTurn[],
  passages: readonly SourcePassage[],
): RankedSentence[] {
  const read = readQuestion(question, history, passages)
  if (read.terms.length === 0) return []
  const all = rankSentences(read, passages)
  const whole = all.filter((sentence) => sentence.features.isFragment === 0 && isWhole(sentence))
  const ranked = whole.length > 0 ? whole : all
  const [best] = ranked
  if (!best || best.features.near < ENOUGH_NEAR) return []
  const evidence = best.features.near + 0.5 * leadOf(passages, read.total) + RAREST_WORD * best.features.rarest
  if (evidence < ENOUGH_EVIDENCE) return []

  const chosen: RankedSentence[] = []
  for (const sentence of ranked) {
    if (chosen.length === MAX_SENTENCES || sentence.score < best.score * NEAR_BEST) break
    if (!chosen.some((each) => each.text === sentence.text)) chosen.push(sentence)
  }
  return chosen
}

/**
 * How far the best passage stands out from the others found, in units of the question's weight, at most 1.5: where the
 * pages do not say, several passages are equally near. Without others to compare with it tells nothing.
 */
function leadOf(passages: readonly SourcePassage[], total: number): number {
  const [best, ...others] = passages
  if (!best || others.length === 0 || total === 0) return 0.5
  const mean = others.reduce((sum, passage) => sum + passage.score, 0) / others.length
  return Math.min(1.5, Math.max(0, (best.score - mean) / total))
}
