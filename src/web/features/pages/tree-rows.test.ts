import { describe, expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { moveInTree, pagesBelow, tickOf, visibleRows } from './tree-rows.ts'

const page = (url: string) => ({ id: url, url, title: url })
const tree = buildTree(['https://a.test', 'https://a.test/d/1', 'https://a.test/d/2', 'https://a.test/e'].map(page))
const [home] = tree
const folder = home?.children[0]
if (!home || !folder) throw new Error('the tree has a root and a folder')
const ids = (collapsed: string[] = []) => visibleRows(tree, new Set(collapsed)).map((row) => row.node.id)

describe('the rows of the tree', () => {
  it('are all expanded at first, and fewer when a node is collapsed', () => {
    expect(ids()).toHaveLength(5)
    expect(ids(['https://a.test/d'])).toEqual(['https://a.test', 'https://a.test/d', 'https://a.test/e'])
    expect(ids(['https://a.test'])).toEqual(['https://a.test'])
  })

  it('know their place among their siblings', () => {
    expect(visibleRows(tree, new Set()).at(-1)).toMatchObject({ position: 2, siblings: 2, expanded: undefined })
  })

  it('tick a page for itself, and a folder for what it holds', () => {
    expect(tickOf(home, new Set(['https://a.test']))).toBe('on')
    expect(tickOf(home, new Set(['https://a.test/d/1']))).toBe('mixed')
    expect(tickOf(home, new Set())).toBe('off')
    expect(tickOf(folder, new Set(['https://a.test/d/1']))).toBe('mixed')
    expect(tickOf(folder, new Set(['https://a.test/d/1', 'https://a.test/d/2']))).toBe('on')
    expect(tickOf(folder, new Set(['https://a.test/e']))).toBe('off')
    expect(pagesBelow(home)).toHaveLength(4)
  })
})

describe('the keys in the tree', () => {
  const rows = visibleRows(tree, new Set())
  it.each([
    [0, 'ArrowDown', { go: 1 }],
    [4, 'ArrowDown', { go: 4 }],
    [0, 'ArrowUp', { go: 0 }],
    [3, 'Home', { go: 0 }],
    [0, 'End', { go: 4 }],
    [0, 'ArrowRight', { go: 1 }],
    [2, 'ArrowRight', null],
    [1, 'ArrowLeft', { collapse: 'https://a.test/d' }],
    [2, 'ArrowLeft', { go: 1 }],
    [4, 'ArrowLeft', { go: 0 }],
    [0, 'x', null],
  ])('on row %i, %s leads to %j', (at, key, move) => {
    expect(moveInTree(rows, at, key)).toEqual(move)
  })

  it('open a collapsed node before they enter it', () => {
    const closed = visibleRows(tree, new Set(['https://a.test/d']))
    expect(moveInTree(closed, 1, 'ArrowRight')).toEqual({ expand: 'https://a.test/d' })
  })
})
