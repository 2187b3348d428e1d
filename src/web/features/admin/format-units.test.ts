import { expect, it } from 'vitest'
import { formatBytes, formatDuration } from './format-units.ts'

/** Number and unit stay on one line. */
const withoutBreak = (text: string) => text.replace(' ', '\u00a0')

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [12_345_678, '12.3 MB'],
  [4_000_000_000_000_000, '4,000 TB'],
])('formats %i bytes as %s', (bytes, text) => expect(formatBytes(bytes, 'en')).toBe(withoutBreak(text)))

it.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [125, '2 min'],
  [7300, '2 hr'],
  [200_000, '2 days'],
])('formats %i seconds as %s', (seconds, text) => expect(formatDuration(seconds, 'en')).toBe(withoutBreak(text)))
