/** Visible rows of the page tree and keyboard navigation (ARIA tree pattern). */
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
): TreeRow<Page>[] {
  const rows: TreeRow<Page>[] = []
  const add = (siblings: readonly TreeNode<Page>[], parent: string | null) => {
    for (const [index, node] of siblings.entries()) {
      const expanded = node.children.length > 0 ? !collapsed.has(node.id) : undefined
      rows.push({ node, parent, position: index + 1, siblings: siblings.length, expanded })
      if (expanded) add(node.children, node.id)
    }
  }
  add(nodes, null)
  return rows
}

/** The ids of nodes with children. */
export function branchIds(nodes: readonly TreeNode[]): string[] {
  const branches = nodes.filter(({ children }) => children.length > 0)
  return branches.flatMap(({ id, children }) => [id, ...branchIds(children)])
}

/** The parent id of each node. */
export function parentIds(nodes: readonly TreeNode[]): Map<string, string> {
  const parentById = new Map<string, string>()
  const add = (node: TreeNode) => {
    for (const child of node.children) {
      parentById.set(child.id, node.id)
      add(child)
    }
  }
  for (const node of nodes) add(node)
  return parentById
}

/** The index of the active row; if it was collapsed or filtered out, of its nearest visible ancestor, else 0. */
export function activeRow(
  indexById: ReadonlyMap<string, number>,
  parentById: ReadonlyMap<string, string>,
  active: string | null,
): number {
  for (let id: string | undefined = active ?? undefined; id !== undefined; id = parentById.get(id)) {
    const index = indexById.get(id)
    if (index !== undefined) return index
  }
  return 0
}

type Move = { focus: number } | { collapse: string } | { expand: string[] } | null

/** Step of Page Up and Page Down. */
const ROWS_PER_PAGE = 8

/** The effect of a navigation key on the active row. */
export function moveInTree(rows: readonly TreeRow[], activeIndex: number, key: string): Move {
  const row = rows[activeIndex]
  if (!row) return null
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(activeIndex + 1, last) }
    case 'ArrowUp':
      return { focus: Math.max(activeIndex - 1, 0) }
    case 'PageDown':
      return { focus: Math.min(activeIndex + ROWS_PER_PAGE, last) }
    case 'PageUp':
      return { focus: Math.max(activeIndex - ROWS_PER_PAGE, 0) }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: last }
    case 'ArrowRight':
      if (row.expanded === undefined) return null
      return row.expanded ? { focus: activeIndex + 1 } : { expand: [row.node.id] }
    case 'ArrowLeft': {
      if (row.expanded) return { collapse: row.node.id }
      const parent = rows.findIndex((other) => other.node.id === row.parent)
      return parent === -1 ? null : { focus: parent }
    }
    case '*': {
      const siblings = rows.filter((other) => other.parent === row.parent && other.expanded === false)
      return { expand: siblings.map((other) => other.node.id) }
    }
    default:
      return null
  }
}

/**
 * Type-ahead: the next row whose title starts with `typed`, wrapping around; null without a match. A single letter
 * starts after the active row, more letters may still match it.
 */
export function findRowByTitle(rows: readonly TreeRow[], activeIndex: number, typed: string): number | null {
  const prefix = typed.toLocaleLowerCase()
  const from = typed.length === 1 ? activeIndex + 1 : activeIndex
  for (let step = 0; step < rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.node.title.toLocaleLowerCase().startsWith(prefix)) return index
  }
  return null
}
