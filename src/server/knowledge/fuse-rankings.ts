/** Joins two rankings of the same passages, by their words and by their meaning. */

/** Reciprocal rank fusion's constant (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60

export type MeaningRank = {
  /** The place, from 1 and in that order, of every passage that has a vector. */
  places: ReadonlyMap<string, number>
  /** Share of the selection's passages that have a vector, above 0 to 1. */
  share: number
}

/**
 * Reciprocal rank fusion of a ranking by words (ids, best first) with one by meaning. A passage that has no vector
 * stands in the second where it stands in the first, and the places of those that have one are taken as if all had:
 * so a passage that still waits for its vector keeps its place among others that wait, and the best of a few that
 * have one does not count as the best of all. Without any vector the ranking by words stays as it is.
 */
export function fuseRankings(words: readonly string[], { places, share }: MeaningRank, limit: number): { id: string; score: number }[] {
  const placeOf = (place: number) => Math.max(1, place / share)
  const scores = new Map<string, number>()
  for (const [n, id] of words.entries()) {
    const place = places.get(id)
    scores.set(id, 1 / (K + n + 1) + 1 / (K + (place === undefined ? n + 1 : placeOf(place))))
  }
  for (const [id, place] of places) {
    if (place > limit) break
    if (!scores.has(id)) scores.set(id, 1 / (K + placeOf(place)))
  }
  // Sorting is stable, and those found by words came first.
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score).slice(0, limit)
}
