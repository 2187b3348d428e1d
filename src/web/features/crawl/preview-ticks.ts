/** Which parts of a previewed site are ticked, and what that makes of the crawl. */
import type { Branch } from '#shared/crawl-settings.ts'
import type { PreviewNode } from './preview-tree.ts'

/** The ticked paths; a path stands for the addresses exactly there. */
export type Ticks = ReadonlySet<string>
/** How many ticked addresses lie at and below each path. */
export type TickCounts = ReadonlyMap<string, number>

/** Everything that has an address, at and below `node`. */
export function pathsBelow(node: PreviewNode): string[] {
  const below = node.children.flatMap(pathsBelow)
  return node.own > 0 ? [node.path, ...below] : below
}

export function countTicks(root: PreviewNode, ticks: Ticks): TickCounts {
  const counts = new Map<string, number>()
  const visit = (node: PreviewNode): number => {
    const own = ticks.has(node.path) ? node.own : 0
    const all = node.children.reduce((sum, child) => sum + visit(child), own)
    counts.set(node.path, all)
    return all
  }
  visit(root)
  return counts
}

export type Tick = 'on' | 'off' | 'mixed'

export function tickOf(node: PreviewNode, counts: TickCounts): Tick {
  const ticked = counts.get(node.path) ?? 0
  if (ticked === 0) return 'off'
  return ticked === node.total ? 'on' : 'mixed'
}

/** The other state for everything at and below `node`; what is ticked in part becomes ticked. */
export function toggleBranch(node: PreviewNode, ticks: Ticks): Ticks {
  return tickAll(node, ticks, !pathsBelow(node).every((path) => ticks.has(path)))
}

/** The same state for everything at and below `node`. */
export function tickAll(node: PreviewNode, ticks: Ticks, on: boolean): Ticks {
  const next = new Set(ticks)
  for (const path of pathsBelow(node)) {
    if (on) next.add(path)
    else next.delete(path)
  }
  return next
}

/** Of this part of the site its own page alone. */
export function tickOnly(node: PreviewNode, ticks: Ticks): Ticks {
  const next = new Set(ticks)
  for (const path of pathsBelow(node)) next.delete(path)
  return next.add(node.path)
}

/**
 * The fewest branches that say what is ticked: none when all is, a whole part of the site as one, a page whose part is
 * not ticked as itself alone. A page without anything below it stands for whatever the crawl may yet find there.
 */
export function branchesOf(root: PreviewNode, ticks: Ticks): Branch[] {
  const counts = countTicks(root, ticks)
  if (tickOf(root, counts) === 'on') return []
  return chosen(root, ticks, counts)
}

function chosen(node: PreviewNode, ticks: Ticks, counts: TickCounts): Branch[] {
  const tick = tickOf(node, counts)
  if (tick === 'off') return []
  if (tick === 'on') return [{ path: node.path, exact: false }]
  const own: Branch[] = ticks.has(node.path) ? [{ path: node.path, exact: true }] : []
  return [...own, ...node.children.flatMap((child) => chosen(child, ticks, counts))]
}
