/** Puts the given spans of Markdown's source, sentences without a citation, between marks of their own. */
import type { Uncited } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'

type Point = { offset?: number | undefined }
type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  position?: { start: Point; end: Point } | undefined
  data?: { hName: string; hProperties: Record<string, string> }
}

/** Runs before markers become links, since only then does a text stand where its source stands. */
export function remarkUncited({ uncited }: { uncited: readonly Uncited[] }) {
  return (root: MarkdownNode) => markWithin(root, uncited)
}

function markWithin(node: MarkdownNode, uncited: readonly Uncited[]) {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return splitAtSpans(child, uncited)
    markWithin(child, uncited)
    return [child]
  })
}

function splitAtSpans(node: MarkdownNode, uncited: readonly Uncited[]): MarkdownNode[] {
  const { value = '', position } = node
  const begin = position?.start.offset ?? 0
  const pieces: MarkdownNode[] = []
  let at = 0
  for (const span of uncited) {
    // A text with escaped characters is shorter than its source; its last span then ends where it ends.
    const start = Math.max(at, span.start - begin)
    const end = Math.min(value.length, span.end - begin)
    if (start >= end) continue
    if (start > at) pieces.push({ type: 'text', value: value.slice(at, start) })
    pieces.push(marked(value.slice(start, end)))
    at = end
  }
  if (at < value.length) pieces.push({ type: 'text', value: value.slice(at) })
  return pieces
}

const marked = (value: string): MarkdownNode => ({
  type: 'uncited',
  data: { hName: 'span', hProperties: { title: t('No citation: this was not checked against the pages.'), 'data-uncited': '' } },
  children: [{ type: 'text', value }],
})
