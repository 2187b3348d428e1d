import { expect, it } from 'vitest'
import { createPassageFinder } from './passage-finder.ts'

const passage = (id: string, text: string) => ({
  id,
  pageId: `page ${id}`,
  pageUrl: '',
  pageTitle: '',
  headingPath: [],
  text,
  startOffset: 0,
  language: 'en',
})
const passages = [
  passage('a', 'The harbour is deep.'),
  passage('b', 'Ships anchor in the bay.'),
  passage('c', 'Bread is baked at dawn.'),
]
const search = { key: 'k', load: async () => passages, limit: 3 }
const east = Float32Array.of(1, 0)
const north = Float32Array.of(0, 1)
const vectors = [
  { passageId: 'a', vector: north },
  { passageId: 'b', vector: east },
  { passageId: 'c', vector: north },
]
const vectorQuery = (more: object = {}) => ({
  model: 'm',
  question: Promise.resolve(east),
  load: async () => vectors,
  ...more,
})
const ids = (found: { id: string }[]) => found.map(({ id }) => id)

it('finds passages by vector that share no word with the question', async () => {
  const finder = createPassageFinder({ maxBytes: 1e9 })
  const question = 'Where do vessels moor?'
  expect(ids(await finder.find({ ...search, question }))).toEqual([])
  const found = await finder.find({ ...search, question, vectorQuery: vectorQuery() })
  expect(found[0]).toMatchObject({ id: 'b', found: { usesVectors: true } })
})

it('ranks by words if the question has no vector or loading the vectors fails', async () => {
  const question = 'How deep is the harbour?'
  for (const broken of [
    { question: Promise.resolve(null) },
    { load: () => Promise.reject(new Error('unavailable')) },
  ]) {
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const found = await finder.find({ ...search, question, vectorQuery: vectorQuery(broken) })
    expect(found[0]).toMatchObject({ id: 'a', found: { usesVectors: false } })
  }
})

it('loads the vectors of a selection once and counts their memory', async () => {
  const finder = createPassageFinder({ maxBytes: 1e9 })
  await finder.warm(search)
  const before = finder.bytes()
  let loads = 0
  const load = async () => (loads++, vectors)
  for (const question of ['harbour', 'bay', 'bread'])
    await finder.find({ ...search, question, vectorQuery: vectorQuery({ load }) })
  await new Promise((resolve) => setImmediate(resolve))
  expect(loads).toBe(1)
  expect(finder.bytes()).toBeGreaterThan(before)
})

it('reloads the vectors for another model', async () => {
  const finder = createPassageFinder({ maxBytes: 1e9 })
  await finder.find({ ...search, question: 'bay', vectorQuery: vectorQuery() })
  const [first] = await finder.find({
    ...search,
    question: 'vessels',
    vectorQuery: vectorQuery({ model: 'another', load: async () => [{ passageId: 'c', vector: east }] }),
  })
  expect(first?.id).toBe('c')
})
