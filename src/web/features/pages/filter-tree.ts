/** The tree cut down to the pages whose title or path has the words somebody typed. */
import type { TreeNode, TreePage } from './build-tree.ts'
import { pathOf } from './path-of.ts'

type Filtered<Page extends TreePage> = {
  /** The pages that match, under the nodes that lead to them. */
  tree: TreeNode<Page>[]
  /** The ids of the pages that match. */
  matches: ReadonlySet<string>
}

/**
 * Every word must be in the title or in the path; case and accents do not matter.
 * @param among the ids of the only pages that may match; null for all
 * @returns null when nothing was typed and all pages may match
 */
export function filterTree<Page extends TreePage>(
  tree: readonly TreeNode<Page>[],
  words: string,
  texts: ReadonlyMap<string, string>,
  among: ReadonlySet<string> | null = null,
): Filtered<Page> | null {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0 && among === null) return null
  const matches = new Set<string>()
  const cut = (node: TreeNode<Page>): TreeNode<Page> | null => {
    const text = node.page && (among?.has(node.page.id) ?? true) ? texts.get(node.page.id) : undefined
    const matching = text !== undefined && wanted.every((word) => text.includes(word))
    if (matching && node.page) matches.add(node.page.id)
    const children = node.children.flatMap((child) => cut(child) ?? [])
    return matching || children.length > 0 ? { ...node, children } : null
  }
  return { tree: tree.flatMap((node) => cut(node) ?? []), matches }
}

/** What the filter looks into, by page id: made once for many keystrokes. */
export function textsOf(pages: readonly TreePage[]): Map<string, string> {
  return new Map(pages.map(({ id, url, title }) => [id, folded(`${title}\n${readable(pathOf(url))}`)]))
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
