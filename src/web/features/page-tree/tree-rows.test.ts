import { describe, expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { activeRow, branchIds, moveInTree, parentIds, findRowByTitle, visibleRows } from './tree-rows.ts'

const page = (url: string) => ({ id: url, url, title: url })
const tree = buildTree(['https://a.test', 'https://a.test/d/1', 'https://a.test/d/2', 'https://a.test/e'].map(page))
const ids = (collapsed: string[] = []) => visibleRows(tree, new Set(collapsed)).map((row) => row.node.id)

describe('the rows of the tree', () => {
  it('hides the children of collapsed nodes [tree-rows-1]', () => {
    expect(ids()).toHaveLength(5)
    expect(ids(['https://a.test/d'])).toEqual(['https://a.test', 'https://a.test/d', 'https://a.test/e'])
    expect(ids(['https://a.test'])).toEqual(['https://a.test'])
    expect(ids(branchIds(tree))).toEqual(['https://a.test'])
  })

  it('gives each row its position among its siblings', () => {
    expect(visibleRows(tree, new Set()).at(-1)).toMatchObject({ position: 2, siblings: 2, expanded: undefined })
  })

  it('keeps the active row, or falls back to its nearest visible ancestor', () => {
    const parents = parentIds(tree)
    const indexById = (collapsed: string[]) => new Map(ids(collapsed).map((id, index) => [id, index]))
    expect(activeRow(indexById([]), parents, 'https://a.test/d/2')).toBe(3)
    expect(activeRow(indexById(['https://a.test/d']), parents, 'https://a.test/d/2')).toBe(1)
    expect(activeRow(indexById(['https://a.test']), parents, 'https://a.test/d/2')).toBe(0)
    expect(activeRow(indexById([]), parents, 'https://gone.test')).toBe(0)
    expect(activeRow(indexById([]), parents, null)).toBe(0)
  })
})

describe('keyboard navigation in the tree', () => {
  const rows = visibleRows(tree, new Set())
  it.each([
    [0, 'ArrowDown', { focus: 1 }],
    [4, 'ArrowDown', { focus: 4 }],
    [0, 'ArrowUp', { focus: 0 }],
    [3, 'Home', { focus: 0 }],
    [0, 'End', { focus: 4 }],
    [0, 'PageDown', { focus: 4 }],
    [4, 'PageUp', { focus: 0 }],
    [0, 'ArrowRight', { focus: 1 }],
    [2, 'ArrowRight', null],
    [1, 'ArrowLeft', { collapse: 'https://a.test/d' }],
    [2, 'ArrowLeft', { focus: 1 }],
    [4, 'ArrowLeft', { focus: 0 }],
    [0, 'x', null],
  ])('on row %i, %s results in %j', (at, key, move) => {
    expect(moveInTree(rows, at, key)).toEqual(move)
  })

  it('expands a collapsed node before entering it', () => {
    const closed = visibleRows(tree, new Set(['https://a.test/d']))
    expect(moveInTree(closed, 1, 'ArrowRight')).toEqual({ expand: ['https://a.test/d'] })
  })

  it('expands all siblings of the active row with an asterisk', () => {
    const wide = buildTree(['/', '/a/1', '/a/2', '/b/1', '/b/2', '/c'].map((path) => page(`https://a.test${path}`)))
    const closed = visibleRows(wide, new Set(['https://a.test/a', 'https://a.test/b']))
    expect(moveInTree(closed, 3, '*')).toEqual({ expand: ['https://a.test/a', 'https://a.test/b'] })
  })
})

describe('type-ahead in the tree', () => {
  const titled = (title: string, n: number) => ({ id: title, url: `https://a.test/${n}`, title })
  const rows = visibleRows(buildTree(['Apples', 'Bread', 'Butter', 'Äpfel'].map(titled)), new Set())
  const at = (title: string) => rows.findIndex((row) => row.node.title === title)

  it.each([
    ['Apples', 'b', 'Bread'],
    ['Bread', 'b', 'Butter'],
    ['Butter', 'b', 'Bread'],
    ['Bread', 'br', 'Bread'],
    ['Bread', 'bu', 'Butter'],
    ['Apples', 'ä', 'Äpfel'],
  ])('moves from %s with “%s” to %s', (from, letters, to) => {
    expect(findRowByTitle(rows, at(from), letters)).toBe(at(to))
  })

  it('returns null if no title starts with the letters', () => {
    expect(findRowByTitle(rows, 0, 'x')).toBeNull()
  })
})
