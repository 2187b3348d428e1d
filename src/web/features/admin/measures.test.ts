import { expect, it } from 'vitest'
import { inBytes, inTime } from './measures.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [12_345_678, '12.3 MB'],
  [4_000_000_000_000_000, '4,000 TB'],
])('%i bytes are %s', (bytes, words) => expect(inBytes(bytes, 'en')).toBe(words))

it.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [125, '2 min'],
  [7300, '2 hr'],
  [200_000, '2 days'],
])('%i seconds are %s', (seconds, words) => expect(inTime(seconds, 'en')).toBe(words))
