import type { Uncited } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

type Point = { offset?: number | undefined }
type MarkdownNode = {
  type: string
  value?: string
  spread?: boolean | null
  children?: MarkdownNode[]
  position?: { start: Point; end: Point } | undefined
  data?: { hName?: string; hProperties: Record<string, string> } | undefined
}

type Options = {
  uncited: readonly Uncited[]
  /** Where formulas start, which are inline code here: they are not marked. */
  formulas?: readonly { start: number }[]
}

/**
 * Remark plugin: marks what is uncited, given as spans of the Markdown source. A paragraph, list item, table row or
 * code block without any citation gets one mark as a whole; in others the uncited sentences are wrapped in marked
 * spans. Must run before remarkCitations, which changes the text and so its source offsets.
 */
export function remarkUncited({ uncited, formulas = [] }: Options) {
  const starts = new Set(formulas.map(({ start }) => start))
  return (root: MarkdownNode) => {
    if (uncited.length > 0) markWithin(root, uncited, starts)
  }
}

const MARKED_AS_A_WHOLE = new Set(['paragraph', 'tableRow'])

function markWithin(node: MarkdownNode, uncited: readonly Uncited[], formulas: ReadonlySet<number>) {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return splitAtSpans(child, uncited)
    if (child.type === 'code' || child.type === 'inlineCode') {
      const isFormula = formulas.has(child.position?.start.offset ?? -1)
      return [!isFormula && isWithin(child, uncited) ? withMark(child) : child]
    }
    // Markdown drops the paragraph of a tight list item.
    const item = child.type === 'listItem' && child.spread !== true ? child.children?.[0] : undefined
    if (item?.type === 'paragraph' && isWhollyUncited(item, uncited)) {
      child.children?.slice(1).forEach((nested) => markWithin(nested, uncited, formulas))
      return [withMark(child)]
    }
    if (MARKED_AS_A_WHOLE.has(child.type) && isWhollyUncited(child, uncited)) return [withMark(child)]
    if (child.type !== 'tableRow') markWithin(child, uncited, formulas)
    return [child]
  })
}

function isWithin({ position }: MarkdownNode, uncited: readonly Uncited[]): boolean {
  const { start, end } = { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
  return uncited.some((span) => span.start < end && start < span.end)
}

/** Whether no text of the node is outside the spans, but punctuation and connecting words. */
function isWhollyUncited(node: MarkdownNode, uncited: readonly Uncited[]): boolean {
  const [all, outside] = lettersOf(node, uncited)
  return all > 0 && outside <= all * MAX_OUTSIDE
}

const MAX_OUTSIDE = 0.2

/** How many letters and digits the texts of a node have, and how many of them are outside the spans. */
function lettersOf(node: MarkdownNode, uncited: readonly Uncited[]): [all: number, outside: number] {
  if (node.type !== 'text') {
    const counts = node.children?.map((child) => lettersOf(child, uncited)) ?? []
    return counts.reduce(([all, outside], [a, o]) => [all + a, outside + o], [0, 0])
  }
  const offset = node.position?.start.offset ?? 0
  const letters = Array.from((node.value ?? '').matchAll(/[\p{L}\p{N}]/gu), ({ index }) => offset + index)
  const outside = letters.filter((at) => !uncited.some(({ start, end }) => start <= at && at < end))
  return [letters.length, outside.length]
}

const markProperties = () => ({ title: t('claims.uncitedTip'), 'data-uncited': '' })

const withMark = (node: MarkdownNode): MarkdownNode => ({
  ...node,
  data: { ...node.data, hProperties: markProperties() },
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
