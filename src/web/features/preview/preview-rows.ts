/** Visible rows of the preview tree and keyboard navigation (ARIA tree pattern). */
import type { PreviewNode } from './preview-tree.ts'

export type PreviewRow = {
  node: PreviewNode
  parent: string | null
  position: number
  siblings: number
  /** Undefined for leaves. */
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

/** The paths of all nodes with children except the root. */
export function collapsiblePaths(root: PreviewNode): string[] {
  return root.children.flatMap((child) => [
    ...(child.children.length > 0 ? [child.path] : []),
    ...collapsiblePaths(child),
  ])
}

type Move = { focus: number } | { toggle: string } | null

/** The effect of an arrow, Home or End key on the active row. */
export function moveInPreview(rows: readonly PreviewRow[], activeIndex: number, key: string): Move {
  const row = rows[activeIndex]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(activeIndex + 1, rows.length - 1) }
    case 'ArrowUp':
      return { focus: Math.max(activeIndex - 1, 0) }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: rows.length - 1 }
    case 'ArrowRight':
      if (row.expanded === undefined) return null
      return row.expanded ? { focus: activeIndex + 1 } : { toggle: row.node.path }
    case 'ArrowLeft': {
      if (row.expanded) return { toggle: row.node.path }
      const parent = rows.findIndex((other) => other.node.path === row.parent)
      return parent === -1 ? null : { focus: parent }
    }
    default:
      return null
  }
}
