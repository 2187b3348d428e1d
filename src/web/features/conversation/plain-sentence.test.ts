import { expect, it } from 'vitest'
import { plainSentence } from './plain-sentence.ts'

it.each([
  ['| New account | The balance **starts** there. |', 'New account — The balance starts there.'],
  ['Set `PORT` to [another number](https://example.org/ports).', 'Set PORT to another number.'],
  ['Two __times__ three\\* is 2 * 3, not snake_case_name.', 'Two times three* is 2 * 3, not snake_case_name.'],
  ['A plain sentence.', 'A plain sentence.'],
])('strips the Markdown of %j to %j', (sentence, text) => {
  expect(plainSentence(sentence)).toBe(text)
})
