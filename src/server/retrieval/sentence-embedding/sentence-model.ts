/**
 * The sentence-embedding model all-MiniLM-L6-v2: a BERT of six layers, whose output is averaged over the pieces of a text
 * (Reimers and Gurevych, EMNLP 2019). Cosines differ by less than .001 from those with 32-bit floats
 * (docs/decisions/051-sentence-embedding.md).
 */
import { type Matrices, type Matrix, openMatrices } from './matrices.ts'
import type { Tensors } from './open-safetensors.ts'

const LAYERS = 6
const HEADS = 12
const DIMENSIONS = 384
const HEAD_DIMENSIONS = DIMENSIONS / HEADS
const INNER_DIMENSIONS = 4 * DIMENSIONS
/** Queries, keys and values of one piece. */
const PROJECTED_DIMENSIONS = 3 * DIMENSIONS
/** Longer texts are cut: the model was trained with texts of this length. */
export const MAX_PIECES = 128
/** A text is filled up with zeros to a multiple of so many pieces. */
const PIECES_MULTIPLE = 16
const NORM_EPSILON = 1e-12
/** The weights take 21 MB, a text of MAX_PIECES 3 MB. */
const MEMORY_BYTES = 25 * 1024 * 1024

type Linear = { weights: Matrix; bias: Float32Array }
type Norm = { weights: Float32Array; bias: Float32Array }
type Workspace = ReturnType<typeof reserveWorkspace>

export type SentenceModel = {
  /** A vector of length 1 for a text, given by its word pieces. */
  embed(pieces: readonly number[]): Float32Array
}

/** Throws if a tensor is missing. */
export async function loadSentenceModel(tensors: Tensors): Promise<SentenceModel> {
  const matrices = await openMatrices(MEMORY_BYTES)
  const { quantize, multiply, gelu } = matrices
  const workspace = reserveWorkspace(matrices)
  const { state, projected, change, inner, input, innerInput } = workspace
  const layers = readLayers(tensors, matrices, inner)
  const setInput = createInputSetter(tensors, state)
  const attend = createAttention(matrices, workspace)

  /** Sets the first `rows` rows of `out` to a linear layer of those of `a`. */
  function apply({ weights, bias }: Linear, a: Matrix, rows: number, out: Float32Array) {
    multiply({ a, rows, b: weights, rowsOfB: bias.length, columns: weights.columns, bias }, out, bias.length)
  }

  /** Adds `change` to the state. */
  function addChange(rows: number, norm: Norm) {
    for (let i = 0; i < rows * DIMENSIONS; i++) state[i] = at(state, i) + at(change, i)
    normalize(state, rows, norm)
  }

  return {
    embed(allPieces) {
      const pieces = allPieces.slice(0, MAX_PIECES)
      const rows = Math.ceil(pieces.length / PIECES_MULTIPLE) * PIECES_MULTIPLE
      const size = { rows, columns: DIMENSIONS }
      setInput(pieces, rows)
      for (const layer of layers) {
        quantize(state, size, input)
        apply(layer.projection, input, rows, projected)
        attend(pieces.length, rows)
        quantize(change, size, input)
        apply(layer.attended, input, rows, change)
        addChange(rows, layer.afterAttention)

        quantize(state, size, input)
        apply(layer.inner, input, rows, inner)
        gelu(inner, rows * INNER_DIMENSIONS)
        quantize(inner, { rows, columns: INNER_DIMENSIONS }, innerInput)
        apply(layer.output, innerInput, rows, change)
        addChange(rows, layer.afterOutput)
      }
      return meanOf(state, pieces.length)
    },
  }
}

/** Memory for the text that is embedded, one row for each piece, and for one attention head. */
function reserveWorkspace({ floats, matrix }: Matrices) {
  return {
    state: floats(MAX_PIECES * DIMENSIONS),
    /** Queries, keys and values of all heads. */
    projected: floats(MAX_PIECES * PROJECTED_DIMENSIONS),
    change: floats(MAX_PIECES * DIMENSIONS),
    inner: floats(MAX_PIECES * INNER_DIMENSIONS),
    input: matrix(MAX_PIECES, DIMENSIONS),
    innerInput: matrix(MAX_PIECES, INNER_DIMENSIONS),
    ofHead: {
      queries: matrix(MAX_PIECES, HEAD_DIMENSIONS),
      keys: matrix(MAX_PIECES, HEAD_DIMENSIONS),
      relevance: floats(MAX_PIECES * MAX_PIECES),
      shares: matrix(MAX_PIECES, MAX_PIECES),
      valueColumns: floats(HEAD_DIMENSIONS * MAX_PIECES),
      values: matrix(HEAD_DIMENSIONS, MAX_PIECES),
      noBias: floats(MAX_PIECES),
    },
  }
}

