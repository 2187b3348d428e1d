/**
 * Matrices of 16-bit integers with a factor for each row, in the memory of a WebAssembly module (matrices.wat). Integers
 * because WebAssembly multiplies and adds eight of them in one instruction, but only four 32-bit floats in two.
 */
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'

export type Matrix = { integers: Int16Array; scales: Float32Array; columns: number }

export type Matrices = {
  /** Zeros in the memory of the module. The other functions take no other arrays. Throws RangeError when it is full. */
  floats(count: number): Float32Array
  matrix(rows: number, columns: number): Matrix
  /**
   * Writes rows of numbers to a matrix, from its row `at` on. Rows begin `stride` numbers apart. `columns`, which may be
   * fewer than the matrix has, is a multiple of 8.
   */
  quantize(
    numbers: Float32Array,
    rows: { rows: number; columns: number; stride?: number },
    to: Matrix,
    at?: number,
  ): void
  /**
   * Row i of `out` is row i of `a` times each row of `b`, plus `bias`. Uses the first `rows` rows of `a`, an even number, and
   * the first `rowsOfB` of `b`, a multiple of 4; `columns` of both is a multiple of 16. Rows of `out` begin `stride` apart.
   */
  multiply(factors: Factors, out: Float32Array, stride: number): void
  /** Writes the softmax of rows of numbers to a matrix, in rows of `columns`, a multiple of 8. Overwrites `numbers`. */
  softmax(numbers: Float32Array, size: { rows: number; columns: number }, to: Matrix): void
  /** Replaces the first `count` numbers, a multiple of 4, by their GELU: x · Φ(x). */
  gelu(numbers: Float32Array, count: number): void
}

type Factors = { a: Matrix; rows: number; b: Matrix; rowsOfB: number; columns: number; bias: Float32Array }

/** The functions of matrices.wat, which take addresses and sizes. */
type Exports = {
  memory: WebAssembly.Memory
} & Record<'multiply' | 'quantize' | 'softmax' | 'gelu', (...args: number[]) => void>

const PAGE_BYTES = 65_536
/** Addresses that a vector instruction reads fastest. */
const ALIGNMENT = 16
const MAX_INTEGER = 32_767
/**
 * The Euclidean length of a row of integers is at most this, so that the product of two rows fits into 32 bits whatever
 * they contain (Cauchy-Schwarz); 40 are left for rounding.
 */
const MAX_LENGTH = 46_300

/** `bytes` is the size of the memory for all matrices. */
export async function openMatrices(bytes: number): Promise<Matrices> {
  const { memory, ...module } = instantiateOptimized(await readFile(new URL('./matrices.wasm', import.meta.url)))
  // It must not grow later: that would detach the arrays.
  memory.grow(Math.ceil(bytes / PAGE_BYTES))
  let used = 0

  function allocate(length: number): number {
    const start = used
    used = Math.ceil((used + length) / ALIGNMENT) * ALIGNMENT
    return start
  }

  function floats(count: number) {
    return new Float32Array(memory.buffer, allocate(count * Float32Array.BYTES_PER_ELEMENT), count)
  }

  return {
    floats,
    matrix(rows, columns) {
      const count = rows * columns
      const integers = new Int16Array(memory.buffer, allocate(count * Int16Array.BYTES_PER_ELEMENT), count)
      return { integers, scales: floats(rows), columns }
    },
    quantize(numbers, { rows, columns, stride = columns }, { integers, scales }, at = 0) {
      const toInteger = integers.byteOffset + at * columns * Int16Array.BYTES_PER_ELEMENT
      const toScale = scales.byteOffset + at * Float32Array.BYTES_PER_ELEMENT
      const from = numbers.byteOffset
      module.quantize(from, bytesOf(stride), rows, columns, toInteger, toScale, MAX_INTEGER, MAX_LENGTH)
    },
    multiply({ a, rows, b, rowsOfB, columns, bias }, out, stride) {
      const rowBytes = columns * Int16Array.BYTES_PER_ELEMENT
      module.multiply(
        ...[a.integers.byteOffset, a.scales.byteOffset, rows],
        ...[b.integers.byteOffset, b.scales.byteOffset, bias.byteOffset, rowsOfB],
        ...[rowBytes, out.byteOffset, bytesOf(stride)],
      )
    },
    softmax(numbers, { rows, columns }, { integers, scales }) {
      scales.fill(1 / MAX_INTEGER, 0, rows)
      module.softmax(numbers.byteOffset, rows, columns, integers.byteOffset, MAX_INTEGER)
    },
    gelu: (numbers, count) => module.gelu(numbers.byteOffset, count),
  }
}

/**
 * Compiles the module with the optimizing compiler. V8's flags are those of the whole process, where the embedded database
 * allows only the fast compiler, whose code takes three times as long here (engine-thread.ts).
 */
function instantiateOptimized(bytes: Buffer): Exports {
  setFlagsFromString('--no-liftoff')
  setFlagsFromString('--no-wasm-lazy-compilation')
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports as Exports
  } finally {
    setFlagsFromString('--liftoff')
    setFlagsFromString('--wasm-lazy-compilation')
  }
}

const bytesOf = (floats: number) => floats * Float32Array.BYTES_PER_ELEMENT
