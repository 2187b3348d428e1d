/** Remark plugin: turns [1] in text into a link to "#citation-1"; code and links stay unchanged. */

type MarkdownNode = { type: string; value?: string; url?: string; children?: MarkdownNode[] }

const PREFIX = '#citation-'

export function remarkCitations() {
  return (root: MarkdownNode) => linkMarkers(root)
}

/** The citation number of a link made by this plugin, or null. */
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
  // A non-breaking space keeps a marker on the line of its sentence.
  return text
    .replace(/ (?=\[\d{1,3}\])/g, '\u00a0')
    .split(/(\[\d{1,3}\])/)
    .flatMap((part): MarkdownNode[] => {
      if (part === '') return []
      const marker = /^\[(\d{1,3})\]$/.exec(part)?.[1]
      if (!marker) return [{ type: 'text', value: part }]
      return [{ type: 'link', url: PREFIX + marker, children: [{ type: 'text', value: marker }] }]
    })
}