/** `buffer` is memory of the module for one row. */
function readLayers(tensors: Tensors, { floats, matrix, quantize }: Matrices, buffer: Float32Array) {
  /** One linear layer with the rows of several. */
  function readLinear(columns: number, ...names: string[]): Linear {
    const biases = names.map((name) => readNumbers(tensors, `${name}.bias`))
    const rows = biases.reduce((sum, { length }) => sum + length, 0)
    const weights = matrix(rows, columns)
    const bias = floats(rows)
    let row = 0
    for (const [n, name] of names.entries()) {
      bias.set(biases[n] ?? [], row)
      for (let ofPart = 0; ofPart < (biases[n]?.length ?? 0); ofPart++) {
        buffer.set(tensors.row(`${name}.weight`, ofPart, columns))
        quantize(buffer, { rows: 1, columns }, weights, row++)
      }
    }
    return { weights, bias }
  }

  return Array.from({ length: LAYERS }, (_, n) => {
    const layer = `encoder.layer.${n}`
    const self = `${layer}.attention.self`
    return {
      projection: readLinear(DIMENSIONS, `${self}.query`, `${self}.key`, `${self}.value`),
      attended: readLinear(DIMENSIONS, `${layer}.attention.output.dense`),
      afterAttention: readNorm(tensors, `${layer}.attention.output.LayerNorm`),
      inner: readLinear(DIMENSIONS, `${layer}.intermediate.dense`),
      output: readLinear(INNER_DIMENSIONS, `${layer}.output.dense`),
      afterOutput: readNorm(tensors, `${layer}.output.LayerNorm`),
    }
  })
}

const readNumbers = (tensors: Tensors, name: string) => new Float32Array(tensors.numbers(name))

const readNorm = (tensors: Tensors, name: string): Norm => ({
  weights: readNumbers(tensors, `${name}.weight`),
  bias: readNumbers(tensors, `${name}.bias`),
})

/**
 * The function sets `state` to the words, positions and segment of the pieces, and the rows that fill up the text to
 * zero.
 */
function createInputSetter(tensors: Tensors, state: Float32Array) {
  const positions = readNumbers(tensors, 'embeddings.position_embeddings.weight')
  const segment = readNumbers(tensors, 'embeddings.token_type_embeddings.weight')
  const norm = readNorm(tensors, 'embeddings.LayerNorm')
  return (pieces: readonly number[], rows: number) => {
    state.fill(0, 0, rows * DIMENSIONS)
    for (const [n, piece] of pieces.entries()) {
      const word = tensors.row('embeddings.word_embeddings.weight', piece, DIMENSIONS)
      const start = n * DIMENSIONS
      for (let i = 0; i < DIMENSIONS; i++) state[start + i] = at(word, i) + at(positions, start + i) + at(segment, i)
    }
    normalize(state, pieces.length, norm)
  }
}

/** The function sets `change` to what each piece takes from all `count` pieces, one head after the other. */
function createAttention({ quantize, multiply, softmax }: Matrices, { projected, change, ofHead }: Workspace) {
  const { queries, keys, relevance, shares, valueColumns, values, noBias } = ofHead

  /** The rows that fill up the text are relevant for none. */
  function scaleRelevance(count: number, rows: number) {
    for (let i = 0; i < rows * rows; i++) relevance[i] = at(relevance, i) / Math.sqrt(HEAD_DIMENSIONS)
    for (let n = 0; n < rows; n++) relevance.fill(-Infinity, n * rows + count, (n + 1) * rows)
  }

  return (count: number, rows: number) => {
    const head = { rows, columns: HEAD_DIMENSIONS, stride: PROJECTED_DIMENSIONS }
    valueColumns.fill(0)
    for (let start = 0; start < DIMENSIONS; start += HEAD_DIMENSIONS) {
      quantize(projected.subarray(start), head, queries)
      quantize(projected.subarray(start + DIMENSIONS), head, keys)
      multiply({ a: queries, rows, b: keys, rowsOfB: rows, columns: HEAD_DIMENSIONS, bias: noBias }, relevance, rows)
      scaleRelevance(count, rows)
      softmax(relevance, { rows, columns: rows }, shares)
      for (let n = 0; n < count; n++) {
        const from = n * PROJECTED_DIMENSIONS + 2 * DIMENSIONS + start
        for (let i = 0; i < HEAD_DIMENSIONS; i++) valueColumns[i * rows + n] = at(projected, from + i)
      }
      quantize(valueColumns, { rows: HEAD_DIMENSIONS, columns: rows }, values)
      const factors = { a: shares, rows, b: values, rowsOfB: HEAD_DIMENSIONS, columns: rows, bias: noBias }
      multiply(factors, change.subarray(start), DIMENSIONS)
    }
  }
}

/** Subtracts the mean of each row, divides by the standard deviation, and applies weights and bias. */
function normalize(numbers: Float32Array, rows: number, { weights, bias }: Norm) {
  for (let start = 0; start < rows * DIMENSIONS; start += DIMENSIONS) {
    let sum = 0
    for (let i = 0; i < DIMENSIONS; i++) sum += at(numbers, start + i)
    const mean = sum / DIMENSIONS
    let squares = 0
    for (let i = 0; i < DIMENSIONS; i++) squares += (at(numbers, start + i) - mean) ** 2
    const factor = 1 / Math.sqrt(squares / DIMENSIONS + NORM_EPSILON)
    for (let i = 0; i < DIMENSIONS; i++) {
      numbers[start + i] = (at(numbers, start + i) - mean) * factor * at(weights, i) + at(bias, i)
    }
  }
}

/** The mean of the rows, scaled to length 1. */
function meanOf(numbers: Float32Array, rows: number): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (let i = 0; i < rows * DIMENSIONS; i++) vector[i % DIMENSIONS] = at(vector, i % DIMENSIONS) + at(numbers, i)
  const length = Math.hypot(...vector)
  return vector.map((number) => number / length)
}

/** Typed arrays have a number at each index below their length. */
const at = (numbers: Float32Array | Float16Array, index: number): number => numbers[index] ?? 0
