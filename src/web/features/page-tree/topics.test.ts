import { expect, test } from 'vitest'
import { countTopics } from './topics.ts'

test('counts topics by page, ignoring case, most frequent first', () => {
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
