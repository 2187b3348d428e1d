type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  position?: { start: { line: number }; end: { line: number } } | undefined
}

/** Extraction writes two blank lines above the name of a card or a panel. */
const LINES_APART = 3
const MAX_CHARACTERS = 60
const MAX_QUESTION_CHARACTERS = 120

/**
 * Remark plugin: makes the names of cards and the questions of panels strong. A name is a paragraph after two blank
 * lines, or its first line, which then stays a separate line.
 */
export function remarkNames() {
  return (root: MarkdownNode) => {
    let previousEnd = 0
    for (const node of root.children ?? []) {
      const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0 } }
      if (node.type === 'paragraph' && start.line - previousEnd >= LINES_APART) markName(node)
      previousEnd = end.line
    }
  }
}

function markName(paragraph: MarkdownNode) {
  const [first, ...others] = paragraph.children ?? []
  if (first?.type !== 'text') return
  const [line = '', ...rest] = (first.value ?? '').split('\n')
  if (!isName(line) || (rest.length === 0 && others.length > 0)) return
  const name = { type: 'strong', children: [{ type: 'text', value: line }] }
  const text = rest.length > 0 ? [{ type: 'break' }, { type: 'text', value: rest.join('\n') }] : []
  paragraph.children = [name, ...text, ...others]
}

function isName(line: string): boolean {
  if (/[?？]$/.test(line)) return line.length <= MAX_QUESTION_CHARACTERS
  return line.length <= MAX_CHARACTERS && /\p{L}/u.test(line) && !/[.!:;,。！：]$/.test(line)
}
