import { expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { pageIdsBelow, checkStates } from './selection.ts'

const page = (url: string) => ({ id: url, url, title: url })
const tree = buildTree(['https://a.test', 'https://a.test/d/1', 'https://a.test/d/2', 'https://a.test/e'].map(page))
const [home] = tree
const folder = home?.children[0]
if (!home || !folder) throw new Error('the tree has a root and a folder')
const stateOf = (id: string, selected: string[]) => checkStates(tree, new Set(selected)).get(id)

it.each([
  ['https://a.test', ['https://a.test'], 'on'],
  ['https://a.test', ['https://a.test/d/1'], 'mixed'],
  ['https://a.test', [], 'off'],
  ['https://a.test/d', ['https://a.test/d/1'], 'mixed'],
  ['https://a.test/d', ['https://a.test/d/1', 'https://a.test/d/2'], 'on'],
  ['https://a.test/d', ['https://a.test/e'], 'off'],
])(
  'derives the state of pages from themselves and of folders from their pages: %s with %j is %s',
  (id, selected, expected) => {
    expect(stateOf(id, selected)).toBe(expected)
  },
)

it('returns the pages at and below a node, only matching ones under a filter', () => {
  expect(pageIdsBelow(home)).toHaveLength(4)
  expect(pageIdsBelow(folder)).toEqual(['https://a.test/d/1', 'https://a.test/d/2'])
  expect(pageIdsBelow(home, new Set(['https://a.test/d/2']))).toEqual(['https://a.test/d/2'])
})
