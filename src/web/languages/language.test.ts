import { expect, it } from 'vitest'
import { languages, nameOfLanguage, wantedLanguage } from './language.ts'

it('knows English and every language that has a file, each by its own name', () => {
  expect(languages.map(nameOfLanguage)).toEqual(['English', 'Deutsch'])
})

it.each([
  [['de-AT', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr-FR', 'de-DE', 'en'], 'de'],
  [['fr-FR', 'ja'], 'en'],
  [[], 'en'],
])('a browser that wants %j gets %s', (wanted, language) => {
  expect(wantedLanguage(wanted)).toBe(language)
})
