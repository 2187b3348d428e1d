import type { Uncited } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

type Point = { offset?: number | undefined }
type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  position?: { start: Point; end: Point } | undefined
  data?: { hName?: string; hProperties: Record<string, string> } | undefined
}

/**
 * Remark plugin: wraps uncited sentences, given as spans of the Markdown source, in marked spans, and marks uncited code.
 * Must run before remarkCitations, which changes the text and so its source offsets.
 */
export function remarkUncited({ uncited }: { uncited: readonly Uncited[] }) {
  return (root: MarkdownNode) => markWithin(root, uncited)
}

function markWithin(node: MarkdownNode, uncited: readonly Uncited[]) {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return splitAtSpans(child, uncited)
    if (child.type === 'code' || child.type === 'inlineCode')
      return [isWithin(child, uncited) ? markedCode(child) : child]
    markWithin(child, uncited)
    return [child]
  })
}

function isWithin({ position }: MarkdownNode, uncited: readonly Uncited[]): boolean {
  const { start, end } = { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
  return uncited.some((span) => span.start < end && start < span.end)
}

const markProperties = () => ({ title: t('claims.uncitedTip'), 'data-uncited': '' })

const markedCode = (code: MarkdownNode): MarkdownNode => ({
  ...code,
  data: { ...code.data, hProperties: markProperties() },
})

function splitAtSpans(node: MarkdownNode, uncited: readonly Uncited[]): MarkdownNode[] {
  const { value = '', position } = node
  const offset = position?.start.offset ?? 0
  const parts: MarkdownNode[] = []
  let cursor = 0
  for (const span of uncited) {
    // With escaped characters a text is shorter than its source; the last span then ends at the end of the text.
    const start = Math.max(cursor, span.start - offset)
    const end = Math.min(value.length, span.end - offset)
    if (start >= end) continue
    if (start > cursor) parts.push({ type: 'text', value: value.slice(cursor, start) })
    parts.push(marked(value.slice(start, end)))
    cursor = end
  }
  if (cursor < value.length) parts.push({ type: 'text', value: value.slice(cursor) })
  return parts
}

const marked = (value: string): MarkdownNode => ({
  type: 'uncited',
  data: {
    hName: 'span',
    hProperties: markProperties(),
  },
  children: [{ type: 'text', value }],
})
