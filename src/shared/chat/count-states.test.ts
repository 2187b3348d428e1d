import { expect, it } from 'vitest'
import { countStates } from './count-states.ts'

it('counts each state apart, so that a paraphrase never counts as quoted', () => {
  const citations = [{ state: 'differs' }, { state: 'quoted' }, { state: 'paraphrased' }, { state: 'quoted' }] as const
  expect(countStates(citations, 3)).toEqual([
    { state: 'quoted', n: 2 },
    { state: 'paraphrased', n: 1 },
    { state: 'differs', n: 1 },
    { state: 'uncited', n: 3 },
  ])
  expect(countStates([], 0)).toEqual([])
})
