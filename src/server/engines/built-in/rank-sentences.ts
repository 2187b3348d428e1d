import type { SourcePassage } from '#server/engines/engine.ts'
import type { Question } from './analyse-question.ts'
import { sentenceCandidates, type SentenceCandidate, type SentenceFeatures } from './sentence-features.ts'

export type RankedSentence = SentenceCandidate & { score: number }

/**
 * Fitted on XQuAD in twelve languages (`npm run bench answers`, figures in docs/benchmarks.md, Knowledge). Fitting on
 * half of the articles and measuring on the other half gives the same figures within .002. `rarestTerm` is a feature of
 * answerability only.
 */
export const SENTENCE_WEIGHTS: SentenceFeatures = {
  coverage: 5,
  headingCoverage: 4,
  nearbyCoverage: 3.6,
  passageCoverage: 2.2,
  bigramCoverage: 0.2,
  rarestTerm: 0,
  answerType: 1.4,
  passageScore: 3,
  reciprocalRank: 0.5,
  startsWithRarestTerm: 3,
  subjectName: 6,
  isDefinition: 6,
  isChangelog: -2,
  isDestructive: -2,
  rowLabel: 5,
  isQuestion: -1.5,
  isFragment: -2,
  isDependent: -1.5,
  isUninformative: -3,
}

/** All sentences of the passages, best first. */
export function rankSentences(question: Question, passages: readonly SourcePassage[]): RankedSentence[] {
  return sentenceCandidates(question, passages)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.features) }))
    .sort((a, b) => b.score - a.score)
}

function scoreOf(features: SentenceFeatures): number {
  let score = 0
  for (const name in features) {
    const key = name as keyof SentenceFeatures // for…in widens to string
    score += features[key] * SENTENCE_WEIGHTS[key]
  }
  return score
}
