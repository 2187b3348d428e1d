/** A crawl's pages grouped by the hierarchy of their URL paths (SPEC sections 2 and 3). */

export type TreePage = { id: string; url: string; title: string }

export type TreeNode<Page extends TreePage = TreePage> = {
  /** Origin and path: the node's place, also where no page was read. */
  id: string
  url: string
  /** The page's title, or the part of the path that this node adds. */
  title: string
  /** How deep in the tree; the roots are 0. */
  depth: number
  page: Page | null
  children: TreeNode<Page>[]
}

/**
 * Builds the tree in the order in which the pages were read. A stretch of path without a page of its own and with a
 * single way on becomes one node ("docs / 16"), so that depth in the tree is always a choice.
 */
export function buildTree<Page extends TreePage>(pages: readonly Page[]): TreeNode<Page>[] {
  const roots = new Map<string, Branch<Page>>()
  for (const page of pages) {
    const { origin, host, segments } = placeOf(page.url)
    let branch = stepTo(roots, origin, host, origin)
    for (const segment of segments) branch = stepTo(branch.children, segment, segment, `${branch.url}/${segment}`)
    branch.page = page
  }
  return [...roots.values()].map((branch) => finish(branch, 0))
}

type Branch<Page> = { url: string; label: string; page: Page | null; children: Map<string, Branch<Page>> }

function stepTo<Page>(branches: Map<string, Branch<Page>>, key: string, label: string, url: string): Branch<Page> {
  const known = branches.get(key)
  if (known) return known
  const branch: Branch<Page> = { url, label, page: null, children: new Map() }
  branches.set(key, branch)
  return branch
}

function finish<Page extends TreePage>(branch: Branch<Page>, depth: number): TreeNode<Page> {
  let { url, label, page, children } = branch
  while (!page && children.size === 1) {
    const [only] = children.values()
    if (!only) break
    label = only.page ? label : `${label} / ${only.label}`
    ;({ url, page, children } = only)
  }
  return {
    id: url,
    url: page?.url ?? url,
    title: page?.title || label,
    depth,
    page,
    children: [...children.values()].map((child) => finish(child, depth + 1)),
  }
}

function placeOf(address: string) {
  const parsed = URL.parse(address)
  if (!parsed) return { origin: address, host: address, segments: [] }
  return {
    origin: parsed.origin,
    host: parsed.host,
    segments: parsed.pathname.split('/').filter(Boolean).map(readable),
  }
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
