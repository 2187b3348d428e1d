import { expect, it } from 'vitest'
import { preferredLanguage } from './request-language.ts'

it.each([
  ['de-AT,en;q=0.8', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.3, de-DE', 'de'],
  ['zxx,de-DE;q=0.9,en;q=0.8', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['tlh', 'en'],
  ['*', 'en'],
  ['', 'en'],
])('Accept-Language %j gets %s', (header, language) => {
  expect(preferredLanguage(header, ['en', 'de'])).toBe(language)
})
