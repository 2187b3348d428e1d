/**
 * Marks sentences in a rendered page. A sentence contains Markdown syntax and the rendering does not, so both are
 * compared by letters and digits only.
 */

export type RenderedNode = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: RenderedNode[]
}

type Span = { from: number; to: number }

/**
 * Rehype plugin: wraps all text of `sentence` in <mark> elements and that of `others` in <mark data-other>, as far as
 * the page contains them. Sentences that overlap an earlier one are left out.
 */
export function rehypeMarkSentence({ sentence, others = [] }: { sentence: string; others?: readonly string[] }) {
  return (root: RenderedNode) => {
    const texts = textsOf(root)
    const marked: Span[] = []
    for (const [index, each] of [sentence, ...others].entries()) {
      const span = findSentence(texts, each)
      if (!span || marked.some(({ from, to }) => span.from < to && from < span.to)) continue
      marked.push(span)
      markSpan(root, { ...span, properties: index === 0 ? {} : { dataOther: '' } }, { offset: 0 })
    }
  }
}

/** The offsets of `sentence` in the joined `texts`; null if it is missing. */
export function findSentence(texts: readonly string[], sentence: string): Span | null {
  const needle = toLetters(withoutHiddenMarkdown(sentence)).letters
  if (needle === '') return null
  const whole = texts.join('')
  const { letters, offsets } = toLetters(whole)
  const index = letters.indexOf(needle)
  const first = offsets[index]
  const last = offsets[index + needle.length - 1]
  if (index === -1 || first === undefined || last === undefined) return null
  return { from: startOfPunctuation(whole, first), to: endOfPunctuation(whole, last + 1) }
}

/** The start of the quotation marks and brackets that open a sentence and end at `to`. */
function startOfPunctuation(text: string, to: number): number {
  const opening = /["'“„«»‹›‘‚「『([¿¡]*$/.exec(text.slice(0, to))
  return opening?.index ?? to
}

/** The end of the punctuation and quotation marks that close a sentence and start at `from`. */
function endOfPunctuation(text: string, from: number): number {
  // Half of a letter outside the basic plane may come first.
  const closing = /^[\uDC00-\uDFFF]?[.!?。！？…"'”“»«‹›’‘」』)\]]*/.exec(text.slice(from))
  return from + (closing?.[0].length ?? 0)
}

/**
 * The letters, digits and combining marks of `text` in lower case, and the offset in `text` of each UTF-16 unit of
 * them: a letter may have more units in lower case.
 */
function toLetters(text: string) {
  let letters = ''
  const offsets: number[] = []
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}\p{M}]/gu)) {
    const lower = character.toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit++) offsets.push(index)
  }
  return { letters, offsets }
}

/** Removes what the rendering does not show as text: URLs of links and images, and the number of a list item. */
function withoutHiddenMarkdown(text: string): string {
  const withoutUrls = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  return withoutUrls.replace(/^\s*\d+\.\s/, '')
}

function textsOf(node: RenderedNode): string[] {
  if (node.type === 'text') return [node.value ?? '']
  return node.children?.flatMap(textsOf) ?? []
}

/** Wraps the text of `span` in <mark> elements. `cursor` counts the text before `node`. */
function markSpan(
  node: RenderedNode,
  span: Span & { properties: Record<string, unknown> },
  cursor: { offset: number },
) {
  node.children = node.children?.flatMap((child): RenderedNode[] => {
    if (child.type !== 'text') {
      markSpan(child, span, cursor)
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
      properties: span.properties,
      children: [{ type: 'text', value: text.slice(from, to) }],
    }
    return [{ type: 'text', value: text.slice(0, from) }, marked, { type: 'text', value: text.slice(to) }]
  })
}
