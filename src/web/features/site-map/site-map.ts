import type { Crawl } from '#shared/crawl/crawls.ts'
import { reasonsOf } from '#web/features/skipped/skipped-filter.ts'

export type MapNode = {
  /** Origin and path. */
  id: string
  /** The path segments this folder adds; the host for roots. */
  label: string
  /** Crawled pages at and below this node. */
  read: number
  /** Skipped addresses at and below this node. */
  skipped: number
  /** Clicks from the start page to the deepest page at or below this node; null without pages. */
  deepest: number | null
  /** Largest first. */
  children: MapNode[]
}

type CrawledPage = { url: string; depth: number }
type SkippedAddress = { url: string }

/** The folders of a crawl by URL path, one root per host with crawled pages. Ignores skipped addresses of other hosts. */
export function buildSiteMap(pages: readonly CrawledPage[], skipped: readonly SkippedAddress[]): MapNode[] {
  const folders: Folders = { hosts: new Map(), childrenOf: new Map() }
  for (const { url, depth } of pages) {
    const address = URL.parse(url)
    if (!address) continue
    for (const node of nodesAlong(folders, address)) {
      node.read++
      node.deepest = Math.max(node.deepest ?? 0, depth)
    }
  }
  for (const { url } of skipped) {
    const address = URL.parse(url)
    if (!address || !folders.hosts.has(address.origin)) continue
    for (const node of nodesAlong(folders, address)) node.skipped++
  }
  return [...folders.hosts.values()].map((host) => collapse(host, folders.childrenOf))
}

type Folders = {
  /** By origin. */
  hosts: Map<string, MapNode>
  /** By path segment. */
  childrenOf: Map<MapNode, Map<string, MapNode>>
}

/** The node of the host and of each segment of the path. Adds those that are missing. */
function nodesAlong({ hosts, childrenOf }: Folders, url: URL): MapNode[] {
  let node = hosts.get(url.origin) ?? addNode(hosts, url.origin, url.origin, url.host)
  const nodes = [node]
  for (const segment of url.pathname.split('/').filter(Boolean)) {
    const siblings = childrenOf.get(node) ?? new Map<string, MapNode>()
    childrenOf.set(node, siblings)
    node = siblings.get(segment) ?? addNode(siblings, segment, `${node.id}/${segment}`, decodeSegment(segment))
    nodes.push(node)
  }
  return nodes
}

/** Skipped addresses by reason, without links to other sites, which are on no map of this one. */
export function skippedRows(byReason: Crawl['skippedByReason']) {
  const rows = reasonsOf(byReason).filter(([reason]) => reason !== 'other-host')
  return { rows, otherSites: byReason['other-host'] ?? 0 }
}

/** Crawled pages plus skipped addresses. */
export const sizeOf = ({ read, skipped }: Pick<MapNode, 'read' | 'skipped'>) => read + skipped

export type DrawnNode = MapNode & {
  /** Height in lines of the chart. */
  lines: number
  /** Number of merged nodes; 1 for a single folder. */
  mergedCount: number
}

/**
 * The children of a node in at most `lines` lines: the largest ones, and one node for the rest. When the rest is larger
 * than those, it gets half of the lines, so that "630 more" is not as high as one page.
 */
export function childrenToDraw({ children }: MapNode, lines: number): DrawnNode[] {
  if (lines < 1 || children.length === 0) return []
  const shownCount = children.length <= lines ? children.length : countBesideRest(children, lines)
  const drawn = children.slice(0, shownCount).map((child) => ({ ...child, mergedCount: 1 }))
  const rest = children.slice(shownCount)
  const [first] = rest
  if (first) drawn.push({ ...mergeNodes(`${first.id}/*`, rest), mergedCount: rest.length })
  const totalSize = sumOfSizes(drawn)
  return drawn.map((node) => ({ ...node, lines: Math.max(1, Math.floor((lines * sizeOf(node)) / totalSize)) }))
}

/** How many of the children have a line when another line is for the rest. */
function countBesideRest(children: readonly MapNode[], lines: number): number {
  const most = lines - 1
  const isRestLarger = sumOfSizes(children.slice(0, most)) < sumOfSizes(children.slice(most))
  return isRestLarger ? Math.ceil(most / 2) : most
}

