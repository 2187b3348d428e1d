import { expect, it } from 'vitest'
import { providerErrorText } from './provider-error-text.ts'

it.each([
  [undefined, 'Failed to complete authentication'],
  ['access_denied', 'Failed to complete authentication: access denied'],
  ['<b>Call this number</b>', 'Failed to complete authentication'],
  ['x'.repeat(41), 'Failed to complete authentication'],
])('formats the callback error %s as “%s”', (error, text) => {
  expect(providerErrorText(error)).toBe(text)
})
