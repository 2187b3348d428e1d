/** A strong text of a Markdown file: "**Note**", not "(**kwargs". */
export const STRONG = String.raw`(?<![\p{L}\p{N}*\\])\*\*(?=[^\s*])[^*\n]*[^\s*\\]\*\*(?![\p{L}\p{N}*])`
/** An emphasized one: "*never*", not "(*args, *rest)" or "a.*, b.*". */
export const EMPHASIS = String.raw`(?<![\p{L}\p{N}*\\])\*(?=[\p{L}\p{N}"“])[^*\n]*[\p{L}\p{N}.!?,:;"”]\*(?![\p{L}\p{N}*])`
const FORMATTED = new RegExp(`(\`[^\`]*\`|${STRONG}|${EMPHASIS})`, 'u')

/**
 * What Markdown would read as formatting, as an escape, as HTML or as a character reference. Signs that cannot be any of
 * it stay as they are: "2 * 3", "max_connections", "~/.profile".
 */
const SIGNIFICANT = new RegExp(
  [
    String.raw`\\(?=[!-/:-@[-\x60{-~])`,
    String.raw`(?<=\S)\*|\*(?=\S)`,
    String.raw`(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])`,
    String.raw`(?<=\S)~|~(?=~)`,
    '<(?=[A-Za-z/!?])',
    String.raw`&(?=#?\w{1,31};)`,
  ].join('|'),
  'gu',
)

/**
 * Stored text as Markdown that shows its characters: "__init__" and "'\\'" instead of a bold "init" and "''". Of a stored
 * page only headings, lists, quotations, tables and code are Markdown, and in Markdown files also what is strong, links
 * and code within a line. What is emphasized loses its signs, as it has none in the stored text of other pages.
 */
export function literalMarkdown(text: string): string {
  return mapMarkdownLines(text.split('\n'), (line, isCode) => (isCode ? line : literalLine(line))).join('\n')
}

/** `isCode` is true for the lines of a code block and for its fences. */
export function mapMarkdownLines(lines: string[], map: (line: string, isCode: boolean, index: number) => string) {
  /** The marker that the open code block began with; '' outside code. */
  let fence = ''
  return lines.map((line, index) => {
    const marker = /^[ \t]*(?:> ?)*(```|~~~)/.exec(line)?.[1] ?? ''
    const isCode = fence !== '' || marker !== ''
    if (fence === '') fence = marker
    else if (fence === marker) fence = ''
    return map(line, isCode, index)
  })
}

function literalLine(line: string): string {
  const isRow = /^[ \t]*(?:> ?)*\|/.test(line)
  const parts = line.split(FORMATTED)
  return parts.map((part, n) => (n % 2 === 0 ? escape(part, isRow) : literalFormatted(part, isRow))).join('')
}

function literalFormatted(part: string, isRow: boolean): string {
  if (part.startsWith('`')) return part
  if (part.startsWith('**')) return `**${escape(part.slice(2, -2), isRow)}**`
  return escape(part.slice(1, -1), isRow)
}

/** In a row of a table, "\\|" is already an escape. */
function escape(part: string, isRow: boolean): string {
  return part.replace(SIGNIFICANT, (sign, offset: number) => {
    return isRow && part.startsWith('\\|', offset) ? sign : `\\${sign}`
  })
}

/** Text without quotation marks of Markdown, formatting and escapes, to be found in text that is formatted otherwise. */
export const comparableText = (markdown: string): string =>
  markdown
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/[*_]|\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
