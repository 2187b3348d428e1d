/** Merges groups of questions that mean the same in other words, by embeddings. */
import { type Embedder, MAX_BATCH_SIZE } from '#server/engines/language-model/embedder.ts'

/** Cosine similarity of the first questions. Related subjects are below this for the usual embedding models. */
const SAME_MEANING = 0.85
/** Groups that are compared, the largest: each pair costs a thousand multiplications. */
const MAX_COMPARED = 200
/** The list of gaps does not wait longer for vectors; groups without one are not merged. */
const TIMEOUT_MS = 3_000
/** So many vectors take about 12 MB of memory. */
const MAX_CACHED = 2_000

/** By model and question, the least recently used first. */
const cache = new Map<string, Float32Array>()

type Asked = { question: string; askedAt: Date }

/** The groups and the questions in each are in the order of time, before and after. */
export async function mergeByMeaning<Question extends Asked>(
  embedder: Embedder | null,
  groups: Question[][],
): Promise<Question[][]> {
  if (!embedder) return groups
  const compared = groups.toSorted((one, other) => other.length - one.length).slice(0, MAX_COMPARED)
  const vectors = await vectorsOf(
    embedder,
    compared.map(([first]) => first?.question ?? ''),
  )
  const merged: { questions: Question[]; vector: Float32Array | undefined }[] = []
  for (const questions of groups) {
    const vector = vectors.get(questions[0]?.question ?? '')
    const same = vector && merged.find((group) => group.vector && dot(group.vector, vector) >= SAME_MEANING)
    if (same) same.questions.push(...questions)
    else merged.push({ questions: [...questions], vector })
  }
  return merged.map(({ questions }) =>
    questions.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime()),
  )
}

/** Those that the service returned in time, or that are cached. */
async function vectorsOf(embedder: Embedder, questions: readonly string[]): Promise<Map<string, Float32Array>> {
  const keyOf = (question: string) => `${embedder.model}\n${question}`
  const missing = [...new Set(questions)].filter((question) => !cache.has(keyOf(question)))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    for (let start = 0; start < missing.length; start += MAX_BATCH_SIZE) {
      const batch = missing.slice(start, start + MAX_BATCH_SIZE)
      const vectors = await embedder.embed(batch, signal)
      for (const [n, vector] of vectors.entries()) cache.set(keyOf(batch[n] ?? ''), vector)
    }
  } catch {
    // Words alone group the questions that have no vector.
  }
  const found = new Map<string, Float32Array>()
  for (const question of questions) {
    const vector = cache.get(keyOf(question))
    if (!vector) continue
    cache.delete(keyOf(question))
    cache.set(keyOf(question), vector)
    found.set(question, vector)
  }
  for (const key of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(key)
  }
  return found
}

/** Vectors of length 1: the cosine. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let n = 0; n < one.length; n++) sum += (one[n] ?? 0) * (other[n] ?? 0)
  return sum
}
