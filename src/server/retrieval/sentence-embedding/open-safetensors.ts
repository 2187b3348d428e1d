/** Reads tensors from a safetensors file (github.com/huggingface/safetensors): a JSON header, then the numbers. */
import { openSync, readSync } from 'node:fs'

/** The positions of the numbers, counted from the end of the header. */
type Header = Record<string, { dtype?: string; data_offsets?: [start: number, end: number] }>

export type Tensors = {
  /** The numbers of a tensor, row by row. Throws for an unknown name. */
  numbers(name: string): Float16Array
  /** One row of `columns` numbers, valid until the next call: large tensors are never in memory as a whole. */
  row(name: string, row: number, columns: number): Float16Array
}

const BYTES = Float16Array.BYTES_PER_ELEMENT

/** The file stays open. Throws if it cannot be read or is none. */
export function openSafetensors(path: string): Tensors {
  const file = openSync(path, 'r')

  function read(start: number, length: number): ArrayBuffer {
    const bytes = new Uint8Array(length)
    readInto(bytes, start)
    return bytes.buffer
  }

  function readInto(array: Uint8Array | Float16Array, start: number) {
    const { byteLength } = array
    if (readSync(file, array, 0, byteLength, start) < byteLength) throw new Error(`${path} is incomplete`)
  }

  let buffer = new Float16Array(0)

  const headerLength = Number(new DataView(read(0, 8)).getBigUint64(0, true))
  const dataStart = 8 + headerLength
  const header: Header = JSON.parse(Buffer.from(read(8, headerLength)).toString())

  function rangeOf(name: string): { start: number; length: number } {
    const { dtype, data_offsets: offsets } = header[name] ?? {}
    if (dtype !== 'F16' || !offsets) throw new Error(`${path} has no 16-bit tensor ${name}`)
    const [from, to] = offsets
    return { start: dataStart + from, length: to - from }
  }

  return {
    numbers(name) {
      const { start, length } = rangeOf(name)
      return new Float16Array(read(start, length))
    },
    row(name, row, columns) {
      const { start, length } = rangeOf(name)
      if ((row + 1) * columns * BYTES > length) throw new Error(`${name} has no row ${row}`)
      if (buffer.length < columns) buffer = new Float16Array(columns)
      const numbers = buffer.subarray(0, columns)
      readInto(numbers, start + row * columns * BYTES)
      return numbers
    },
  }
}
