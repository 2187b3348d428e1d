import { expect, it } from 'vitest'
import { digitsOfCode } from './digits-of-code.ts'

it.each([
  ['1234567', '1234567'],
  [' 123 45-67\n', '1234567'],
  ['Your code is 1234567', '1234567'],
  ['12345678', '1234567'],
  ['abc', ''],
])('reads the code from %j', (typed, code) => {
  expect(digitsOfCode(typed)).toBe(code)
})
