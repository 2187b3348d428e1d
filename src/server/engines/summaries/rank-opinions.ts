/**
 * Many short opinions on one thing, such as the reviews of a product: no order, no introduction, and the same said many
 * times. The best summary is a few short sentences that say what most of them say.
 */
import { chooseGreedily } from './choose-greedily.ts'
import { documentFrequencies, type PageWord } from './sentence-terms.ts'
import type { SummaryCandidate } from './summary-candidates.ts'

/** A sentence with its words and its content terms. */
export type CandidateTerms = { candidate: SummaryCandidate; words: readonly PageWord[]; terms: Set<string> }

const MIN_OPINIONS = 12
/** The thing itself is named in at least this share of opinions; in few articles is any term so frequent. */
const MIN_SUBJECT_SHARE = 0.5
/** Terms in more than this share of sentences say nothing about their order. */
const MAX_ORDER_SHARE = 0.3
/**
 * Neighbors in an article share terms more often than distant sentences do, about one and a half times; in a list of
 * opinions, hardly more often.
 */
const MAX_ADJACENCY = 1.7
const FAR_DISTANCES = [5, 6, 7, 8, 9, 10, 11]
/** Added to both shares, because a ratio of two small shares means nothing. */
const ADJACENCY_PRIOR = 0.05

/** Words of an opinion that fits into a summary. */
const MIN_LENGTH = 4
const MAX_LENGTH = 25
/** Added to the number of words, so that a few frequent words alone do not win. */
const LENGTH_PRIOR = 4
/** Weight of two adjacent words, stop words included, relative to a content term. */
const PAIR_WEIGHT = 0.5
const REPEATED_WEIGHT = 0.3

/** True if the sentences of a page are a list of opinions. Deterministic. */
export function areOpinions(sentences: readonly CandidateTerms[]): boolean {
  if (sentences.length < MIN_OPINIONS) return false
  const sets = sentences.map(({ terms }) => terms)
  const frequencies = documentFrequencies(sets)
  const subjectShare = Math.max(0, ...frequencies.values()) / sets.length
  return subjectShare >= MIN_SUBJECT_SHARE && adjacencyOf(sets, frequencies) < MAX_ADJACENCY
}

/** How much more often neighbors share a term than sentences that are far apart; 1 for a list in random order. */
function adjacencyOf(sets: readonly Set<string>[], frequencies: ReadonlyMap<string, number>): number {
  const maxFrequency = MAX_ORDER_SHARE * sets.length
  const specific = sets.map((set) => [...set].filter((term) => (frequencies.get(term) ?? 0) < maxFrequency))
  const shareAt = (distance: number) => {
    const linked = specific.filter((terms, index) => terms.some((term) => sets[index - distance]?.has(term)))
    return linked.length / (sets.length - distance)
  }
  const distances = FAR_DISTANCES.filter((distance) => distance < sets.length)
  const far = distances.reduce((sum, distance) => sum + shareAt(distance), 0) / distances.length
  return (shareAt(1) + ADJACENCY_PRIOR) / (far + ADJACENCY_PRIOR)
}

/** Best first: score = sum of (frequency - 1) of its terms and word pairs / (words + LENGTH_PRIOR). */
export function rankOpinions(sentences: readonly CandidateTerms[], limit: number): SummaryCandidate[] {
  const all = sentences.map(({ candidate, words, terms }) => {
    const pairs = words.slice(1).map(({ features }, index) => `${words[index]?.features.term} ${features.term}`)
    return { candidate, terms, keys: new Set([...terms, ...pairs]), length: words.length }
  })
  const weights = documentFrequencies(all.map(({ keys }) => keys))
  // What only one person says is no consensus.
  for (const [key, frequency] of weights) weights.set(key, (frequency - 1) * (key.includes(' ') ? PAIR_WEIGHT : 1))
  const weighed = all
    .filter(({ candidate, terms, length }) => {
      const isStatement = !/[?？؟:：]$/.test(candidate.text)
      return isStatement && terms.size > 1 && length >= MIN_LENGTH && length <= MAX_LENGTH
    })
    .map((sentence) => ({ ...sentence, factor: 1 / (sentence.length + LENGTH_PRIOR) }))
  return chooseGreedily(weighed, weights, { limit, repeated: REPEATED_WEIGHT })
}
