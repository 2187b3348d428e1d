/** Which sentences of the passages found answer a question, best first. */
import type { SourcePassage } from './engine.ts'
import type { Question } from './read-question.ts'
import { sentenceCandidates, type SentenceCandidate, type SentenceFeatures } from './sentence-features.ts'

export type RankedSentence = SentenceCandidate & { score: number }

/** Fitted on the twelve languages of `npm run bench answers`; docs/benchmarks.md has the figures. */
export const SENTENCE_WEIGHTS: SentenceFeatures = {
  own: 5, about: 4, near: 3.6, around: 2.2, pairs: 0.2, rarest: 0, kind: 1.4, passage: 3, place: 0.5, length: 0, dense: 0,
  defines: 3, named: 6, explains: 3, history: -2, row: 5, isQuestion: -1.5, isFragment: -2, leans: -1.5, isCrumb: -3,
}

export function rankSentences(question: Question, passages: readonly SourcePassage[]): RankedSentence[] {
  return sentenceCandidates(question, passages)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.features) }))
    .sort((a, b) => b.score - a.score)
}

export function scoreOf(features: SentenceFeatures, weights: SentenceFeatures = SENTENCE_WEIGHTS): number {
  let score = 0
  for (const name in features) {
    const key = name as keyof SentenceFeatures // for…in widens to string
    score += features[key] * weights[key]
  }
  return score
}
