/** How the checkboxes of the tree stand, and what ticking a whole branch means. */
import type { TreeNode, TreePage } from './build-tree.ts'

export type Tick = 'on' | 'off' | 'mixed'

/**
 * Every node's tick, found in one walk from the leaves up. A page's own tick decides; a page that is not ticked, or a
 * stretch of path without a page, shows whether anything below it is.
 */
export function ticksOf(nodes: readonly TreeNode[], selected: ReadonlySet<string>): Map<string, Tick> {
  const ticks = new Map<string, Tick>()
  /** Answers how many pages are at and below the node, and how many of them are ticked. */
  const visit = (node: TreeNode): { pages: number; on: number } => {
    let pages = 0
    let on = 0
    for (const child of node.children) {
      const below = visit(child)
      pages += below.pages
      on += below.on
    }
    const own = node.page !== null && selected.has(node.page.id)
    ticks.set(node.id, own || (!node.page && pages > 0 && on === pages) ? 'on' : on > 0 ? 'mixed' : 'off')
    return { pages: pages + (node.page ? 1 : 0), on: on + (own ? 1 : 0) }
  }
  for (const node of nodes) visit(node)
  return ticks
}

/** The ids of every page at or below `node`; under a filter, given as `matches`, only of those that match. */
export function pagesBelow(node: TreeNode, matches: ReadonlySet<string> | null = null): string[] {
  const ids: string[] = []
  const visit = ({ page, children }: TreeNode<TreePage>) => {
    if (page && (!matches || matches.has(page.id))) ids.push(page.id)
    for (const child of children) visit(child)
  }
  visit(node)
  return ids
}
