import { describe, expect, it } from 'vitest'
import { matchClaim } from './match-claim.ts'

const content =
  '# Harbour\n\nThe harbour was built in 1854 by Dr. Ida Holm. It is not open to visitors in winter. Two **lighthouses** guard its\nentrance, and the older one still works.\n\n- Boats up to 30 metres may enter\n\n| Berth | Depth |\n| --- | --- |\n| North | 12 m |\n'
const source = { text: content.slice(11), startOffset: 11 }

describe('matchClaim', () => {
  it.each([
    ['The harbour was built in 1854 by Dr. Ida Holm.', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['built in 1854 by Dr. Ida Holm', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['In 1854 Ida Holm built the harbour.', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['Two lighthouses guard its entrance', 'Two **lighthouses** guard its\nentrance, and the older one still works.'],
    ['Boats up to 30 metres may enter', 'Boats up to 30 metres may enter'],
    ['| North | 12 m |', '| North | 12 m |'],
  ])('finds the sentence that supports %j', (claim, sentence) => {
    const match = matchClaim(claim, source)
    expect(match).toMatchObject({ sentence, verified: true })
    expect(content.slice(match.startOffset, match.endOffset)).toBe(sentence)
  })

  it.each([
    ['the numbers differ', 'The harbour was built in 1864 by Dr. Ida Holm, they say.'],
    ['the page states the opposite', 'The harbour is open to visitors in winter.'],
    ['the page does not mention it', 'The museum sells tickets and coffee.'],
    ['the claim is empty', ''],
    ['the claim has only one or two words', 'the harbour'],
  ])('finds no sentence if %s', (_reason, claim) => {
    expect(matchClaim(claim, source)).toMatchObject({ sentence: '', startOffset: 11, endOffset: 11, verified: false })
  })
})
