import { describe, expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { activeRow, idsOfBranches, moveInTree, parentsIn, rowOfLetters, visibleRows } from './tree-rows.ts'

const page = (url: string) => ({ id: url, url, title: url })
const tree = buildTree(['https://a.test', 'https://a.test/d/1', 'https://a.test/d/2', 'https://a.test/e'].map(page))
const ids = (collapsed: string[] = []) => visibleRows(tree, new Set(collapsed)).map((row) => row.node.id)

describe('the rows of the tree', () => {
  it('are all expanded at first, and fewer when a node is collapsed', () => {
    expect(ids()).toHaveLength(5)
    expect(ids(['https://a.test/d'])).toEqual(['https://a.test', 'https://a.test/d', 'https://a.test/e'])
    expect(ids(['https://a.test'])).toEqual(['https://a.test'])
    expect(ids(idsOfBranches(tree))).toEqual(['https://a.test'])
  })

  it('know their place among their siblings', () => {
    expect(visibleRows(tree, new Set()).at(-1)).toMatchObject({ position: 2, siblings: 2, expanded: undefined })
  })

  it('keep the active one, or the nearest above it that is still there', () => {
    const parents = parentsIn(tree)
    const places = (collapsed: string[]) => new Map(ids(collapsed).map((id, index) => [id, index]))
    expect(activeRow(places([]), parents, 'https://a.test/d/2')).toBe(3)
    expect(activeRow(places(['https://a.test/d']), parents, 'https://a.test/d/2')).toBe(1)
    expect(activeRow(places(['https://a.test']), parents, 'https://a.test/d/2')).toBe(0)
    expect(activeRow(places([]), parents, 'https://gone.test')).toBe(0)
    expect(activeRow(places([]), parents, null)).toBe(0)
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
    [0, 'PageDown', { go: 4 }],
    [4, 'PageUp', { go: 0 }],
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
    expect(moveInTree(closed, 1, 'ArrowRight')).toEqual({ expand: ['https://a.test/d'] })
  })

  it('expand everything beside the active row with an asterisk', () => {
    const wide = buildTree(['/', '/a/1', '/a/2', '/b/1', '/b/2', '/c'].map((path) => page(`https://a.test${path}`)))
    const closed = visibleRows(wide, new Set(['https://a.test/a', 'https://a.test/b']))
    expect(moveInTree(closed, 3, '*')).toEqual({ expand: ['https://a.test/a', 'https://a.test/b'] })
  })
})

describe('letters typed in the tree', () => {
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
  ])('on %s, “%s” leads to %s', (from, letters, to) => {
    expect(rowOfLetters(rows, at(from), letters)).toBe(at(to))
  })

  it('lead nowhere when no title begins with them', () => {
    expect(rowOfLetters(rows, 0, 'x')).toBeNull()
  })
})
