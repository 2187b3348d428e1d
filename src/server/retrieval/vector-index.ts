/** Exhaustive nearest-neighbor search over the passage vectors of a selection. */

export type StoredVector = { passageId: string; vector: Float32Array }

/** All vectors in one array, `dimensions` numbers each. */
export type VectorIndex = { ids: string[]; dimensions: number; numbers: Float32Array; bytes: number }

/** Multiplications before control returns to the event loop: about 8 ms. */
const MULTIPLICATIONS_PER_SLICE = 6_000_000

/** Drops vectors whose length differs from the last one: the service has changed the model behind the same name. */
export function buildVectorIndex(vectors: readonly StoredVector[]): VectorIndex {
  const dimensions = vectors.at(-1)?.vector.length ?? 0
  const indexed = vectors.filter(({ vector }) => vector.length === dimensions)
  const numbers = new Float32Array(indexed.length * dimensions)
  for (const [n, { vector }] of indexed.entries()) numbers.set(vector, n * dimensions)
  // 100 bytes for each id with its array slot.
  const bytes = numbers.byteLength + indexed.length * 100
  return { ids: indexed.map(({ passageId }) => passageId), dimensions, numbers, bytes }
}

/**
 * Every passage's rank from 1, by descending cosine similarity. Vectors must have length 1, so the dot product is the
 * cosine. Empty if the question's vector has other dimensions.
 */
export async function rankByCosine(
  { ids, dimensions, numbers }: VectorIndex,
  question: Float32Array,
): Promise<Map<string, number>> {
  if (question.length !== dimensions || dimensions === 0) return new Map()
  const scores = new Float32Array(ids.length)
  const vectorsPerSlice = Math.max(1, Math.floor(MULTIPLICATIONS_PER_SLICE / dimensions))
  for (let from = 0; from < ids.length; from += vectorsPerSlice) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    for (let n = from; n < Math.min(from + vectorsPerSlice, ids.length); n++) {
      let score = 0
      const start = n * dimensions
      for (let i = 0; i < dimensions; i++) score += (numbers[start + i] ?? 0) * (question[i] ?? 0)
      scores[n] = score
    }
  }
  const order = Uint32Array.from(ids.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  return new Map([...order].map((n, position) => [ids[n] ?? '', position + 1]))
}
