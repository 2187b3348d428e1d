import { expect, it } from 'vitest'
import { cutToBytes } from './cut-to-bytes.ts'

it('keeps whole characters of a text that does not fit', () => {
  expect(cutToBytes('a€😀', 8)).toBe('a€😀')
  expect(cutToBytes('a€😀', 7)).toBe('a€')
  expect(cutToBytes('a€', 3)).toBe('a')
  expect(cutToBytes('\uFEFFa', 4)).toBe('\uFEFFa')
})
