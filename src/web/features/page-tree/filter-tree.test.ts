import { expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { filterTree, buildSearchTexts } from './filter-tree.ts'
import { visibleRows } from './tree-rows.ts'

const page = (path: string, title: string) => ({ id: path, url: `https://a.test${path}`, title })
const pages = [
  page('/', 'Home'),
  page('/docs/lamps', 'Lamps'),
  page('/docs/wicks', 'Trimming a wick'),
  page('/caf%C3%A9/karte', 'Menü'),
]
const tree = buildTree(pages)
const shown = (query: string) => {
  const filtered = filterTree(tree, query, buildSearchTexts(pages))
  return (
    filtered && {
      rows: visibleRows(filtered.tree, new Set()).map((row) => row.node.title),
      matches: [...filtered.matches],
    }
  )
}

it('keeps pages that match by title or path, with their ancestors', () => {
  expect(shown('lamp')).toEqual({ rows: ['Home', 'docs', 'Lamps'], matches: ['/docs/lamps'] })
  expect(shown('/docs')).toEqual({
    rows: ['Home', 'docs', 'Lamps', 'Trimming a wick'],
    matches: ['/docs/lamps', '/docs/wicks'],
  })
})

it('requires every word in any order and ignores case and accents', () => {
  expect(shown('WICK docs')?.matches).toEqual(['/docs/wicks'])
  expect(shown('menu cafe')?.matches).toEqual(['/caf%C3%A9/karte'])
  expect(shown('lamp wick')).toEqual({ rows: [], matches: [] })
})

it('returns null for a blank query', () => {
  expect(shown('  ')).toBeNull()
})
