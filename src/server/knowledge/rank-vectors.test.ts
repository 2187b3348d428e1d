import { expect, it } from 'vitest'
import { buildVectorIndex, rankByMeaning } from './rank-vectors.ts'

const unit = (...numbers: number[]) => Float32Array.from(numbers, (each) => each / Math.hypot(...numbers))

it('ranks passages by the cosine to the question', async () => {
  const index = buildVectorIndex([
    { passageId: 'across', vector: unit(0, 1) },
    { passageId: 'along', vector: unit(2, 0.1) },
    { passageId: 'against', vector: unit(-1, 0) },
  ])
  expect([...(await rankByMeaning(index, unit(5, 0)))]).toEqual([['along', 1], ['across', 2], ['against', 3]])
  expect(index.bytes).toBeGreaterThanOrEqual(3 * 2 * 4)
})

it('does without vectors of another length', async () => {
  const index = buildVectorIndex([
    { passageId: 'old', vector: unit(1, 1, 1) },
    { passageId: 'new', vector: unit(1, 0) },
  ])
  expect(index.ids).toEqual(['new'])
  expect((await rankByMeaning(index, unit(1, 1, 1))).size).toBe(0)
})

it('lets others have their turn among many', async () => {
  const vector = unit(...Array.from({ length: 1536 }, (_, n) => n % 7))
  const index = buildVectorIndex(Array.from({ length: 6000 }, (_, n) => ({ passageId: `${n}`, vector })))
  let turns = 0
  setImmediate(() => turns++)
  await rankByMeaning(index, vector)
  expect(turns).toBeGreaterThan(0)
})
