import { expect, it } from 'vitest'
import { languages, nameOfLanguage, wantedLanguage } from './language.ts'

it('knows English and every language that has a file, each by its own name', () => {
  expect(languages[0]).toBe('en')
  expect(languages.slice(1)).toContain('de')
  expect(['en', 'de'].map(nameOfLanguage)).toEqual(['English', 'Deutsch'])
})

it.each([
  [['de-AT', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['zxx', 'de-DE', 'en'], 'de'],
  [['zxx', 'tlh'], 'en'],
  [[], 'en'],
])('a browser that wants %j gets %s', (wanted, language) => {
  expect(wantedLanguage(wanted)).toBe(language)
})
