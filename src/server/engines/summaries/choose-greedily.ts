/**
 * Chooses sentences one at a time, each the best by the sum of its keys' weights, and then reduces the weights of these
 * keys, so that the next sentence adds something new: the greedy update of SumBasic (Nenkova and Vanderwende, The
 * Impact of Frequency on Summarization, 2005).
 */
export type WeighedSentence<Candidate> = {
  candidate: Candidate
  /** Content terms, to find duplicates. */
  terms: ReadonlySet<string>
  /** What carries weight: terms, or other features such as pairs of words. */
  keys: ReadonlySet<string>
  /** Multiplies the sum: length, position, kind. */
  factor: number
}

/** Overlap coefficient (shared terms / terms of the shorter sentence) above which two sentences are duplicates. */
const DUPLICATE_OVERLAP = 0.6

/** At most `limit`, best first, without near-duplicates. `repeated` is the share of a weight that remains after use. */
export function chooseGreedily<Candidate>(
  sentences: readonly WeighedSentence<Candidate>[],
  weights: ReadonlyMap<string, number>,
  { limit, repeated }: { limit: number; repeated: number },
): Candidate[] {
  const weightByKey = new Map(Array.from(weights, ([key, value]) => [key, { value }]))
  // The weights are shared objects: reducing one affects all sentences that contain the key.
  const remaining = sentences.map((sentence) => ({
    ...sentence,
    weights: Array.from(sentence.keys, (key) => weightByKey.get(key)).filter((weight) => weight !== undefined),
  }))
  const chosen: typeof remaining = []
  while (chosen.length < limit) {
    const best = indexOfBest(remaining)
    if (best === -1) break
    const [next] = remaining.splice(best, 1)
    if (!next) break
    if (chosen.some((each) => isDuplicate(each.terms, next.terms))) continue
    chosen.push(next)
    for (const weight of next.weights) weight.value *= repeated
  }
  return chosen.map(({ candidate }) => candidate)
}

/** -1 if no sentence has a score above 0. */
function indexOfBest(sentences: readonly { weights: readonly { value: number }[]; factor: number }[]): number {
  let best = -1
  let bestScore = 0
  for (const [index, { weights, factor }] of sentences.entries()) {
    let sum = 0
    for (const weight of weights) sum += weight.value
    const score = sum * factor
    if (score > bestScore) {
      best = index
      bestScore = score
    }
  }
  return best
}

function isDuplicate(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared / Math.min(one.size, other.size) > DUPLICATE_OVERLAP
}
