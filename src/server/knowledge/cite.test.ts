import { describe, expect, it } from 'vitest'
import { findSupport } from './cite.ts'

const content =
  '# Harbour\n\nThe harbour was built in 1854 by Dr. Ida Holm. It is not open to visitors in winter. Two **lighthouses** guard its\nentrance, and the older one still works.\n\n- Boats up to 30 metres may enter\n\n| Berth | Depth |\n| --- | --- |\n| North | 12 m |\n'
const source = { text: content.slice(11), startOffset: 11 }

describe('finding the sentence that supports a claim', () => {
  it.each([
    ['The harbour was built in 1854 by Dr. Ida Holm.', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['built in 1854 by Dr. Ida Holm', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['In 1854 Ida Holm built the harbour.', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    ['Two lighthouses guard its entrance', 'Two **lighthouses** guard its\nentrance, and the older one still works.'],
    ['Boats up to 30 metres may enter', 'Boats up to 30 metres may enter'],
    ['| North | 12 m |', '| North | 12 m |'],
  ])('%s', (claim, sentence) => {
    const support = findSupport(claim, source)
    expect(support).toMatchObject({ sentence, verified: true })
    expect(content.slice(support.startOffset, support.endOffset)).toBe(sentence)
  })

  it.each([
    ['the number is another one', 'The harbour was built in 1864 by Dr. Ida Holm, they say.'],
    ['the page denies it', 'The harbour is open to visitors in winter.'],
    ['the page says nothing of it', 'The museum sells tickets and coffee.'],
    ['there is no claim', ''],
    ['a word or two prove nothing', 'the harbour'],
  ])('finds none when %s', (_why, claim) => {
    expect(findSupport(claim, source)).toMatchObject({ sentence: '', startOffset: 11, endOffset: 11, verified: false })
  })
})
