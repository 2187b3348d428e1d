import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuseRankings } from './fuse-rankings.ts'

const ids = (ranked: { id: string }[]) => ranked.map(({ id }) => id)
const ranked = (...names: string[]) => new Map(names.map((id, n) => [id, n + 1]))

it('puts first what both rankings find', () => {
  const fused = fuseRankings(['words', 'both', 'other'], { places: ranked('both', 'meaning', 'other', 'words'), share: 1 }, 10)
  expect(ids(fused)).toEqual(['both', 'words', 'other', 'meaning'])
  expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 10)
})

it('finds what has no word of the question', () => {
  expect(ids(fuseRankings([], { places: ranked('a', 'b'), share: 1 }, 1))).toEqual(['a'])
})

it('keeps the ranking by words for passages that have no vector yet', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.func(fc.boolean()), (words, has) => {
      const places = new Map(words.filter(has).map((id, n) => [id, n + 1]))
      const share = Math.max(places.size, 1) / words.length
      const waiting = words.filter((id) => !places.has(id))
      expect(ids(fuseRankings(words, { places, share }, words.length)).filter((id) => !places.has(id))).toEqual(waiting)
      expect(ids(fuseRankings(words, { places: new Map(), share: 1 }, words.length))).toEqual(words)
    }),
  )
})

it('never lets a passage that happens to have its vector overtake the best one by words that waits for its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 59 }), (size, some) => {
      const words = Array.from({ length: size }, (_, n) => `${n}`)
      const withVector = words.slice(1).slice(-some)
      const places = new Map(withVector.toReversed().map((id, n) => [id, n + 1]))
      expect(fuseRankings(words, { places, share: places.size / size }, 5)[0]?.id).toBe('0')
    }),
  )
})
