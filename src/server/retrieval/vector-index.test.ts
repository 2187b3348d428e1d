import { expect, it } from 'vitest'
import { buildVectorIndex, rankByCosine } from './vector-index.ts'

const unit = (...numbers: number[]) => Float32Array.from(numbers, (each) => each / Math.hypot(...numbers))

it('ranks passages by cosine similarity to the question', async () => {
  const index = buildVectorIndex([
    { passageId: 'orthogonal', vector: unit(0, 1) },
    { passageId: 'parallel', vector: unit(2, 0.1) },
    { passageId: 'opposite', vector: unit(-1, 0) },
  ])
  expect([...(await rankByCosine(index, unit(5, 0)))]).toEqual([
    ['parallel', 1],
    ['orthogonal', 2],
    ['opposite', 3],
  ])
  expect(index.bytes).toBeGreaterThanOrEqual(3 * 2 * 4)
})

it('drops vectors with other dimensions', async () => {
  const index = buildVectorIndex([
    { passageId: 'old', vector: unit(1, 1, 1) },
    { passageId: 'new', vector: unit(1, 0) },
  ])
  expect(index.ids).toEqual(['new'])
  expect((await rankByCosine(index, unit(1, 1, 1))).size).toBe(0)
})

it('yields to the event loop while it ranks many vectors', async () => {
  const vector = unit(...Array.from({ length: 1536 }, (_, n) => n % 7))
  const index = buildVectorIndex(Array.from({ length: 6000 }, (_, n) => ({ passageId: `${n}`, vector })))
  let iterations = 0
  setImmediate(() => iterations++)
  await rankByCosine(index, vector)
  expect(iterations).toBeGreaterThan(0)
})
