/** The vectors of a selection, and which of its passages are nearest to a question's. */

export type StoredVector = { passageId: string; vector: Float32Array }

/** All vectors in one stretch of memory, `size` numbers each. */
export type VectorIndex = { ids: string[]; size: number; numbers: Float32Array; bytes: number }

/** Numbers multiplied before other requests get their turn: some 8 ms. */
const SLICE_NUMBERS = 6_000_000

/** Vectors of another length than the last one are left out: the service has another model under the same name now. */
export function buildVectorIndex(vectors: readonly StoredVector[]): VectorIndex {
  const size = vectors.at(-1)?.vector.length ?? 0
  const alike = vectors.filter(({ vector }) => vector.length === size)
  const numbers = new Float32Array(alike.length * size)
  for (const [n, { vector }] of alike.entries()) numbers.set(vector, n * size)
  // 100 bytes for an id and its place.
  return { ids: alike.map(({ passageId }) => passageId), size, numbers, bytes: numbers.byteLength + alike.length * 100 }
}

/** Every passage's place from 1, the nearest by cosine first; vectors have length 1. Empty when the question's has other numbers. */
export async function rankByMeaning({ ids, size, numbers }: VectorIndex, question: Float32Array): Promise<Map<string, number>> {
  if (question.length !== size || size === 0) return new Map()
  const scores = new Float32Array(ids.length)
  const slice = Math.max(1, Math.floor(SLICE_NUMBERS / size))
  for (let from = 0; from < ids.length; from += slice) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    for (let n = from; n < Math.min(from + slice, ids.length); n++) {
      let score = 0
      const start = n * size
      for (let at = 0; at < size; at++) score += (numbers[start + at] ?? 0) * (question[at] ?? 0)
      scores[n] = score
    }
  }
  const order = Uint32Array.from(ids.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  return new Map([...order].map((n, place) => [ids[n] ?? '', place + 1]))
}
