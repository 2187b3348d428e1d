/** Writes a table as Markdown when it holds data, as plain blocks when it only lays out a page. */
import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { lineOf } from './inline-text.ts'

const LAYOUT_INSIDE = new Set('table form h1 h2 h3 pre blockquote ul ol article section'.split(' '))
const LONGEST_CELL_CHARACTERS = 800

/** The blocks of a table: its caption, then its rows; a table without data gives the blocks of its cells. */
export function writeTable(
  table: HtmlElement,
  writeBlocks: (nodes: readonly HtmlNode[]) => string[],
): string[] {
  const rows = rowsOf(table).map((row) => cellsOf(row))
  const caption = table.children.find((child) => typeof child === 'object' && child.tag === 'caption')
  const lead = typeof caption === 'object' ? writeBlocks(caption.children) : []
  if (isLayout(table, rows)) return [...lead, ...rows.flat().flatMap((cell) => writeBlocks(cell.children))]

  const lines = rows
    .map((row) => row.flatMap((cell) => [lineOf(cell).replaceAll('|', '\\|'), ...spanned(cell)]))
    .filter((row) => row.some((text) => text !== ''))
  const width = Math.max(0, ...lines.map((row) => row.length))
  // A column that holds nothing says nothing.
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => lines.some((row) => row[at]))
  const written = lines.map((row) => `| ${columns.map((at) => row[at] ?? '').join(' | ')} |`)
  written.splice(1, 0, `|${columns.map(() => ' --- |').join('')}`)
  return lines.length === 0 ? lead : [...lead, written.join('\n')]
}

/** True when a table holds data, so that its rows only make sense together. */
export function isDataTable(table: HtmlElement): boolean {
  return !isLayout(table, rowsOf(table).map((row) => cellsOf(row)))
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
    (child): child is HtmlElement =>
      typeof child === 'object' && (child.tag === 'td' || child.tag === 'th'),
  )
}

function isLayout(table: HtmlElement, rows: readonly HtmlElement[][]): boolean {
  const role = table.attributes['role']
  if (role === 'presentation' || role === 'none') return true
  if (Math.max(0, ...rows.map((row) => row.length)) < 2) return true
  const cells = rows.flat()
  const headers = cells.filter((cell) => cell.tag === 'th').length
  const large = (cell: HtmlElement) => cell.hasBlock && holds(cell, LAYOUT_INSIDE)
  if (headers > 0) return cells.some((cell) => cell.hasBlock && holds(cell, NESTED))
  return cells.some((cell) => large(cell) || lengthOf(cell) > LONGEST_CELL_CHARACTERS)
}

const NESTED = new Set(['table', 'pre'])

function holds(element: HtmlElement, tags: ReadonlySet<string>): boolean {
  return element.children.some((child) => typeof child === 'object' && (tags.has(child.tag) || holds(child, tags)))
}

function lengthOf(element: HtmlElement): number {
  return element.children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.length : lengthOf(child)),
    0,
  )
}

/** Empty cells for the columns that a cell also covers. */
function spanned(cell: HtmlElement): string[] {
  const span = Number.parseInt(cell.attributes['colspan'] ?? '1', 10)
  return span > 1 ? new Array<string>(Math.min(span, 50) - 1).fill('') : []
}
