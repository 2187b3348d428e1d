import { expect, it } from 'vitest'
import { findFormulas, formulasAsCode } from './find-formulas.ts'

const found = (text: string) => findFormulas(text).map(({ start, end }) => text.slice(start, end))

it.each([
  ['The energy is $E = mc^2$ and $x$ is free.', ['$E = mc^2$', '$x$']],
  ['It follows that \\(a_1 * b_2\\) and \\[\\sum_{i} x_i\\] hold.', ['\\(a_1 * b_2\\)', '\\[\\sum_{i} x_i\\]']],
  ['$$\n\\frac{a}{b}\n$$', ['$$\n\\frac{a}{b}\n$$']],
  ['So \\[a=b\\], \\[ a + b \\] and \\[ -x < y \\].', ['\\[a=b\\]', '\\[ a + b \\]', '\\[ -x < y \\]']],
])('finds the formulas of %j', (text, formulas) => {
  expect(found(text)).toEqual(formulas)
})

it.each([
  'It costs $5 or $10 a month, $29 in all.',
  'The price is $5 (or US$).',
  'Set `$HOME` and `$PATH`, or echo "$a=$b".',
  '```sh\nx=$a_1$\n```',
  'Between $5/page and $6/page.',
  'A formula $a_1 that does not end',
  '**Reference › \\[index\\]**',
  '**git archive \\[--format=\\<fmt\\>\\] \\[-o \\<file\\>\\] \\[and/or\\] \\[my\\_list\\]**',
])('finds no formula in %j', (text) => {
  expect(found(text)).toEqual([])
})

it('keeps every position of the text when formulas become code', () => {
  const text = 'First $a_1$, then \\(b\\) and $$c = d$$. [1]'
  const coded = formulasAsCode(text, findFormulas(text))
  expect(coded).toBe('First `a_1`, then ``b`` and ``c = d``. [1]')
  expect(coded).toHaveLength(text.length)
})
