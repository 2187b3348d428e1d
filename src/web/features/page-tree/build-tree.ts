export type TreePage = { id: string; url: string; title: string }

export type TreeNode<Page extends TreePage = TreePage> = {
  /** Origin and path. */
  id: string
  url: string
  /** The page's short title, or the path segments this node adds. */
  title: string
  /** The part of the path below the parent's: "functions.html" below "/library". */
  path: string
  /** 0 for roots. */
  depth: number
  page: Page | null
  children: TreeNode<Page>[]
}

/**
 * Groups pages by URL path, in crawl order. Nodes without a page that have a single child are merged ("docs / 16"), so
 * that each level of the tree has alternatives. `shortTitle` cuts the title of a page.
 */
export function buildTree<Page extends TreePage>(
  pages: readonly Page[],
  shortTitle: (page: Page) => string = ({ title }) => title,
): TreeNode<Page>[] {
  const roots = new Map<string, NodeBuilder<Page>>()
  for (const page of pages) {
    const { origin, host, segments } = parseUrl(page.url)
    let builder = getOrAdd(roots, origin, host, origin)
    for (const segment of segments) builder = getOrAdd(builder.children, segment, segment, `${builder.url}/${segment}`)
    builder.page = page
  }
  return [...roots.values()].map((builder) => toNode(builder, 0, { shortTitle, parentUrl: builder.url }))
}

type NodeBuilder<Page> = { url: string; label: string; page: Page | null; children: Map<string, NodeBuilder<Page>> }

function getOrAdd<Page>(
  builders: Map<string, NodeBuilder<Page>>,
  key: string,
  label: string,
  url: string,
): NodeBuilder<Page> {
  const known = builders.get(key)
  if (known) return known
  const builder: NodeBuilder<Page> = { url, label, page: null, children: new Map() }
  builders.set(key, builder)
  return builder
}

function toNode<Page extends TreePage>(
  builder: NodeBuilder<Page>,
  depth: number,
  { shortTitle, parentUrl }: { shortTitle: (page: Page) => string; parentUrl: string },
): TreeNode<Page> {
  let { url, label, page, children } = builder
  while (!page && children.size === 1) {
    const [only] = children.values()
    if (!only) break
    label = only.page ? label : `${label} / ${only.label}`
    ;({ url, page, children } = only)
  }
  return {
    id: url,
    url: page?.url ?? url,
    title: (page && shortTitle(page)) || label,
    path: belowParent(url, { parentUrl, depth }),
    depth,
    page,
    children: [...children.values()].map((child) => toNode(child, depth + 1, { shortTitle, parentUrl: url })),
  }
}

/** With the slash only below the site, where it is the whole path. */
function belowParent(url: string, { parentUrl, depth }: { parentUrl: string; depth: number }): string {
  const path = url.slice(parentUrl.length) || '/'
  return depth > 1 ? path.slice(1) : path
}

function parseUrl(address: string) {
  const parsed = URL.parse(address)
  if (!parsed) return { origin: address, host: address, segments: [] }
  return {
    origin: parsed.origin,
    host: parsed.host,
    segments: parsed.pathname.split('/').filter(Boolean).map(decodeSegment),
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
