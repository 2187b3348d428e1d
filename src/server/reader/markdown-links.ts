/** The links of a Markdown file such as /llms.txt (https://llmstxt.org), in order, with the words they stand on. */
export type MarkdownLink = { title: string; address: string }

/** Addresses are as written. One pass over each line, however it is made. */
export function markdownLinks(text: string): MarkdownLink[] {
  return text.split('\n').flatMap(linksOfLine)
}

function linksOfLine(line: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  let from = 0
  for (;;) {
    const middle = line.indexOf('](', from)
    if (middle < 0) return links
    const end = line.indexOf(')', middle)
    if (end < 0) return links
    const start = line.lastIndexOf('[', middle)
    // "[text](address "title")": what follows a space is the link's own title.
    const address = line.slice(middle + 2, end).trim().split(' ')[0] ?? ''
    if (start >= from && address !== '') links.push({ title: line.slice(start + 1, middle).trim(), address })
    from = end + 1
  }
}
