import { describe, expect, it } from 'vitest'
import { siteSuffixes, titleShortener } from '#shared/crawl/short-titles.ts'
import { buildTree } from './build-tree.ts'
import type { TreeNode } from './build-tree.ts'

const page = (url: string, title = `About ${url}`) => ({ id: url, url, title })
const shape = (nodes: TreeNode[]): unknown[] =>
  nodes.map((node) => (node.children.length > 0 ? [node.title, shape(node.children)] : node.title))

describe('buildTree', () => {
  it('nests a page under the page of its parent path [build-tree-1]', () => {
    const tree = buildTree([
      page('https://a.test', 'Home'),
      page('https://a.test/docs', 'Docs'),
      page('https://a.test/docs/start', 'Start'),
      page('https://a.test/blog', 'Blog'),
    ])
    expect(shape(tree)).toEqual([['Home', [['Docs', ['Start']], 'Blog']]])
    const [docs, blog] = tree[0]?.children ?? []
    expect([docs?.path, docs?.children[0]?.path, blog?.path]).toEqual(['/docs', 'start', '/blog'])
  })

  it('adds folder nodes for path segments without a page', () => {
    const tree = buildTree([
      page('https://a.test', 'Home'),
      page('https://a.test/docs/one', 'One'),
      page('https://a.test/docs/two', 'Two'),
    ])
    expect(shape(tree)).toEqual([['Home', [['docs', ['One', 'Two']]]]])
    expect(tree[0]?.children[0]?.page).toBeNull()
  })

  it('merges several path segments without pages into one node', () => {
    const tree = buildTree([page('https://a.test/docs/16/one', 'One'), page('https://a.test/docs/16/two', 'Two')])
    expect(shape(tree)).toEqual([['a.test / docs / 16', ['One', 'Two']]])
  })

  it('shows a single page as the root', () => {
    const tree = buildTree([page('https://a.test/docs/16', 'Sixteen')])
    expect(shape(tree)).toEqual(['Sixteen'])
    expect(tree[0]).toMatchObject({ depth: 0, page: { id: 'https://a.test/docs/16' } })
  })

  it('gives each site its own root and counts depth from there [build-tree-2]', () => {
    const tree = buildTree([page('https://a.test', 'A'), page('https://b.test', 'B'), page('https://b.test/x', 'X')])
    expect(shape(tree)).toEqual(['A', ['B', ['X']]])
    expect(tree[1]?.children[0]?.depth).toBe(1)
  })

  it('cuts the name of the site from titles and keeps it in the page', () => {
    const pages = ['Install', 'Update', 'Remove'].map((name) => page(`https://a.test/${name}`, `${name} | Acme`))
    const tree = buildTree(pages, titleShortener(siteSuffixes(pages)))
    expect(shape(tree)).toEqual([['a.test', ['Install', 'Update', 'Remove']]])
    expect(tree[0]?.children[0]?.page?.title).toBe('Install | Acme')
  })

  it('decodes escaped paths and keeps invalid escapes', () => {
    const tree = buildTree([
      page('https://a.test', 'Home'),
      page('https://a.test/stra%C3%9Fe/1', '1'),
      page('https://a.test/stra%C3%9Fe/2', '2'),
      page('https://a.test/%E0%A4%A/3', '3'),
    ])
    expect(tree[0]?.children[0]?.title).toBe('straße')
    expect(tree[0]?.children).toHaveLength(2)
  })
})
