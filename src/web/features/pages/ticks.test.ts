import { expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { pagesBelow, ticksOf } from './ticks.ts'

const page = (url: string) => ({ id: url, url, title: url })
const tree = buildTree(['https://a.test', 'https://a.test/d/1', 'https://a.test/d/2', 'https://a.test/e'].map(page))
const [home] = tree
const folder = home?.children[0]
if (!home || !folder) throw new Error('the tree has a root and a folder')
const tick = (id: string, selected: string[]) => ticksOf(tree, new Set(selected)).get(id)

it.each([
  ['https://a.test', ['https://a.test'], 'on'],
  ['https://a.test', ['https://a.test/d/1'], 'mixed'],
  ['https://a.test', [], 'off'],
  ['https://a.test/d', ['https://a.test/d/1'], 'mixed'],
  ['https://a.test/d', ['https://a.test/d/1', 'https://a.test/d/2'], 'on'],
  ['https://a.test/d', ['https://a.test/e'], 'off'],
])('ticks a page for itself and a folder for what it holds: %s with %j is %s', (id, selected, expected) => {
  expect(tick(id, selected)).toBe(expected)
})

it('a branch is every page at or below its node, under a filter only those that match', () => {
  expect(pagesBelow(home)).toHaveLength(4)
  expect(pagesBelow(folder)).toEqual(['https://a.test/d/1', 'https://a.test/d/2'])
  expect(pagesBelow(home, new Set(['https://a.test/d/2']))).toEqual(['https://a.test/d/2'])
})
