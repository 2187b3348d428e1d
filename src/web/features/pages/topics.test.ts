import { expect, test } from 'vitest'
import { countTopics } from './topics.ts'

test('topics are counted by page, whatever their case, the commonest first', () => {
  const pages = [
    { id: 'a', topics: ['Lamps', 'glass'] },
    { id: 'b', topics: ['lamps', ' lamps ', 'Oil'] },
    { id: 'c', topics: ['Glass', 'lamps', ' '] },
  ]
  expect(countTopics(pages)).toEqual([
    { topic: 'Lamps', pageIds: ['a', 'b', 'c'] },
    { topic: 'glass', pageIds: ['a', 'c'] },
    { topic: 'Oil', pageIds: ['b'] },
  ])
  expect(countTopics([])).toEqual([])
})
