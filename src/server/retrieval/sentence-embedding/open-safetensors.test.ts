import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openSafetensors } from './open-safetensors.ts'

const folder = mkdtempSync(join(tmpdir(), 'safetensors-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeFile(header: object, numbers: readonly number[]): string {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  const path = join(folder, `${Math.random()}.safetensors`)
  writeFileSync(path, Buffer.concat([length, json, Buffer.from(new Float16Array(numbers).buffer)]))
  return path
}

const HEADER = {
  __metadata__: { format: 'pt' },
  first: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
  table: { dtype: 'F16', shape: [2, 2], data_offsets: [4, 12] },
  wide: { dtype: 'F32', shape: [1], data_offsets: [12, 16] },
}

it('reads a tensor, and a row of one [open-safetensors-1]', () => {
  const tensors = openSafetensors(writeFile(HEADER, [1, 2, 3, 4, 5, 6, 0, 0]))
  expect([...tensors.numbers('first')]).toEqual([1, 2])
  expect([...tensors.row('table', 1, 2)]).toEqual([5, 6])
})

it('rejects what the file does not have [open-safetensors-2]', () => {
  const tensors = openSafetensors(writeFile(HEADER, [1, 2, 3]))
  expect(() => tensors.numbers('other')).toThrow('no 16-bit tensor other')
  expect(() => tensors.numbers('wide')).toThrow('no 16-bit tensor wide')
  expect(() => tensors.row('table', 2, 2)).toThrow('table has no row 2')
  expect(() => tensors.numbers('table')).toThrow('is incomplete')
})
