import { expect, it } from 'vitest'
import { buildTree } from './build-tree.ts'
import { filterTree, textsOf } from './filter-tree.ts'
import { visibleRows } from './tree-rows.ts'

const page = (path: string, title: string) => ({ id: path, url: `https://a.test${path}`, title })
const pages = [
  page('/', 'Home'),
  page('/docs/lamps', 'Lamps'),
  page('/docs/wicks', 'Trimming a wick'),
  page('/caf%C3%A9/karte', 'Menü'),
]
const tree = buildTree(pages)
const shown = (words: string) => {
  const filtered = filterTree(tree, words, textsOf(pages))
  return filtered && { rows: visibleRows(filtered.tree, new Set()).map((row) => row.node.title), matches: [...filtered.matches] }
}

it('shows the pages that match by title or path, under the nodes that lead to them', () => {
  expect(shown('lamp')).toEqual({ rows: ['Home', 'docs', 'Lamps'], matches: ['/docs/lamps'] })
  expect(shown('/docs')).toEqual({ rows: ['Home', 'docs', 'Lamps', 'Trimming a wick'], matches: ['/docs/lamps', '/docs/wicks'] })
})

it('wants every word, wherever it stands, and looks past case and accents', () => {
  expect(shown('WICK docs')?.matches).toEqual(['/docs/wicks'])
  expect(shown('menu cafe')?.matches).toEqual(['/caf%C3%A9/karte'])
  expect(shown('lamp wick')).toEqual({ rows: [], matches: [] })
})

it('is no filter when nothing but space was typed', () => {
  expect(shown('  ')).toBeNull()
})
