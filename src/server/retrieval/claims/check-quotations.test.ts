import { expect, it } from 'vitest'
import { checkQuotations } from './check-quotations.ts'

const content = 'The harbour was built in 1854. Two lighthouses guard its\nentrance, and the older one still works.'

it('compares quotations character by character, ignoring differences in white space [check-quotations-1]', () => {
  const answer = 'It says “guard its entrance” and "built in 1855", while «the older one still works» stands too.'
  expect(checkQuotations(answer, [content]).map(({ text, isVerbatim }) => [text, isVerbatim])).toEqual([
    ['guard its entrance', true],
    ['built in 1855', false],
    ['the older one still works', true],
  ])
  for (const { text, start, end } of checkQuotations(answer, [content])) expect(answer.slice(start, end)).toBe(text)
})
