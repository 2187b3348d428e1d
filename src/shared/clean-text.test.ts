import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['plain text stays', 'Grüße, 世界 👋', 'Grüße, 世界 👋'],
  ['NUL goes', 'a\0b\0', 'ab'],
  ['a lone high surrogate goes', 'a\ud83db', 'ab'],
  ['a lone low surrogate goes', 'a\udc4bb', 'ab'],
  ['a pair torn by NUL becomes whole', '\ud83d\0\udc4b', '👋'],
  ['two highs and a low keep the pair', '\ud83d\ud83d\udc4b', '👋'],
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
