/** Writes a table as Markdown when it holds data, as plain blocks when it only lays out a page. */
import { textLength, type HtmlElement, type HtmlNode } from './html-tree.ts'
import { lineOf } from './inline-text.ts'

const LAYOUT_INSIDE = new Set('table form h1 h2 h3 pre blockquote ul ol article section'.split(' '))
const LONGEST_CELL_CHARACTERS = 800

/** The blocks of a table: its caption, then its rows; a table without data gives the blocks of its cells. */
export function writeTable(table: HtmlElement, writeBlocks: (nodes: readonly HtmlNode[]) => string[]): string[] {
  const rows = rowsOf(table).map(cellsOf)
  const caption = table.children.find((child) => typeof child === 'object' && child.tag === 'caption')
  const lead = typeof caption === 'object' ? writeBlocks(caption.children) : []
  const blocksOf = (cell: HtmlElement) => writeBlocks(cell.children)
  if (isLayout(table, rows)) return [...lead, ...rows.flat().flatMap(blocksOf)]
  // A table of one column is a list of entries, each with its lines.
  if (widthOf(rows) === 1) return [...lead, ...rows.map((row) => row.flatMap(blocksOf).join('\n'))]
  return [...lead, ...writeRows(rows)]
}

function writeRows(rows: readonly HtmlElement[][]): string[] {
  const lines = rows
    .map((row) => row.flatMap((cell) => [lineOf(cell).replaceAll('|', '\\|'), ...spanned(cell)]))
    .filter((row) => row.some((text) => text !== ''))
  if (lines.length === 0) return []
  // A column that holds nothing says nothing.
  const width = Math.max(...lines.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => lines.some((row) => row[at]))
  const written = lines.map((row) => `| ${columns.map((at) => row[at] ?? '').join(' | ')} |`)
  written.splice(1, 0, `|${columns.map(() => ' --- |').join('')}`)
  return [written.join('\n')]
}

function widthOf(rows: readonly HtmlElement[][]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0)
}

/** True when a table holds data, so that its rows only make sense together. */
export function isDataTable(table: HtmlElement): boolean {
  return !isLayout(table, rowsOf(table).map(cellsOf))
}

function rowsOf(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string' || child.tag === 'caption') return []
    if (child.tag === 'tr') return [child]
    // What stands in a table outside its rows still is text of the page.
    return child.tag === 'td' || child.tag === 'th' ? [] : rowsOf(child)
  })
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.children.filter(
    (child): child is HtmlElement => typeof child === 'object' && (child.tag === 'td' || child.tag === 'th'),
  )
}

function isLayout(table: HtmlElement, rows: readonly HtmlElement[][]): boolean {
  const role = table.attributes['role']
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flat()
  const hasHeader = cells.some((cell) => cell.tag === 'th')
  if (widthOf(rows) < 2 && !hasHeader) return true
  if (hasHeader) return cells.some((cell) => cell.hasBlock && holds(cell, NESTED))
  return cells.some(
    (cell) => (cell.hasBlock && holds(cell, LAYOUT_INSIDE)) || textLength(cell) > LONGEST_CELL_CHARACTERS,
  )
}

const NESTED = new Set(['table', 'pre'])

function holds(element: HtmlElement, tags: ReadonlySet<string>): boolean {
  return element.children.some((child) => typeof child === 'object' && (tags.has(child.tag) || holds(child, tags)))
}

/** Empty cells for the columns that a cell also covers. */
function spanned(cell: HtmlElement): string[] {
  const span = Number.parseInt(cell.attributes['colspan'] ?? '1', 10)
  return span > 1 ? new Array<string>(Math.min(span, 50) - 1).fill('') : []
}
