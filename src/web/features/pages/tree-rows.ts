/** The tree as the list of rows that can be seen, and where the arrow keys lead in it (ARIA tree pattern). */
import type { TreeNode, TreePage } from './build-tree.ts'

export type TreeRow<Page extends TreePage = TreePage> = {
  node: TreeNode<Page>
  parent: string | null
  position: number
  siblings: number
  expanded: boolean | undefined
}

export function visibleRows<Page extends TreePage>(
  nodes: readonly TreeNode<Page>[],
  collapsed: ReadonlySet<string>,
  parent: string | null = null,
): TreeRow<Page>[] {
  return nodes.flatMap((node, index) => {
    const expanded = node.children.length > 0 ? !collapsed.has(node.id) : undefined
    const row = { node, parent, position: index + 1, siblings: nodes.length, expanded }
    return expanded ? [row, ...visibleRows(node.children, collapsed, node.id)] : [row]
  })
}

/** Every page at or below `node`. */
export function pagesBelow<Page extends TreePage>(node: TreeNode<Page>): Page[] {
  const below = node.children.flatMap(pagesBelow)
  return node.page ? [node.page, ...below] : below
}

export type Tick = 'on' | 'off' | 'mixed'

/**
 * How a node's checkbox stands. A page's own tick decides; a page that is not ticked, or a stretch of path without a
 * page, shows whether anything below it is.
 */
export function tickOf(node: TreeNode, selected: ReadonlySet<string>): Tick {
  if (node.page && selected.has(node.page.id)) return 'on'
  if (node.page) return someBelow(node, selected) ? 'mixed' : 'off'
  const below = pagesBelow(node)
  if (below.every((page) => selected.has(page.id))) return 'on'
  return below.some((page) => selected.has(page.id)) ? 'mixed' : 'off'
}

function someBelow(node: TreeNode, selected: ReadonlySet<string>): boolean {
  return node.children.some((child) => (child.page && selected.has(child.page.id)) || someBelow(child, selected))
}

type Move = { go: number } | { collapse: string } | { expand: string } | null

/** What an arrow, Home or End key does when row `at` is active. */
export function moveInTree(rows: readonly TreeRow[], at: number, key: string): Move {
  const row = rows[at]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(at + 1, rows.length - 1) }
    case 'ArrowUp':
      return { go: Math.max(at - 1, 0) }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: rows.length - 1 }
    case 'ArrowRight':
      if (row.expanded === undefined) return null
      return row.expanded ? { go: at + 1 } : { expand: row.node.id }
    case 'ArrowLeft': {
      if (row.expanded) return { collapse: row.node.id }
      const parent = rows.findIndex((each) => each.node.id === row.parent)
      return parent === -1 ? null : { go: parent }
    }
    default:
      return null
  }
}
