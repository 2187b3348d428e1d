import { expect, it } from 'vitest'
import { wantedLanguage } from './page-language.ts'

it.each([
  ['de-AT,en;q=0.8', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.3, de-DE', 'de'],
  ['zxx,de-DE;q=0.9,en;q=0.8', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['tlh', 'en'],
  ['*', 'en'],
  ['', 'en'],
])('a browser that asks for %j gets %s', (wanted, language) => {
  expect(wantedLanguage(wanted, ['en', 'de'])).toBe(language)
})
