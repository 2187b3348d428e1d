import type { SourcePassage } from '#server/engines/engine.ts'
import type { Question } from './analyze-question.ts'
import { sentenceCandidates, type SentenceCandidate, type SentenceFeatures } from './sentence-features.ts'

export type RankedSentence = SentenceCandidate & { score: number }

/**
 * What each feature of SentenceFeatures adds to the score of a sentence. Fitted on XQuAD in twelve languages
 * (`npm run bench answers`; the section "Knowledge" of docs/benchmarks.md). Fitted on half of the articles and measured on
 * the other half, recall differs by at most .002. Do not reorder: features are summed in this order, and another one
 * changes the last digits of scores, and with them the order of equal sentences.
 */
export const SENTENCE_WEIGHTS: SentenceFeatures = {
  coverage: 5,
  headingCoverage: 4,
  nearbyCoverage: 3.6,
  passageCoverage: 2.2,
  bigrams: 0.2,
  // Only answerability uses it.
  nearbyRarestTerm: 0,
  answerType: 1.4,
  passageScore: 3,
  reciprocalRank: 0.5,
  startsWithRarestTerm: 3,
  subjectName: 6,
  definition: 6,
  changelog: -2,
  destructive: -2,
  label: 5,
  question: -1.5,
  fragment: -2,
  dependent: -1.5,
  uninformative: -3,
}

/** A passage that was found by its meaning too is more likely the right one. Set by hand. */
const WEIGHTS_WITH_MEANING: SentenceFeatures = { ...SENTENCE_WEIGHTS, passageScore: 10 }

/** All sentences of the passages, best first. */
export function rankSentences(question: Question, passages: readonly SourcePassage[]): RankedSentence[] {
  const weights = hasCosines(passages) ? WEIGHTS_WITH_MEANING : SENTENCE_WEIGHTS
  return sentenceCandidates(question, passages)
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.features, weights) }))
    .sort((a, b) => b.score - a.score)
}

const FEATURES = Object.keys(SENTENCE_WEIGHTS) as (keyof SentenceFeatures)[] // Object.keys widens to string

function scoreOf(features: SentenceFeatures, weights: SentenceFeatures): number {
  return FEATURES.reduce((score, name) => score + features[name] * weights[name], 0)
}

/** True if the search compared the meaning of passages and question, not only their words. */
export function hasCosines(passages: readonly SourcePassage[]): boolean {
  return passages.some(({ found }) => found?.cosine !== undefined)
}
