/** The addresses of a preview as a tree by URL path, with counts. */
import { hostOf } from '#web/ui/address-parts.ts'
import type { PreviewedAddress } from '#shared/crawl/previews.ts'

export type PreviewNode = {
  /** Without a trailing slash, like the path of a crawl branch. */
  path: string
  /** The decoded path segments this node adds. */
  label: string
  /** The page's title; '' if unknown. */
  title: string
  depth: number
  /** Addresses with exactly this path; more than one if they differ only in the query. */
  addressCount: number
  /** Addresses at and below this node. */
  total: number
  children: PreviewNode[]
}

/** The tree of `addresses`, which must share one host; null if empty. */
export function buildPreviewTree(addresses: readonly PreviewedAddress[]): PreviewNode | null {
  const root: NodeBuilder = {
    path: '/',
    label: hostOf(addresses[0]?.url ?? ''),
    title: '',
    addressCount: 0,
    children: new Map(),
  }
  for (const { url, title } of addresses) {
    const node = segmentsOf(url).reduce(stepInto, root)
    node.addressCount += 1
    node.title ||= title
  }
  return addresses.length > 0 ? toNode(root, 0) : null
}

/** The path of an address in the tree. */
export const treePathOf = (url: string) => `/${segmentsOf(url).join('/')}`

type NodeBuilder = Pick<PreviewNode, 'path' | 'label' | 'title' | 'addressCount'> & {
  children: Map<string, NodeBuilder>
}

function stepInto(node: NodeBuilder, segment: string): NodeBuilder {
  const known = node.children.get(segment)
  if (known) return known
  const path = node.path === '/' ? `/${segment}` : `${node.path}/${segment}`
  const child: NodeBuilder = { path, label: decodeSegment(segment), title: '', addressCount: 0, children: new Map() }
  node.children.set(segment, child)
  return child
}

/** Merges a node without addresses into its only child, so that each level of the tree has alternatives. */
function toNode(builder: NodeBuilder, depth: number): PreviewNode {
  let node = builder
  let label = node.label
  while (node.addressCount === 0 && node.children.size === 1) {
    const [only] = node.children.values()
    if (!only) break
    label = `${label} / ${only.label}`
    node = only
  }
  const children = [...node.children.values()].map((child) => toNode(child, depth + 1))
  const { path, title, addressCount } = node
  const total = children.reduce((sum, child) => sum + child.total, addressCount)
  return { path, label, title, depth, addressCount, total, children }
}

const segmentsOf = (url: string) => (URL.parse(url)?.pathname ?? '').split('/').filter(Boolean)

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
