/** The preview's tree as the rows that can be seen, and where the arrow keys lead in it (ARIA tree pattern). */
import type { PreviewNode } from './preview-tree.ts'

export type PreviewRow = {
  node: PreviewNode
  parent: string | null
  position: number
  siblings: number
  /** Undefined for a node without anything below. */
  expanded: boolean | undefined
}

export function previewRows(root: PreviewNode, collapsed: ReadonlySet<string>): PreviewRow[] {
  const rows: PreviewRow[] = []
  const visit = (nodes: readonly PreviewNode[], parent: string | null) => {
    for (const [index, node] of nodes.entries()) {
      const expanded = node.children.length > 0 ? !collapsed.has(node.path) : undefined
      rows.push({ node, parent, position: index + 1, siblings: nodes.length, expanded })
      if (expanded) visit(node.children, node.path)
    }
  }
  visit([root], null)
  return rows
}

/** Every part that can be collapsed, but the root. */
export function collapsible(root: PreviewNode): string[] {
  return root.children.flatMap((child) => [...(child.children.length > 0 ? [child.path] : []), ...collapsible(child)])
}

type Move = { go: number } | { toggle: string } | null

/** What an arrow, Home or End key does when row `at` is active. */
export function movePreview(rows: readonly PreviewRow[], at: number, key: string): Move {
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
      return row.expanded ? { go: at + 1 } : { toggle: row.node.path }
    case 'ArrowLeft': {
      if (row.expanded) return { toggle: row.node.path }
      const parent = rows.findIndex((each) => each.node.path === row.parent)
      return parent === -1 ? null : { go: parent }
    }
    default:
      return null
  }
}
