import { describe, expect, it } from 'vitest'
import type { PreviewedAddress } from '#shared/previews.ts'
import { previewCost } from './preview-cost.ts'
import { movePreview, previewRows } from './preview-rows.ts'
import { branchesOf, countTicks, pathsBelow, tickOf, tickOnly, toggleBranch } from './preview-ticks.ts'
import { buildPreviewTree } from './preview-tree.ts'
import type { PreviewNode } from './preview-tree.ts'

const found = (...paths: string[]): PreviewedAddress[] =>
  paths.map((path) => ({ url: `https://example.org${path}`, title: '', from: 'link' }))

function treeOf(...paths: string[]): PreviewNode {
  const tree = buildPreviewTree(found(...paths))
  if (!tree) throw new Error('no tree')
  return tree
}
function nodeAt(node: PreviewNode, path: string): PreviewNode | undefined {
  return node.path === path ? node : node.children.map((child) => nodeAt(child, path)).find(Boolean)
}
function at(tree: PreviewNode, path: string): PreviewNode {
  const node = nodeAt(tree, path)
  if (!node) throw new Error(`nothing at ${path}`)
  return node
}
const all = (tree: PreviewNode) => new Set(pathsBelow(tree))

const site = () => treeOf('/', '/blog/', '/blog/one', '/blog/two', '/docs/a/deep', '/docs/a/deeper', '/about')

describe('the tree of a preview', () => {
  it('counts what lies at and below each part of the site', () => {
    const tree = site()
    expect([tree.total, at(tree, '/blog').total, at(tree, '/docs/a').total]).toEqual([7, 3, 2])
  })

  it('is under one root, with a stretch without choices as one node', () => {
    const tree = site()
    expect(tree.label).toBe('example.org')
    expect(tree.children.map((child) => child.label)).toEqual(['blog', 'docs / a', 'about'])
    expect(buildPreviewTree([])).toBeNull()
  })

  it('holds addresses that differ in their query in one node', () => {
    expect(at(treeOf('/list?page=1', '/list?page=2', '/other'), '/list').own).toBe(2)
  })

  it('grows from ten thousand addresses in a moment', () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/part-${index % 40}/group-${index % 400}/page-${index}`)
    const before = performance.now()
    const tree = treeOf(...paths)
    const counts = countTicks(tree, all(tree))
    expect(counts.get('/')).toBe(10_000)
    expect(performance.now() - before, 'milliseconds').toBeLessThan(1000)
  })
})

describe('ticks by branch', () => {
  it('stand in three ways', () => {
    const tree = site()
    const counts = countTicks(tree, toggleBranch(at(tree, '/blog/one'), all(tree)))
    expect(tickOf(at(tree, '/blog/two'), counts)).toBe('on')
    expect(tickOf(at(tree, '/blog'), counts)).toBe('mixed')
    expect(tickOf(at(tree, '/blog/one'), counts)).toBe('off')
  })

  it('take a part of the site along, and complete one that is ticked in part', () => {
    const tree = site()
    const without = toggleBranch(at(tree, '/blog'), all(tree))
    expect(countTicks(tree, without).get('/')).toBe(4)
    const some = toggleBranch(at(tree, '/blog/one'), without)
    expect(countTicks(tree, toggleBranch(at(tree, '/blog'), some)).get('/blog')).toBe(3)
  })

  it('can leave of a part its own page alone', () => {
    const tree = site()
    expect(countTicks(tree, tickOnly(at(tree, '/blog'), all(tree))).get('/blog')).toBe(1)
  })
})

describe('the branches of the crawl', () => {
  it('are none when everything is ticked', () => {
    expect(branchesOf(site(), all(site()))).toEqual([])
  })

  it('name a whole part of the site once', () => {
    const tree = site()
    expect(branchesOf(tree, toggleBranch(at(tree, '/blog'), new Set()))).toEqual([{ path: '/blog', exact: false }])
  })

  it('name a page alone when not all below it is ticked', () => {
    const tree = site()
    const ticks = toggleBranch(at(tree, '/blog/one'), tickOnly(at(tree, '/blog'), new Set()))
    expect(branchesOf(tree, ticks)).toEqual([
      { path: '/blog', exact: true },
      { path: '/blog/one', exact: false },
    ])
  })
})

describe('the rows of a preview', () => {
  it('are all expanded at first, and fewer when a part is collapsed', () => {
    const tree = site()
    expect(previewRows(tree, new Set())).toHaveLength(8)
    expect(previewRows(tree, new Set(['/blog'])).map((row) => row.node.path)).not.toContain('/blog/one')
  })

  it('are walked with the arrow keys', () => {
    const rows = previewRows(site(), new Set())
    expect(movePreview(rows, 0, 'ArrowDown')).toEqual({ go: 1 })
    expect(movePreview(rows, 1, 'ArrowLeft')).toEqual({ toggle: '/blog' })
    expect(movePreview(rows, 2, 'ArrowLeft')).toEqual({ go: 1 })
    expect(movePreview(rows, 0, 'End')).toEqual({ go: 7 })
    expect(movePreview(rows, 0, 'x')).toBeNull()
  })
})

describe('what the ticked pages take', () => {
  it.each([
    [{ ticked: 40, maxPages: 10, pauseMs: 4000 }, { credits: 10, minutes: 1 }],
    [{ ticked: 100, maxPages: 1000, pauseMs: 4000 }, { credits: 100, minutes: 7 }],
    [{ ticked: 1, maxPages: 10, pauseMs: 600_000 }, { credits: 1, minutes: 1 }],
    [{ ticked: 0, maxPages: 10, pauseMs: 4000 }, { credits: 0, minutes: 1 }],
  ])('%j is %j', (asked, cost) => {
    expect(previewCost(asked)).toEqual(cost)
  })
})
