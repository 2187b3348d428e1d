/**
 * Marks one sentence in a rendered page. The sentence contains Markdown syntax and the rendering does not, so both are
 * compared by letters and digits only.
 */

export type RenderedNode = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: RenderedNode[]
}

/** Rehype plugin: wraps all text of `sentence` in <mark> elements, if the page contains it. */
export function rehypeMarkSentence({ sentence }: { sentence: string }) {
  return (root: RenderedNode) => {
    const span = findSentence(textsOf(root), sentence)
    if (span) wrap(root, span, { offset: 0 })
  }
}

/** The offsets of `sentence` in the joined `texts`; null if it is missing. */
export function findSentence(texts: readonly string[], sentence: string): { from: number; to: number } | null {
  const needle = lettersOf(withoutUrls(sentence)).letters
  if (needle === '') return null
  const whole = texts.join('')
  const { letters, offsets } = lettersOf(whole)
  const index = letters.indexOf(needle)
  const first = offsets[index]
  const last = offsets[index + needle.length - 1]
  if (index === -1 || first === undefined || last === undefined) return null
  const closing = /^[\p{L}\p{N}\p{M}]?[.!?。！？…"'”’)\]]*/u.exec(whole.slice(last))?.[0].length ?? 1
  return { from: first, to: last + Math.max(1, closing) }
}

/** The letters, digits and combining marks of `text` in lower case, each with its offset. */
function lettersOf(text: string) {
  let letters = ''
  const offsets: number[] = []
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}\p{M}]/gu)) {
    const lower = character.toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit++) offsets.push(index)
  }
  return { letters, offsets }
}

/** Removes link and image URLs, which are not rendered. */
function withoutUrls(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/^\s*\d+\.\s/, '')
}

function textsOf(node: RenderedNode): string[] {
  if (node.type === 'text') return [node.value ?? '']
  return node.children?.flatMap(textsOf) ?? []
}

function wrap(node: RenderedNode, span: { from: number; to: number }, cursor: { offset: number }) {
  node.children = node.children?.flatMap((child): RenderedNode[] => {
    if (child.type !== 'text') {
      wrap(child, span, cursor)
      return [child]
    }
    const text = child.value ?? ''
    const from = Math.max(0, span.from - cursor.offset)
    const to = Math.min(text.length, span.to - cursor.offset)
    cursor.offset += text.length
    if (from >= to || text.trim() === '') return [child]
    const marked: RenderedNode = {
      type: 'element',
      tagName: 'mark',
      properties: {},
      children: [{ type: 'text', value: text.slice(from, to) }],
    }
    return [{ type: 'text', value: text.slice(0, from) }, marked, { type: 'text', value: text.slice(to) }]
  })
}
