import type { TreeNode, TreePage } from './build-tree.ts'
import { pathOf } from '#web/ui/address-parts.ts'

type Filtered<Page extends TreePage> = {
  /** The matching pages with their ancestors. */
  tree: TreeNode<Page>[]
  /** The ids of the matching pages. */
  matches: ReadonlySet<string>
}

/**
 * Reduces the tree to the pages whose title or path contains every word of `query`, ignoring case and accents.
 * @param searchTexts by page id, from `buildSearchTexts`
 * @param allowed the ids of the pages that may match; null for all
 * @returns null without a filter
 */
export function filterTree<Page extends TreePage>(
  tree: readonly TreeNode<Page>[],
  query: string,
  searchTexts: ReadonlyMap<string, string>,
  allowed: ReadonlySet<string> | null = null,
): Filtered<Page> | null {
  const words = normalize(query).split(/\s+/).filter(Boolean)
  if (words.length === 0 && allowed === null) return null
  const matches = new Set<string>()
  const prune = (node: TreeNode<Page>): TreeNode<Page> | null => {
    const text = node.page && (allowed?.has(node.page.id) ?? true) ? searchTexts.get(node.page.id) : undefined
    const matching = text !== undefined && words.every((word) => text.includes(word))
    if (matching && node.page) matches.add(node.page.id)
    const children = node.children.flatMap((child) => prune(child) ?? [])
    return matching || children.length > 0 ? { ...node, children } : null
  }
  return { tree: tree.flatMap((node) => prune(node) ?? []), matches }
}

/** The normalized title and path of each page, computed once for many keystrokes. */
export function buildSearchTexts(pages: readonly TreePage[]): Map<string, string> {
  return new Map(pages.map(({ id, url, title }) => [id, normalize(`${title}\n${decodePath(pathOf(url))}`)]))
}

const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
