import { expect, it } from 'vitest'
import { languages, nameOfLanguage } from './language.ts'

it('knows English and every language that has a file, each by its own name', () => {
  expect(languages[0]).toBe('en')
  expect(languages.slice(1)).toContain('de')
  expect(['en', 'de'].map(nameOfLanguage)).toEqual(['English', 'Deutsch'])
})
