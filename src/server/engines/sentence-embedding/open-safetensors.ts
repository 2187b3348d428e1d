/** Reads tensors from a safetensors file (github.com/huggingface/safetensors): a JSON header, then the numbers. */
import { openSync, readSync } from 'node:fs'
import { z } from 'zod'

const Header = z.record(
  z.string(),
  z.object({ dtype: z.string(), data_offsets: z.tuple([z.number().int(), z.number().int()]) }).partial(),
)

export type Tensors = {
  /** The numbers of a tensor, row by row. Throws for an unknown name. */
  numbers(name: string): Float16Array
  /** One row of `columns` numbers, read when it is needed: most rows of a vocabulary never are. */
  row(name: string, row: number, columns: number): Float16Array
}

const BYTES = Float16Array.BYTES_PER_ELEMENT

/** The file stays open. Throws if it cannot be read or is none. */
export function openSafetensors(path: string): Tensors {
  const file = openSync(path, 'r')

  function read(start: number, length: number): ArrayBuffer {
    const bytes = new Uint8Array(length)
    if (readSync(file, bytes, 0, length, start) < length) throw new Error(`${path} is incomplete`)
    return bytes.buffer
  }

  const headerLength = Number(new DataView(read(0, 8)).getBigUint64(0, true))
  const dataStart = 8 + headerLength
  const header = Header.parse(JSON.parse(Buffer.from(read(8, headerLength)).toString()))

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
      return new Float16Array(read(start + row * columns * BYTES, columns * BYTES))
    },
  }
}
