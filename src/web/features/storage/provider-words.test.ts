import { expect, it } from 'vitest'
import { providerWords } from './provider-words.ts'

it.each([
  [undefined, 'Failed to complete authentication'],
  ['access_denied', 'Failed to complete authentication: access denied'],
  ['<b>Call this number</b>', 'Failed to complete authentication'],
  ['x'.repeat(41), 'Failed to complete authentication'],
])('coming back with %s reads “%s”', (error, words) => {
  expect(providerWords(error)).toBe(words)
})
