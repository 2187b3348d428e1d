import { describe, expect, it } from 'vitest'
import { SENTENCES_SHOWN } from '#shared/crawl/changes.ts'
import { comparePages, pairRewordings } from './compare-pages.ts'

describe('two versions of a page', () => {
  it('are equal when only order, white space and repetitions differ', () => {
    expect(
      comparePages(
        'The lamp is red. It is\nold.\n\n- One\n- Two',
        '- Two\n- One\n- One\n\nIt is old.  The lamp is red.',
      ),
    ).toBe(null)
  })

  it('differ by the sentences that only one of them has', () => {
    const before = '# Lamps\n\nThe lamp is red. It is old.\n\n| Price | 4 EUR |'
    const after = '# Lamps\n\nThe lamp is green. It is old.\n\n| Price | 5 EUR |\n\nA last word.'
    expect(comparePages(before, after)).toEqual({
      added: ['The lamp is green.', '| Price | 5 EUR |', 'A last word.'],
      removed: ['The lamp is red.', '| Price | 4 EUR |'],
      addedCount: 3,
      removedCount: 2,
    })
  })

  it('list some of many sentences, count all of them, and cut long ones', () => {
    const many = Array.from({ length: 50 }, (_, n) => `Sentence number ${n} is new.`).join(' ')
    const difference = comparePages('', `${many}\n\n${'word '.repeat(2000)}`)
    expect(difference?.added).toHaveLength(SENTENCES_SHOWN)
    expect(difference?.addedCount).toBe(51)
    expect(Math.max(...(comparePages('', 'word '.repeat(2000))?.added ?? []).map(({ length }) => length))).toBe(601)
  })
})

it('pairs a sentence with its new wording, and leaves other statements apart', () => {
  const difference = comparePages(
    'A timeout is 30 seconds by default. Backups run at night. Old text goes away.',
    'A timeout is 60 seconds by default. Anyone may read the log. Backups run at night.',
  )
  expect(pairRewordings(difference ?? { added: [], removed: [] })).toEqual({
    reworded: [{ before: 'A timeout is 30 seconds by default.', after: 'A timeout is 60 seconds by default.' }],
    added: ['Anyone may read the log.'],
    removed: ['Old text goes away.'],
  })
})
