import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['keeps plain text', 'Grüße, 世界 👋', 'Grüße, 世界 👋'],
  ['removes NUL', 'a\0b\0', 'ab'],
  ['removes a lone high surrogate', 'a\ud83db', 'ab'],
  ['removes a lone low surrogate', 'a\udc4bb', 'ab'],
  ['joins a pair separated by NUL', '\ud83d\0\udc4b', '👋'],
  ['keeps the pair of two high and one low surrogate', '\ud83d\ud83d\udc4b', '👋'],
])('%s', (_, text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned)
})

test('what comes out is always storable, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
      const cleaned = cleanText(`${a}\0${b}`)
      expect(cleaned.isWellFormed()).toBe(true)
      expect(cleaned).not.toContain('\0')
      expect(cleanText(cleaned)).toBe(cleaned)
    }),
  )
})
