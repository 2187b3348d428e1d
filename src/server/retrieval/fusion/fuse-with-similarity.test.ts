import { expect, it } from 'vitest'
import { fuseWithSimilarity } from './fuse-with-similarity.ts'

type Found = { title: string; cosine?: number; usesVectors: boolean }

const passage = (text: string, score: number) => ({
  headingPath: ['A', 'B', 'C'],
  text,
  score,
  found: { title: 'Page', usesVectors: false } as Found,
})

it('raises the closer passage, and keeps the best score of the search [fuse-with-similarity-1]', async () => {
  const passages = [passage('words', 10), passage('meaning', 8), passage('neither', 2)]
  const fused = await fuseWithSimilarity(passages, async () => [0.2, 0.6, 0.1])
  expect(fused?.map(({ text, score, found }) => [text, Math.round(score * 100) / 100, found.cosine])).toEqual([
    ['meaning', 10, 0.6],
    ['words', 7, 0.2],
    ['neither', 2, 0.1],
  ])
})

it('compares title, the last two headings and the text of the first twelve passages [fuse-with-similarity-2]', async () => {
  const compared: string[] = []
  const passages = Array.from({ length: 14 }, (_, n) => passage(`text ${n}`, 20 - n))
  const fused = await fuseWithSimilarity(passages, async (texts) => {
    compared.push(...texts)
    return texts.map((_text, n) => (n === 11 ? 0.9 : 0))
  })
  expect(compared).toHaveLength(12)
  expect(compared[0]).toBe('Page - B - C. text 0')
  expect(fused?.map(({ text }) => text).slice(0, 2)).toEqual(['text 11', 'text 0'])
  expect(fused?.slice(-2).map(({ text }) => text)).toEqual(['text 12', 'text 13'])
  const scores = fused?.map(({ score }) => score) ?? []
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('counts little of the meaning of contents, which name a subject and do not explain it [fuse-with-similarity-4]', async () => {
  const contents = Array.from({ length: 6 }, (_, n) => `${n + 1}.1. How to light lamp ${n + 1}`).join('\n')
  const fused = await fuseWithSimilarity([passage(contents, 10), passage('meaning', 9)], async () => [0.9, 0.5])
  expect(fused?.map(({ text }) => text)).toEqual(['meaning', contents])
})

it('changes nothing without cosines or passages [fuse-with-similarity-3]', async () => {
  expect(await fuseWithSimilarity([passage('words', 10)], async () => null)).toBe(null)
  expect(await fuseWithSimilarity([], async () => [])).toBe(null)
})
