/** What a preview found, as a tree by the paths of the addresses; every node knows how many lie at and below it. */
import type { PreviewedAddress } from '#shared/previews.ts'

export type PreviewNode = {
  /** The path as a branch of the crawl names it: no slash at its end. */
  path: string
  /** The part of the path that this node adds, for reading. */
  label: string
  /** What the page at the path is called; '' when that is not known. */
  title: string
  depth: number
  /** Addresses exactly here: several where they differ in their query alone. */
  own: number
  /** Addresses here and below. */
  total: number
  children: PreviewNode[]
}

/** The tree of `addresses`, which are all on one host, under a single root; null without any. */
export function buildPreviewTree(addresses: readonly PreviewedAddress[]): PreviewNode | null {
  const root: Growing = { path: '/', label: hostOf(addresses[0]?.url ?? ''), title: '', own: 0, children: new Map() }
  for (const { url, title } of addresses) {
    const node = segmentsOf(url).reduce(stepInto, root)
    node.own += 1
    node.title ||= title
  }
  return addresses.length > 0 ? finish(root, 0) : null
}

/** The path that an address has in the tree. */
export const pathOf = (url: string) => `/${segmentsOf(url).join('/')}`

type Growing = Pick<PreviewNode, 'path' | 'label' | 'title' | 'own'> & { children: Map<string, Growing> }

function stepInto(node: Growing, segment: string): Growing {
  const known = node.children.get(segment)
  if (known) return known
  const path = node.path === '/' ? `/${segment}` : `${node.path}/${segment}`
  const child: Growing = { path, label: readable(segment), title: '', own: 0, children: new Map() }
  node.children.set(segment, child)
  return child
}

/** A stretch of path without a page and with a single way on becomes one node: depth is always a choice. */
function finish(growing: Growing, depth: number): PreviewNode {
  let node = growing
  let label = node.label
  while (node.own === 0 && node.children.size === 1) {
    const [only] = node.children.values()
    if (!only) break
    label = `${label} / ${only.label}`
    node = only
  }
  const children = [...node.children.values()].map((child) => finish(child, depth + 1))
  const { path, title, own } = node
  const total = children.reduce((sum, child) => sum + child.total, own)
  return { path, label, title, depth, own, total, children }
}

const segmentsOf = (url: string) => (URL.parse(url)?.pathname ?? '').split('/').filter(Boolean)
const hostOf = (url: string) => URL.parse(url)?.host ?? ''

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
