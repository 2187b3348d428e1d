import { expect, test } from 'vitest'
import { childrenToDraw, buildSiteMap, pagesByDepth, pathTo, sizeOf, skippedRows } from './site-map.ts'

const site = 'https://manual.example'
const pages = [
  { url: `${site}/`, depth: 0 },
  { url: `${site}/docs/16/install`, depth: 1 },
  { url: `${site}/docs/16/tuning`, depth: 3 },
  { url: `${site}/blog`, depth: 1 },
]
const skipped = [{ url: `${site}/docs/16/private` }, { url: `${site}/login` }, { url: 'https://elsewhere.example/' }]

test('a folder counts its crawled pages, skipped addresses and depth', () => {
  const [top] = buildSiteMap(pages, skipped)
  expect(top).toMatchObject({ label: 'manual.example', read: 4, skipped: 2, deepest: 3 })
  expect(top?.children.map(({ label, read, skipped: left, deepest }) => [label, read, left, deepest])).toEqual([
    ['docs / 16', 2, 1, 3],
    ['blog', 1, 0, 1],
    ['login', 0, 1, null],
    ['/', 1, 0, null],
  ])
})

test('ignores skipped addresses of hosts without crawled pages', () => {
  expect(buildSiteMap(pages, skipped)).toHaveLength(1)
})

test('decodes path segments and ignores invalid addresses', () => {
  const [top] = buildSiteMap(
    [
      { url: `${site}/gr%C3%BC%C3%9Fe`, depth: 0 },
      { url: 'nonsense', depth: 0 },
    ],
    [],
  )
  expect(top?.children[0]?.label).toBe('grüße')
  expect(top?.read).toBe(1)
})

test('merges the smallest folders if there are more folders than lines', () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ url: `${site}/f${n}/${'x'}`, depth: 1 }))
  const [top] = buildSiteMap([...many, ...many.slice(0, 1), { url: `${site}/f0/y`, depth: 1 }], [])
  if (!top) throw new Error('no map')
  const drawn = childrenToDraw(top, 10)
  expect(drawn, 'the rest is larger and has half of the lines').toHaveLength(6)
  expect(drawn[0]?.label).toContain('f0')
  expect(drawn.at(-1)?.mergedCount).toBe(35)
  expect(childrenToDraw(top, 30)).toHaveLength(30)
  expect(drawn.reduce((sum, each) => sum + sizeOf(each), 0)).toBe(sizeOf(top))
  expect(childrenToDraw(top, 0)).toEqual([])
})

test('groups the pages of a long folder by the beginning of their names [site-map-1]', () => {
  const names = ['sql-insert.html', 'sql-update.html', 'sql-delete.html', 'app-psql.html', 'index.html']
  const chapters = Array.from({ length: 12 }, (_, n) => `chapter${n}.html`)
  const [top] = buildSiteMap(
    [...names, ...chapters].map((name) => ({ url: `${site}/docs/${name}`, depth: 2 })),
    [{ url: `${site}/docs/sql-private.html` }, { url: `${site}/login` }],
  )
  const docs = top?.children.find(({ label }) => label === 'docs')
  const [sql, ...others] = docs?.children ?? []
  expect(sql).toMatchObject({ label: 'sql-…', read: 3, skipped: 1, deepest: 2 })
  expect(sql?.children.map(({ label }) => label)).toContain('sql-delete.html')
  expect(
    others.map(({ label }) => label),
    'two names with the same beginning are no group',
  ).toEqual(expect.arrayContaining(['app-psql.html', 'index.html', 'chapter0.html']))
  expect(pathTo(top ? [top] : [], `${site}/docs/sql-`).map(({ label }) => label)).toEqual([
    'manual.example',
    'docs',
    'sql-…',
  ])
})

test('keeps the pages of a short folder together [site-map-2]', () => {
  const urls = ['sql-a', 'sql-b', 'sql-c', 'app-a'].map((name) => ({ url: `${site}/${name}.html`, depth: 1 }))
  const [top] = buildSiteMap(urls, [])
  expect(top?.children).toHaveLength(4)
})

test('finds a folder by its id, with its ancestors', () => {
  const nodes = buildSiteMap(pages, skipped)
  expect(pathTo(nodes, `${site}/docs/16/tuning`).map(({ label }) => label)).toEqual([
    'manual.example',
    'docs / 16',
    'tuning',
  ])
  expect(pathTo(nodes, 'https://nowhere.example')).toEqual([])
})

test('counts pages by depth', () => {
  expect(pagesByDepth(pages)).toEqual([1, 2, 0, 1])
  expect(pagesByDepth([])).toEqual([])
})

test('counts links to other sites apart, as the map does', () => {
  const { rows, otherSites } = skippedRows({ 'beyond-limit': 102, 'other-host': 76, duplicate: 1 })
  expect(rows).toEqual([
    ['beyond-limit', 102],
    ['duplicate', 1],
  ])
  expect(otherSites).toBe(76)
})