const sumOfSizes = (nodes: readonly MapNode[]) => nodes.reduce((sum, node) => sum + sizeOf(node), 0)

/** The number of pages per depth, starting at 0 clicks from the start page. */
export function pagesByDepth(pages: readonly CrawledPage[]): number[] {
  const counts: number[] = []
  for (const { depth } of pages) {
    while (counts.length <= depth) counts.push(0)
    counts[depth] = (counts[depth] ?? 0) + 1
  }
  return counts
}

/** The node with this id after its ancestors; empty if absent. */
export function pathTo(nodes: readonly MapNode[], id: string): MapNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    // A folder or a group of names.
    if (!id.startsWith(node.id)) continue
    const found = pathTo(node.children, id)
    if (found.length > 0) return [node, ...found]
  }
  return []
}

function addNode(into: Map<string, MapNode>, key: string, id: string, label: string): MapNode {
  const node: MapNode = { id, label, read: 0, skipped: 0, deepest: null, children: [] }
  into.set(key, node)
  return node
}

/** Merges a folder without own addresses into its only child. */
function collapse(node: MapNode, childrenOf: ReadonlyMap<MapNode, ReadonlyMap<string, MapNode>>): MapNode {
  let { id, label } = node
  let last = node
  for (;;) {
    const [only, ...others] = childrenOf.get(last)?.values() ?? []
    if (!only || others.length > 0 || sizeOf(only) < sizeOf(last) || !childrenOf.has(only)) break
    label = `${label} / ${only.label}`
    id = only.id
    last = only
  }
  const children = [...(childrenOf.get(last)?.values() ?? [])].map((child) => collapse(child, childrenOf))
  const all = [...groupByName(last, children), ...ownPage(last, children)]
  return { ...node, id, label, children: all.toSorted(bySize) }
}

/** A folder with more pages than this is grouped by the beginning of their names. */
const FLAT_PAGES = 12
const MIN_GROUP_SIZE = 3

/**
 * Manuals often have all of their pages in one folder and their chapters in the names: "sql-insert.html" and
 * "sql-update.html" become a node "sql-".
 */
function groupByName(folder: MapNode, children: readonly MapNode[]): MapNode[] {
  const pages = children.filter((child) => child.children.length === 0)
  if (pages.length <= FLAT_PAGES) return [...children]
  const groups = Map.groupBy(pages, ({ label }) => /^[^-_.]+[-_.]/.exec(label)?.[0] ?? '')
  const isGroup = (name: string, group: readonly MapNode[]) =>
    name !== '' && group.length >= MIN_GROUP_SIZE && group.length < pages.length
  const grouped = [...groups].flatMap(([name, group]) =>
    isGroup(name, group)
      ? { ...mergeNodes(`${folder.id}/${name}`, group), label: `${name}…`, children: group.toSorted(bySize) }
      : group,
  )
  return [...children.filter((child) => child.children.length > 0), ...grouped]
}

const bySize = (a: MapNode, b: MapNode) => sizeOf(b) - sizeOf(a)

/** The page at the address of a folder, beside those below it. */
function ownPage(folder: MapNode, children: readonly MapNode[]): MapNode[] {
  const read = folder.read - children.reduce((sum, child) => sum + child.read, 0)
  const skipped = folder.skipped - children.reduce((sum, child) => sum + child.skipped, 0)
  if (children.length === 0 || read + skipped === 0) return []
  return [{ id: `${folder.id}/`, label: '/', read, skipped, deepest: null, children: [] }]
}

function mergeNodes(id: string, nodes: readonly MapNode[]): MapNode {
  const sum = (valueOf: (node: MapNode) => number) => nodes.reduce((total, node) => total + valueOf(node), 0)
  const depths = nodes.flatMap(({ deepest }) => deepest ?? [])
  return {
    id,
    label: '',
    read: sum(({ read }) => read),
    skipped: sum(({ skipped }) => skipped),
    deepest: depths.length > 0 ? Math.max(...depths) : null,
    children: [],
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
