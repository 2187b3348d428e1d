/** A crawl as a map: every folder of its site with how many addresses below it were read and how many skipped. */

export type MapNode = {
  /** Origin and path. */
  id: string
  /** The part of the path that this folder adds; the host at the top. */
  label: string
  /** Pages read and addresses skipped, here and below. */
  read: number
  skipped: number
  /** Clicks from the start page to the farthest page read below; null where none was read. */
  deepest: number | null
  /** The largest first. */
  children: MapNode[]
}

type Read = { url: string; depth: number }
type Skipped = { url: string }

/** One node per host on which a page was read; skipped addresses of other hosts are no part of the site. */
export function mapSite(pages: readonly Read[], skipped: readonly Skipped[]): MapNode[] {
  const hosts = new Map<string, MapNode>()
  const below = new Map<MapNode, Map<string, MapNode>>()

  function walk(url: URL, visit: (node: MapNode) => void) {
    let node = hosts.get(url.origin) ?? added(hosts, url.origin, url.origin, url.host)
    visit(node)
    for (const segment of url.pathname.split('/').filter(Boolean)) {
      const inside = below.get(node) ?? new Map<string, MapNode>()
      below.set(node, inside)
      node = inside.get(segment) ?? added(inside, segment, `${node.id}/${segment}`, readable(segment))
      visit(node)
    }
  }
  for (const { url, depth } of pages) {
    const address = URL.parse(url)
    if (!address) continue
    walk(address, (node) => {
      node.read++
      node.deepest = Math.max(node.deepest ?? 0, depth)
    })
  }
  for (const { url } of skipped) {
    const address = URL.parse(url)
    if (address && hosts.has(address.origin)) walk(address, (node) => node.skipped++)
  }
  return [...hosts.values()].map((host) => finish(host, below))
}

/** The addresses below a node. */
export const sizeOf = ({ read, skipped }: Pick<MapNode, 'read' | 'skipped'>) => read + skipped

export type DrawnNode = MapNode & {
  /** How many lines of the picture it may fill. */
  lines: number
  /** Of how many nodes it is made when they were too many to draw; 1 for a folder itself. */
  of: number
}

/** The children of a node in at most `lines` lines: the largest as they are, the others as one. */
export function childrenToDraw({ children }: MapNode, lines: number): DrawnNode[] {
  if (lines < 1 || children.length === 0) return []
  const fit = children.length <= lines ? children.length : lines - 1
  const drawn = children.slice(0, fit).map((child) => ({ ...child, of: 1 }))
  const rest = children.slice(fit)
  const [first] = rest
  if (first) drawn.push({ ...together(first.id, rest), of: rest.length })
  const all = drawn.reduce((sum, each) => sum + sizeOf(each), 0)
  return drawn.map((each) => ({ ...each, lines: Math.max(1, Math.floor((lines * sizeOf(each)) / all)) }))
}

/** How many pages were read so many clicks from the start page, from 0 on. */
export function pagesByDepth(pages: readonly Read[]): number[] {
  const counts: number[] = []
  for (const { depth } of pages) {
    while (counts.length <= depth) counts.push(0)
    counts[depth] = (counts[depth] ?? 0) + 1
  }
  return counts
}

/** The node with this id, and those that lead to it, from the top; empty where there is none. */
export function pathTo(nodes: readonly MapNode[], id: string): MapNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    if (!id.startsWith(`${node.id}/`)) continue
    const below = pathTo(node.children, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

function added(into: Map<string, MapNode>, key: string, id: string, label: string): MapNode {
  const node: MapNode = { id, label, read: 0, skipped: 0, deepest: null, children: [] }
  into.set(key, node)
  return node
}

/** A folder with nothing of its own and a single way on is one with what it leads to. */
function finish(node: MapNode, below: ReadonlyMap<MapNode, ReadonlyMap<string, MapNode>>): MapNode {
  let { id, label } = node
  let at = node
  for (;;) {
    const [only, ...others] = below.get(at)?.values() ?? []
    if (!only || others.length > 0 || sizeOf(only) < sizeOf(at) || !below.has(only)) break
    label = `${label} / ${only.label}`
    id = only.id
    at = only
  }
  const children = [...(below.get(at)?.values() ?? [])].map((child) => finish(child, below))
  return { ...node, id, label, children: children.toSorted((a, b) => sizeOf(b) - sizeOf(a)) }
}

function together(id: string, nodes: readonly MapNode[]): MapNode {
  const sum = (of: (node: MapNode) => number) => nodes.reduce((all, node) => all + of(node), 0)
  const depths = nodes.flatMap(({ deepest }) => deepest ?? [])
  return {
    id: `${id} and others`,
    label: '',
    read: sum(({ read }) => read),
    skipped: sum(({ skipped }) => skipped),
    deepest: depths.length > 0 ? Math.max(...depths) : null,
    children: [],
  }
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
