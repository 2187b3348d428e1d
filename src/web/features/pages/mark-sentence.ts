/**
 * Marks one sentence in a rendered page. The sentence is a piece of the stored Markdown while the rendering has lost
 * its signs, so the two are compared by their letters and digits alone.
 */

export type RenderedNode = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: RenderedNode[]
}

/** Wraps every stretch of text that belongs to `sentence` in a <mark>; leaves the page alone when it is not there. */
export function rehypeMarkSentence({ sentence }: { sentence: string }) {
  return (root: RenderedNode) => {
    const span = findSentence(textsOf(root), sentence)
    if (span) wrap(root, span, { offset: 0 })
  }
}

/** Where `sentence` begins and ends in the joined `texts`, as offsets; null when it is not there. */
export function findSentence(texts: readonly string[], sentence: string): { from: number; to: number } | null {
  const needle = bareOf(withoutMarkdown(sentence)).bare
  if (needle === '') return null
  const whole = texts.join('')
  const { bare, places } = bareOf(whole)
  const at = bare.indexOf(needle)
  const first = places[at]
  const last = places[at + needle.length - 1]
  if (at === -1 || first === undefined || last === undefined) return null
  const closing = /^[\p{L}\p{N}\p{M}]?[.!?。！？…"'”’)\]]*/u.exec(whole.slice(last))?.[0].length ?? 1
  return { from: first, to: last + Math.max(1, closing) }
}

/** Only letters, digits and their accents, lower-cased, each with its place in `text`. */
function bareOf(text: string) {
  let bare = ''
  const places: number[] = []
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}\p{M}]/gu)) {
    const lower = character.toLowerCase()
    bare += lower
    for (let unit = 0; unit < lower.length; unit++) places.push(index)
  }
  return { bare, places }
}

/** The addresses of links and pictures are letters too, but not shown. */
function withoutMarkdown(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/^\s*\d+\.\s/, '')
}

function textsOf(node: RenderedNode): string[] {
  if (node.type === 'text') return [node.value ?? '']
  return node.children?.flatMap(textsOf) ?? []
}

function wrap(node: RenderedNode, span: { from: number; to: number }, place: { offset: number }) {
  node.children = node.children?.flatMap((child): RenderedNode[] => {
    if (child.type !== 'text') {
      wrap(child, span, place)
      return [child]
    }
    const text = child.value ?? ''
    const from = Math.max(0, span.from - place.offset)
    const to = Math.min(text.length, span.to - place.offset)
    place.offset += text.length
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
