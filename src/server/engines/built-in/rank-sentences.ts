import type { SourcePassage } from '#server/engines/engine.ts'
import type { Question } from './analyse-question.ts'
import { sentenceCandidates, type SentenceCandidate, type SentenceFeatures } from './sentence-features.ts'

export type RankedSentence = SentenceCandidate & { score: number }

/**
 * Fitted on XQuAD in twelve languages (`npm run bench answers`, figures in docs/benchmarks.md, Knowledge). Fitting on
 * half of the articles and measuring on the other half gives the same figures within .002. `nearbyRarestTerm` is a
 * feature of answerability only.
 */
export const SENTENCE_WEIGHTS: SentenceFeatures = {
  coverage: 5,
  headingCoverage: 4,
  nearbyCoverage: 3.6,
  passageCoverage: 2.2,
  bigrams: 0.2,
  nearbyRarestTerm: 0,
  answerType: 1.4,
  passageScore: 3,
  reciprocalRank: 0.5,
  startsWithRarestTerm: 3,
  subjectName: 6,
  definition: 6,
  changelog: -2,
  destructive: -2,
  rowLabel: 5,
  question: -1.5,
  fragment: -2,
  dependent: -1.5,
  uninformative: -3,
}

/** All sentences of the passages, best first. */
export function rankSentences(question: Question, passages: readonly SourcePassage[]): RankedSentence[] {
  return sentenceCandidates(question, passages)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.features) }))
    .sort((a, b) => b.score - a.score)
}

/** The order of the sum: another order changes the last digits of scores, and with them the order of equal sentences. */
const FEATURES = Object.keys(SENTENCE_WEIGHTS) as (keyof SentenceFeatures)[] // Object.keys widens to string

function scoreOf(features: SentenceFeatures): number {
  return FEATURES.reduce((score, name) => score + features[name] * SENTENCE_WEIGHTS[name], 0)
}
