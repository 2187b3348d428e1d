import { expect, it } from 'vitest'
import { findUncitedSentences } from './find-uncited-sentences.ts'

const uncited = (answer: string) => findUncitedSentences(answer).map(({ start, end }) => answer.slice(start, end))

it.each([
  ['The lens was invented in 1822 [1]. It weighs two tonnes.', ['It weighs two tonnes.']],
  ['The lens was invented in 1822. [1] It weighs two tonnes. [2][3]', []],
  ['**The lens was invented in 1822.** [1]\n\nIt weighs two tonnes.', ['It weighs two tonnes.']],
  ['The lens was invented in 1822.\n\n[1]', []],
  ['- The lens was invented in 1822 [1]\n- It weighs two tonnes', ['It weighs two tonnes']],
  ['Der Turm ist 35 m hoch. Er steht seit 1240. [1]', ['Der Turm ist 35 m hoch.']],
  ['灯塔建于1172年。它现在仍在使用。[1]', ['灯塔建于1172年。']],
  [
    'Read [the manual](https://example.org/) before you begin.',
    ['Read [the manual](https://example.org/) before you begin.'],
  ],
])('for the answer %j returns %j', (answer, expected) => {
  expect(uncited(answer)).toEqual(expected)
})

it('requires no citation for headings, questions, list introductions and table headers [uncited-sentences-1]', () => {
  const answer = [
    '## The lens and its weight today',
    'Yes. These are the steps to follow:',
    'Do you want to know more about it?',
    '| Part | Its weight in tonnes |\n| --- | --- |\n| The lens itself | two tonnes [1] |',
  ].join('\n\n')
  expect(uncited(answer)).toEqual([])
})

it.each([
  'Here is an overview.',
  'In short, yes.',
  'In summary, here is the list.',
  'I hope this helps! Let me know if you need more information.',
  'Hier ist eine kurze Übersicht. Die wichtigsten Punkte sind die folgenden.',
  'The selected pages don’t answer this.',
  "The selected pages don't answer this.",
  'The pages do not mention its weight.',
  'Die ausgewählten Seiten nennen das Gewicht nicht.',
  'These are the closest passages. They may not answer this.',
])('requires no citation for connecting words: %j', (answer) => {
  expect(uncited(answer)).toEqual([])
})

it.each([
  ['The selected pages don’t answer this. The lens weighs two tonnes.', ['The lens weighs two tonnes.']],
  [
    'The pages do not mention its weight, but it is two tonnes.',
    ['The pages do not mention its weight, but it is two tonnes.'],
  ],
  ['In short, the lens weighs two tonnes.', ['In short, the lens weighs two tonnes.']],
  ['It stands by the sea [1] and was painted red by the king.', ['and was painted red by the king.']],
  ['It stands by the sea [1], they say. It is red. [2]', []],
  ['- Glass [1]\n- Brass', ['Brass']],
  ['**20.3. Connections and Authentication › 20.3.1. Connection Settings** [1]', []],
  ['**Chapter 1. The Lamp › 1.1. What Is a Lamp? › 1.1.3. The Legal Framework of Lamps** [1]', []],
  ['**The lens weighs two tonnes. It was cut in Paris.** [1]', ['**The lens weighs two tonnes.']],
])('reports what an answer adds to the cited text: %j', (answer, expected) => {
  expect(uncited(answer)).toEqual(expected)
})

it('handles the items of a nested list one by one', () => {
  const answer =
    '- The lens\n  - weighs two tonnes [1]\n  - was made of ice\n- The lamp burns oil\n  1. every night [2]\n'
  expect(uncited(answer)).toEqual(['was made of ice', 'The lamp burns oil'])
})

it('reports a table row without a citation, and single cells beside cells with their own', () => {
  const table = (row: string) => `| Part | Weight | Made of |\n| --- | --- | --- |\n${row}`
  expect(uncited(table('| Lens | 2 t | glass |'))).toEqual(['| Lens | 2 t | glass |'])
  expect(uncited(table('| Lens | 2 t | glass [1] |'))).toEqual([])
  expect(uncited(table('| Lens | 2 t [1] | ice |'))).toEqual(['ice'])
  expect(uncited(table('| Lens [1] | 3 t | glass [2] |'))).toEqual(['3 t'])
})

it('reports code and quotations without a citation as text that may be in a page', () => {
  const answer =
    'Run this [1]:\n\n```sh\nnpm start [1]\n```\n\nThen:\n\n```sh\nnpm test\n```\n[2]\n\n> It weighs two\n> tonnes.\n'
  expect(findUncitedSentences(answer).map(({ start, end, kind }) => [kind, answer.slice(start, end)])).toEqual([
    ['verbatim', '```sh\nnpm start [1]\n```'],
    ['verbatim', 'It weighs two\n> tonnes.'],
  ])
})
