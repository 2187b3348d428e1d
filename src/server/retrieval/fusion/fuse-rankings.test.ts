import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuseRankings } from './fuse-rankings.ts'

const ids = (ranked: { id: string }[]) => ranked.map(({ id }) => id)
const ranked = (...names: string[]) => new Map(names.map((id, n) => [id, n + 1]))

it('ranks a passage that both rankings contain first [fuse-rankings-1]', () => {
  const fused = fuseRankings(
    ['words', 'both', 'other'],
    { ranks: ranked('both', 'vectors', 'other', 'words'), coverage: 1 },
    10,
  )
  expect(ids(fused)).toEqual(['both', 'words', 'other', 'vectors'])
  expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 10)
})

it('includes a passage that only the vectors find', () => {
  expect(ids(fuseRankings([], { ranks: ranked('a', 'b'), coverage: 1 }, 1))).toEqual(['a'])
})

it('keeps the order by words among passages without a vector', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.func(fc.boolean()), (words, has) => {
      const ranks = new Map(words.filter(has).map((id, n) => [id, n + 1]))
      const coverage = Math.max(ranks.size, 1) / words.length
      const withoutVector = words.filter((id) => !ranks.has(id))
      const fused = ids(fuseRankings(words, { ranks, coverage }, words.length))
      expect(fused.filter((id) => !ranks.has(id))).toEqual(withoutVector)
      expect(ids(fuseRankings(words, { ranks: new Map(), coverage: 1 }, words.length))).toEqual(words)
    }),
  )
})

it('never ranks a passage with a vector above the best passage by words that has none yet', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 59 }), (size, some) => {
      const words = Array.from({ length: size }, (_, n) => `${n}`)
      const withVector = words.slice(1).slice(-some)
      const ranks = new Map(withVector.toReversed().map((id, n) => [id, n + 1]))
      expect(fuseRankings(words, { ranks, coverage: ranks.size / size }, 5)[0]?.id).toBe('0')
    }),
  )
})
