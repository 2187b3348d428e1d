/** The links of a Markdown file such as /llms.txt (https://llmstxt.org), in order, addresses as written. */
export type MarkdownLink = { title: string; address: string }

export function markdownLinks(text: string): MarkdownLink[] {
  return text.split('\n').flatMap(linksOfLine)
}

/** One pass over the line, so that malformed links cost no extra time. */
function linksOfLine(line: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  let position = 0
  for (;;) {
    const middle = line.indexOf('](', position)
    if (middle < 0) return links
    const end = line.indexOf(')', middle)
    if (end < 0) return links
    const start = line.lastIndexOf('[', middle)
    // In [text](address "title"), the title follows a space.
    const [address = ''] = line
      .slice(middle + 2, end)
      .trim()
      .split(' ')
    if (start >= position && address !== '') links.push({ title: line.slice(start + 1, middle).trim(), address })
    position = end + 1
  }
}
