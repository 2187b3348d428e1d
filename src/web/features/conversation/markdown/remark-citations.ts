/**
 * Remark plugin: turns [1] in text into a link to "#citation-1"; code and links stay unchanged. Neighboring links are
 * in one element with `data-citations`, which does not wrap and stays on the line of the word before it.
 */

type MarkdownNode = {
  type: string
  value?: string
  url?: string
  children?: MarkdownNode[]
  data?: { hName: string; hProperties: Record<string, string> }
}

const PREFIX = '#citation-'

export function remarkCitations() {
  return (root: MarkdownNode) => linkMarkers(root)
}

/** The citation number of a link made by this plugin, or null. */
export function citationOf(href: string | undefined): number | null {
  return href?.startsWith(PREFIX) ? Number(href.slice(PREFIX.length)) : null
}

/**
 * The Markdown with each escaped marker ("\\[3]", which a page has in its text) as a bracket that this plugin leaves
 * alone. The length stays the same.
 */
export const protectEscapedMarkers = (markdown: string) => markdown.replace(/\\\[(?=\d{1,4}\])/g, `[${WORD_JOINER}`)

function linkMarkers(node: MarkdownNode) {
  if (!node.children || node.type === 'link') return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value) return splitAtMarkers(child.value)
    linkMarkers(child)
    return [child]
  })
}

function splitAtMarkers(text: string): MarkdownNode[] {
  return text.split(MARKERS).flatMap((part, index): MarkdownNode[] => {
    if (part === '') return []
    return [index % 2 === 0 ? textNode(part) : group(part)]
  })
}

/** "[1]", " [1][2].", "[1] [2]": with the space before and the punctuation after. */
const MARKERS = /( ?\[\d{1,3}\](?: ?\[\d{1,3}\])*[.,;:!?)]*)/

/**
 * A line can break before and after a button even next to a non-breaking space, unless both are in an unbroken element.
 */
function group(markers: string): MarkdownNode {
  const children = (markers.startsWith(' ') ? markers : WORD_JOINER + markers)
    .replaceAll(' ', '\u00a0')
    .split(/(\[\d+\])/)
    .filter((part) => part !== '')
    .map((part): MarkdownNode => {
      const marker = /^\[(\d+)\]$/.exec(part)?.[1]
      return marker ? { type: 'link', url: PREFIX + marker, children: [textNode(marker)] } : textNode(part)
    })
  return { type: 'citations', data: { hName: 'span', hProperties: { 'data-citations': '' } }, children }
}

const WORD_JOINER = '\u2060'
const textNode = (value: string): MarkdownNode => ({ type: 'text', value })
