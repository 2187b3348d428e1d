/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60

export type VectorRanking = {
  /** Rank by passage id, from 1 and in that order; only passages that have a vector. */
  ranks: ReadonlyMap<string, number>
  /** Share of the selection's passages that have a vector, above 0 up to 1. */
  coverage: number
}

/**
 * Reciprocal rank fusion of a ranking by words (ids, best first) and one by vectors: score = 1 / (K + rank by words) +
 * 1 / (K + rank by vectors). While vectors are still being computed, a passage without one keeps its rank by words in
 * both, and the other ranks are divided by the coverage: the best of a few passages must not count as the best of all.
 * Without any vector the ranking by words does not change.
 */
export function fuseRankings(
  byWords: readonly string[],
  { ranks, coverage }: VectorRanking,
  limit: number,
): { id: string; score: number }[] {
  const estimatedRank = (rank: number) => Math.max(1, rank / coverage)
  const scores = new Map<string, number>()
  for (const [n, id] of byWords.entries()) {
    const rank = ranks.get(id)
    scores.set(id, 1 / (K + n + 1) + 1 / (K + (rank === undefined ? n + 1 : estimatedRank(rank))))
  }
  for (const [id, rank] of ranks) {
    if (rank > limit) break
    if (!scores.has(id)) scores.set(id, 1 / (K + estimatedRank(rank)))
  }
  // The sort is stable: among equal scores, the ranking by words wins.
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
}
