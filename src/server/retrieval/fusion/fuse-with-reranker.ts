/** Orders the best passages of a search again, by another model. */

/** A score for each text, higher is better; null if the order of the search is to be kept. Never rejects. */
export type Rerank = (question: string, texts: readonly string[]) => Promise<readonly number[] | null>

/** `score` is that of the search. */
type RankedPassage = { headingPath: string[]; text: string; score: number }

/** The best passages, which the model orders again. */
export const RERANKED_PASSAGES = 50
/** With this many times the score of the second, the search's first passage stays first (docs/benchmarks.md#reranking). */
const CLEAR_LEAD = 1.1
/** Random rankings have a fifth of their best fifth in common. */
const MIN_AGREEMENT = 0.4

/**
 * Fuses the search's ranking of the first passages with that of the reranker. Null without scores, and if both rankings
 * have too little in common: the search's ranking is then better. Each position keeps its score.
 */
export async function fuseWithReranker<Passage extends RankedPassage>(
  found: readonly Passage[],
  question: string,
  rerank: Rerank,
): Promise<Passage[] | null> {
  const first = found.slice(0, RERANKED_PASSAGES)
  if (first.length < 2) return null
  const texts = first.map(({ headingPath, text }) => [...headingPath, text].join('\n'))
  const scores = await rerank(question, texts)
  if (!scores) return null

  // A passage is identified by its rank in the search, from 0.
  const byReranker = [...first.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  if (agreement(byReranker) < MIN_AGREEMENT) return null
  const fused = byReranker
    .map((rank, rerankedRank) => ({ rank, score: fusedScore(rank) + fusedScore(rerankedRank) }))
    .toSorted((a, b) => b.score - a.score || a.rank - b.rank)
    .map(({ rank }) => rank)
  const order = hasClearLead(first) ? [0, ...fused.filter((rank) => rank !== 0)] : fused
  const reordered = order.flatMap((rank) => first[rank] ?? [])
  const withScores = reordered.map((passage, n) => ({ ...passage, score: first[n]?.score ?? passage.score }))
  return [...withScores, ...found.slice(RERANKED_PASSAGES)]
}

/** The share of the search's best fifth that is in the reranker's. `ranks` are the search's, in the reranker's order. */
function agreement(ranks: readonly number[]): number {
  const count = Math.max(1, Math.floor(ranks.length / 5))
  return ranks.slice(0, count).filter((rank) => rank < count).length / count
}

function hasClearLead([best, second]: readonly RankedPassage[]): boolean {
  return best !== undefined && second !== undefined && best.score >= second.score * CLEAR_LEAD
}

/** Reciprocal rank fusion with a small constant: a reranker's first passage then passes about ten others. */
const fusedScore = (rank: number) => 1 / (10 + rank)
