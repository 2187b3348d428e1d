import { describe, expect, it } from 'vitest'
import { parseNumbers } from './refute-conflicts.ts'

describe('the answer of a model about conflicts', () => {
  it.each([
    ['2', [1]],
    ['1, 3', [0, 2]],
    ['[3,3]', [2]],
    ['None.', []],
  ])('discards what it numbers: %s', (response, refuted) => {
    expect(parseNumbers(response, 3)).toEqual(refuted)
  })

  it.each(['', '0', '4', '1-3', 'Pair 1 is no conflict.', '1, 2 and 3', '{"discard":[1]}'])(
    'discards nothing when it is not a list of numbers of pairs: %s',
    (response) => {
      expect(parseNumbers(response, 3)).toBeNull()
    },
  )
})
