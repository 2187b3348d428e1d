/** The selection in a preview tree, and the crawl branches it results in. */
import type { Branch } from '#shared/crawl/crawl-settings.ts'
import type { PreviewNode } from './preview-tree.ts'

/** The selected paths; a path means the addresses exactly there. */
export type Selection = ReadonlySet<string>
/** The number of selected addresses at and below each path. */
export type SelectedCounts = ReadonlyMap<string, number>

/** The paths with addresses at and below `node`. */
export function pathsBelow(node: PreviewNode): string[] {
  const below = node.children.flatMap(pathsBelow)
  return node.addressCount > 0 ? [node.path, ...below] : below
}

export function countSelected(root: PreviewNode, selection: Selection): SelectedCounts {
  const counts = new Map<string, number>()
  const visit = (node: PreviewNode): number => {
    const ownCount = selection.has(node.path) ? node.addressCount : 0
    const total = node.children.reduce((sum, child) => sum + visit(child), ownCount)
    counts.set(node.path, total)
    return total
  }
  visit(root)
  return counts
}

export type CheckState = 'on' | 'off' | 'mixed'

export function checkStateOf(node: PreviewNode, counts: SelectedCounts): CheckState {
  const selected = counts.get(node.path) ?? 0
  if (selected === 0) return 'off'
  return selected === node.total ? 'on' : 'mixed'
}

/** Toggles everything at and below `node`; a partial selection becomes complete. */
export function toggleBranch(node: PreviewNode, selection: Selection): Selection {
  return setBranch(node, selection, !pathsBelow(node).every((path) => selection.has(path)))
}

/** Selects or deselects everything at and below `node`. */
export function setBranch(node: PreviewNode, selection: Selection, isSelected: boolean): Selection {
  const next = new Set(selection)
  for (const path of pathsBelow(node)) {
    if (isSelected) next.add(path)
    else next.delete(path)
  }
  return next
}

/** Selects the page of `node` and deselects everything below it. */
export function selectOnly(node: PreviewNode, selection: Selection): Selection {
  const next = new Set(selection)
  for (const path of pathsBelow(node)) next.delete(path)
  return next.add(node.path)
}

/**
 * The fewest branches that describe the selection: none for everything, one for a fully selected subtree, an exact one
 * for a page whose subtree is not selected. A leaf includes pages the crawl may still find below it.
 */
export function branchesOf(root: PreviewNode, selection: Selection): Branch[] {
  const counts = countSelected(root, selection)
  if (checkStateOf(root, counts) === 'on') return []
  return branchesBelow(root, selection, counts)
}

function branchesBelow(node: PreviewNode, selection: Selection, counts: SelectedCounts): Branch[] {
  const state = checkStateOf(node, counts)
  if (state === 'off') return []
  if (state === 'on') return [{ path: node.path, exact: false }]
  const ownBranch: Branch[] = selection.has(node.path) ? [{ path: node.path, exact: true }] : []
  return [...ownBranch, ...node.children.flatMap((child) => branchesBelow(child, selection, counts))]
}
