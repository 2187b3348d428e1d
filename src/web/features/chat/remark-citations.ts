/** Turns [1] in the running text of Markdown into a link "#citation-1"; code and links stay as they are. */

type MarkdownNode = { type: string; value?: string; url?: string; children?: MarkdownNode[] }

const PREFIX = '#citation-'

export function remarkCitations() {
  return (root: MarkdownNode) => linkMarkers(root)
}

/** The marker's number of a link made here, or null. */
export function citationOf(href: string | undefined): number | null {
  return href?.startsWith(PREFIX) ? Number(href.slice(PREFIX.length)) : null
}

function linkMarkers(node: MarkdownNode) {
  if (!node.children || node.type === 'link') return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value) return splitAtMarkers(child.value)
    linkMarkers(child)
    return [child]
  })
}

function splitAtMarkers(text: string): MarkdownNode[] {
  // A hard space keeps a marker on the line of the sentence that it proves.
  return text.replace(/ (?=\[\d{1,3}\])/g, '\u00a0').split(/(\[\d{1,3}\])/).flatMap((part): MarkdownNode[] => {
    if (part === '') return []
    const marker = /^\[(\d{1,3})\]$/.exec(part)?.[1]
    if (!marker) return [{ type: 'text', value: part }]
    return [{ type: 'link', url: PREFIX + marker, children: [{ type: 'text', value: marker }] }]
  })
}
