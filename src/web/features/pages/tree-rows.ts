/** The tree as the list of rows that can be seen, and where the keys lead in it (ARIA tree pattern). */
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

/** Every node that can be collapsed. */
export function idsOfBranches(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? [node.id, ...idsOfBranches(node.children)] : []))
}

/** The node above each node. */
export function parentsIn(nodes: readonly TreeNode[]): Map<string, string> {
  const parents = new Map<string, string>()
  const add = (node: TreeNode) => {
    for (const child of node.children) {
      parents.set(child.id, node.id)
      add(child)
    }
  }
  for (const node of nodes) add(node)
  return parents
}

/**
 * The row that is active: `active` itself, the nearest node above it that can be seen when it vanished (collapsed,
 * filtered away), else the first.
 */
export function activeRow(
  places: ReadonlyMap<string, number>,
  parents: ReadonlyMap<string, string>,
  active: string | null,
): number {
  for (let id: string | undefined = active ?? undefined; id !== undefined; id = parents.get(id)) {
    const place = places.get(id)
    if (place !== undefined) return place
  }
  return 0
}

type Move = { go: number } | { collapse: string } | { expand: string[] } | null

/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 8

/** What a key that moves or unfolds does when row `at` is active. */
export function moveInTree(rows: readonly TreeRow[], at: number, key: string): Move {
  const row = rows[at]
  if (!row) return null
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { go: Math.max(at - 1, 0) }
    case 'PageDown':
      return { go: Math.min(at + PAGE_ROWS, last) }
    case 'PageUp':
      return { go: Math.max(at - PAGE_ROWS, 0) }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: last }
    case 'ArrowRight':
      if (row.expanded === undefined) return null
      return row.expanded ? { go: at + 1 } : { expand: [row.node.id] }
    case 'ArrowLeft': {
      if (row.expanded) return { collapse: row.node.id }
      const parent = rows.findIndex((each) => each.node.id === row.parent)
      return parent === -1 ? null : { go: parent }
    }
    case '*': {
      const siblings = rows.filter((each) => each.parent === row.parent && each.expanded === false)
      return { expand: siblings.map((each) => each.node.id) }
    }
    default:
      return null
  }
}

/**
 * The next row whose title begins with `letters`, from row `at` on and around the end; null when there is none. One
 * letter leads on from the active row, more letters may still mean it.
 */
export function rowOfLetters(rows: readonly TreeRow[], at: number, letters: string): number | null {
  const wanted = letters.toLocaleLowerCase()
  const from = letters.length === 1 ? at + 1 : at
  for (let step = 0; step < rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.node.title.toLocaleLowerCase().startsWith(wanted)) return index
  }
  return null
}
