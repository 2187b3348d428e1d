import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import openWabt from 'wabt'
import { openMatrices } from './matrices.ts'

it('runs the module that matrices.wat describes [matrices-1]', async () => {
  const wabt = await openWabt()
  const module = wabt.parseWat('matrices.wat', readFileSync(new URL('./matrices.wat', import.meta.url), 'utf8'), {
    simd: true,
  })
  const assembled = Buffer.from(module.toBinary({}).buffer)
  const stored = readFileSync(new URL('./matrices.wasm', import.meta.url))
  expect(assembled.equals(stored), 'write it with: npx wat2wasm matrices.wat').toBe(true)
})

/** Numbers between -1 and 1 that look random. */
const numberAt = (seed: number) => (i: number) => Math.sin(seed + i * i * 0.7)

it('multiplies rows with a bias, also rows that are apart, and the largest that fit [matrices-2]', async () => {
  const { floats, matrix, quantize, multiply } = await openMatrices(2 ** 20)
  const [rows, rowsOfB, columns, stride] = [6, 8, 48, 64]
  const numbers = floats(rows * stride)
  const others = floats(rowsOfB * columns)
  const bias = floats(rowsOfB)
  for (let i = 0; i < numbers.length; i++) numbers[i] = i < stride ? 1e9 : numberAt(1)(i)
  for (let i = 0; i < others.length; i++) others[i] = i < columns ? 1 / 3 : numberAt(2)(i)
  for (let i = 0; i < rowsOfB; i++) bias[i] = i
  const [a, b, out] = [matrix(rows, columns), matrix(rowsOfB, columns), floats(rows * rowsOfB)]
  quantize(numbers, { rows, columns, stride }, a)
  quantize(others, { rows: rowsOfB, columns }, b)
  multiply({ a, rows, b, rowsOfB, columns, bias }, out, rowsOfB)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rowsOfB; j++) {
      let exact = bias[j] ?? 0
      for (let k = 0; k < columns; k++) exact += (numbers[i * stride + k] ?? 0) * (others[j * columns + k] ?? 0)
      const scale = i === 0 ? 1e9 : 1
      expect((out[i * rowsOfB + j] ?? 0) / scale, `row ${i}, row ${j}`).toBeCloseTo(exact / scale, 2)
    }
  }
})

it('computes GELU [matrices-3]', async () => {
  const { floats, gelu } = await openMatrices(2 ** 16)
  const numbers = floats(8)
  numbers.set([-20, -3, -1, -0.1, 0, 0.5, 2, 20])
  gelu(numbers, 8)
  const expected = [0, -0.00405, -0.158655, -0.046017, 0, 0.345731, 1.9545, 20]
  for (const [n, number] of expected.entries()) expect(numbers[n]).toBeCloseTo(number, 5)
})

it('computes softmax, of which an infinitely small number has nothing [matrices-4]', async () => {
  const { floats, matrix, softmax } = await openMatrices(2 ** 16)
  const numbers = floats(8)
  numbers.set([1, 2, 3, -50, -Infinity, -Infinity, -Infinity, -Infinity])
  const to = matrix(1, 8)
  softmax(numbers, { rows: 1, columns: 8 }, to)
  const shares = [...to.integers].map((integer) => integer * (to.scales[0] ?? 0))
  const expected = [0.09003, 0.24473, 0.66524, 0, 0, 0, 0, 0]
  for (const [n, share] of expected.entries()) expect(shares[n]).toBeCloseTo(share, 4)
})

it('has no memory for more than was asked for [matrices-5]', async () => {
  const { floats } = await openMatrices(2 ** 16)
  expect(() => floats(2 ** 20)).toThrow(RangeError)
})
