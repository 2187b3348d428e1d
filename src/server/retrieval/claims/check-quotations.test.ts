import { expect, it } from 'vitest'
import { checkQuotations } from './check-quotations.ts'

const text = 'The harbour was built in 1854. Two lighthouses guard its\nentrance, and the keeper’s cat still works.'

it('compares quotations letter for letter, ignoring typography [check-quotations-1]', () => {
  const answer = 'It says “guard its entrance” and "built in 1855", while «the keeper\'s cat still works» is kept too.'
  const quotations = checkQuotations(answer, [{ text }], 'en')
  expect(quotations.map((quotation) => [quotation.text, quotation.isVerbatim])).toEqual([
    ['guard its entrance', true],
    ['built in 1855', false],
    ["the keeper's cat still works", true],
  ])
  for (const quotation of quotations) expect(answer.slice(quotation.start, quotation.end)).toBe(quotation.text)
})
