/** Checkbox states of the page tree. */
import type { TreeNode, TreePage } from './build-tree.ts'

export type CheckState = 'on' | 'off' | 'mixed'

/**
 * The checkbox state of every node. A selected page is on; an unselected page is mixed if anything below it is
 * selected. A folder is on if all its pages are selected.
 */
export function checkStates(nodes: readonly TreeNode[], selected: ReadonlySet<string>): Map<string, CheckState> {
  const states = new Map<string, CheckState>()
  /** Returns the number of pages at and below the node, and how many are selected. */
  const visit = (node: TreeNode): { pages: number; selectedCount: number } => {
    let pages = 0
    let selectedCount = 0
    for (const child of node.children) {
      const below = visit(child)
      pages += below.pages
      selectedCount += below.selectedCount
    }
    const isSelected = node.page !== null && selected.has(node.page.id)
    const isFullFolder = node.page === null && pages > 0 && selectedCount === pages
    const stateBelow = selectedCount > 0 ? 'mixed' : 'off'
    states.set(node.id, isSelected || isFullFolder ? 'on' : stateBelow)
    return { pages: pages + (node.page ? 1 : 0), selectedCount: selectedCount + (isSelected ? 1 : 0) }
  }
  for (const node of nodes) visit(node)
  return states
}

/** The ids of the pages at and below `node`, limited to `matches` unless it is null. */
export function pageIdsBelow(node: TreeNode, matches: ReadonlySet<string> | null = null): string[] {
  const ids: string[] = []
  const visit = ({ page, children }: TreeNode<TreePage>) => {
    if (page && (!matches || matches.has(page.id))) ids.push(page.id)
    for (const child of children) visit(child)
  }
  visit(node)
  return ids
}
