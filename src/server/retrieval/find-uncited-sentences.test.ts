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

it('requires no citation for headings, code, questions, list introductions and table headers [uncited-sentences-1]', () => {
  const answer = [
    '## The lens and its weight today',
    'Yes. These are the steps to follow:',
    '```sh\nnpm start and then wait for it\n```',
    'Do you want to know more about it?',
    '| Part | Its weight in tonnes |\n| --- | --- |\n| The lens itself | two tonnes [1] |',
  ].join('\n\n')
  expect(uncited(answer)).toEqual([])
})

it('reports a table row without a citation', () => {
  expect(uncited('| Part | Its weight |\n| --- | --- |\n| The lens itself | two tonnes |')).toHaveLength(1)
})
