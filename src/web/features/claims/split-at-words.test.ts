import { expect, it } from 'vitest'
import { splitAtWords } from './split-at-words.ts'

const marked = (text: string, words: string[]) =>
  splitAtWords(text, words)
    .map(({ text: piece, isWord }) => (isWord ? `<${piece}>` : piece))
    .join('')

it.each([
  ['It is 424 m, or 42 m high.', ['42'], 'It is 424 m, or <42> m high.'],
  ['The harbour is not open in May.', ['not', 'May'], 'The harbour is <not> open in <May>.'],
  ['It costs €5.', ['€5', ''], 'It costs <€5>.'],
  ['Es war nicht 1872.', ['1871'], 'Es war nicht 1872.'],
])('in %j marks %j as whole words', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected)
})
