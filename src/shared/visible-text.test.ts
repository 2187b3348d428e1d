import { expect, it } from 'vitest'
import { MakeApiKey } from './api-keys.ts'
import { Question, Title } from './chat/chats.ts'
import { GoldenQuestionInput } from './chat/golden-questions.ts'
import { PublicationSettings } from './chat/publications.ts'
import { isVisible } from './visible-text.ts'

it.each([
  '',
  ' \t\n',
  '\u200B',
  '\u200B\u200C\u200D\u2060\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
  '\u202E\u0007',
  '\uFE0F',
])('takes %j for blank', (text) => expect(isVisible(text)).toBe(false))

it.each(['a', '0', '.', '👩‍👩‍👧', 'é', '字', '\u200Ba\u200B', '한', '‎א'])('takes %j for visible', (text) =>
  expect(isVisible(text)).toBe(true),
)

it.each([
  ['title of a chat or notebook', Title],
  ['question', Question],
  ['name of an API key', MakeApiKey.shape.name],
  ['title of a published notebook', PublicationSettings.shape.title],
  ['golden question', GoldenQuestionInput.shape.question],
  ['sentence of a golden question', GoldenQuestionInput.shape.sentence],
  ['word of a golden question', GoldenQuestionInput.shape.must_include.unwrap().element],
])('refuses zero-width characters alone as %s [visible-text-1]', (_, schema) => {
  expect(schema.safeParse(' \u200B\u2060 ').success).toBe(false)
  expect(schema.parse(' \u200Ba ')).toBe('\u200Ba')
})

it('replaces half of an emoji, which the database rejects', () => {
  expect(Question.parse('Why? \ud83d')).toBe('Why? \ufffd')
})
