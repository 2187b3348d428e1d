import { describe, expect, it } from 'vitest'
import type { PreviewedAddress } from '#shared/crawl/previews.ts'
import { fastestRun } from '#test/fastest-run.ts'
import { previewCost } from './preview-cost.ts'
import { moveInPreview, previewRows } from './preview-rows.ts'
import { branchesOf, countSelected, pathsBelow, checkStateOf, selectOnly, toggleBranch } from './preview-selection.ts'
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
const selectAll = (tree: PreviewNode) => new Set(pathsBelow(tree))

const site = () => treeOf('/', '/blog/', '/blog/one', '/blog/two', '/docs/a/deep', '/docs/a/deeper', '/about')

describe('buildPreviewTree', () => {
  it('counts the addresses at and below each node', () => {
    const tree = site()
    expect([tree.total, at(tree, '/blog').total, at(tree, '/docs/a').total]).toEqual([7, 3, 2])
  })

  it('has one root and merges path segments without alternatives', () => {
    const tree = site()
    expect(tree.label).toBe('example.org')
    expect(tree.children.map((child) => child.label)).toEqual(['blog', 'docs / a', 'about'])
    expect(buildPreviewTree([])).toBeNull()
  })

  it('puts addresses that differ only in the query into one node', () => {
    expect(at(treeOf('/list?page=1', '/list?page=2', '/other'), '/list').addressCount).toBe(2)
  })

  it('builds a tree of ten thousand addresses within a second', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/part-${index % 40}/group-${index % 400}/page-${index}`)
    const build = () => {
      const tree = treeOf(...paths)
      expect(countSelected(tree, selectAll(tree)).get('/')).toBe(10_000)
    }
    expect(await fastestRun(build, 3), 'milliseconds').toBeLessThan(1000)
  })
})

describe('the selection in a preview', () => {
  it('is on, off or mixed for each node', () => {
    const tree = site()
    const counts = countSelected(tree, toggleBranch(at(tree, '/blog/one'), selectAll(tree)))
    expect(checkStateOf(at(tree, '/blog/two'), counts)).toBe('on')
    expect(checkStateOf(at(tree, '/blog'), counts)).toBe('mixed')
    expect(checkStateOf(at(tree, '/blog/one'), counts)).toBe('off')
  })

  it('toggles a whole branch and completes a partly selected one', () => {
    const tree = site()
    const without = toggleBranch(at(tree, '/blog'), selectAll(tree))
    expect(countSelected(tree, without).get('/')).toBe(4)
    const some = toggleBranch(at(tree, '/blog/one'), without)
    expect(countSelected(tree, toggleBranch(at(tree, '/blog'), some)).get('/blog')).toBe(3)
  })

  it('can select the page of a branch without its subpages', () => {
    const tree = site()
    expect(countSelected(tree, selectOnly(at(tree, '/blog'), selectAll(tree))).get('/blog')).toBe(1)
  })
})

describe('branchesOf', () => {
  it('returns no branches if everything is selected', () => {
    expect(branchesOf(site(), selectAll(site()))).toEqual([])
  })

  it('returns one branch for a fully selected subtree', () => {
    const tree = site()
    expect(branchesOf(tree, toggleBranch(at(tree, '/blog'), new Set()))).toEqual([{ path: '/blog', exact: false }])
  })

  it('returns an exact branch for a page whose subtree is not fully selected', () => {
    const tree = site()
    const selection = toggleBranch(at(tree, '/blog/one'), selectOnly(at(tree, '/blog'), new Set()))
    expect(branchesOf(tree, selection)).toEqual([
      { path: '/blog', exact: true },
      { path: '/blog/one', exact: false },
    ])
  })
})

describe('the rows of a preview tree', () => {
  it('hides the children of collapsed nodes', () => {
    const tree = site()
    expect(previewRows(tree, new Set())).toHaveLength(8)
    expect(previewRows(tree, new Set(['/blog'])).map((row) => row.node.path)).not.toContain('/blog/one')
  })

  it('moves with the arrow keys', () => {
    const rows = previewRows(site(), new Set())
    expect(moveInPreview(rows, 0, 'ArrowDown')).toEqual({ focus: 1 })
    expect(moveInPreview(rows, 1, 'ArrowLeft')).toEqual({ toggle: '/blog' })
    expect(moveInPreview(rows, 2, 'ArrowLeft')).toEqual({ focus: 1 })
    expect(moveInPreview(rows, 0, 'End')).toEqual({ focus: 7 })
    expect(moveInPreview(rows, 0, 'x')).toBeNull()
  })
})

describe('previewCost', () => {
  it.each([
    [
      { selected: 40, maxPages: 10, pauseMs: 4000 },
      { credits: 10, minutes: 1 },
    ],
    [
      { selected: 100, maxPages: 1000, pauseMs: 4000 },
      { credits: 100, minutes: 7 },
    ],
    [
      { selected: 1, maxPages: 10, pauseMs: 600_000 },
      { credits: 1, minutes: 1 },
    ],
    [
      { selected: 0, maxPages: 10, pauseMs: 4000 },
      { credits: 0, minutes: 1 },
    ],
  ])('computes the cost of %j as %j', (options, cost) => {
    expect(previewCost(options)).toEqual(cost)
  })
})
