/** Writes a table as Markdown when it holds data, as plain blocks when it only lays out a page. */
import type { HtmlElement, HtmlNode } from './html-element.ts'
import { lineOf } from './inline-text.ts'

const LONGEST_CELL_CHARACTERS = 800

export type TableWriter = {
  add(block: string): void
  /** Writes nodes as blocks of their own. */
  flow(nodes: readonly HtmlNode[]): void
  blocksOf(nodes: readonly HtmlNode[]): string[]
}

/**
 * Writes a table: its caption, what stands between its rows, then the rows; a table without data gives the blocks of its
 * cells.
 */
export function writeTable(table: HtmlElement, tables: TableJudge, { add, flow, blocksOf }: TableWriter) {
  const { rows, captions, strays } = partsOf(table)
  for (const caption of captions) flow(caption.children)
  flow(strays)
  if (!tables.isData(table)) {
    for (const row of rows) for (const cell of row) flow(cell.children)
  } else if (widthOf(rows) === 1) {
    // A table of one column is a list of entries, each with its lines.
    for (const row of rows) add(row.flatMap((cell) => blocksOf(cell.children)).join('\n'))
  } else add(writeRows(rows))
}

export type TableJudge = {
  /** True when a table holds data, so that its rows only make sense together. */
  isData(table: HtmlElement): boolean
}

/** Judges the tables of a tree that does not change meanwhile; each element is looked at once, however tables nest. */
export function judgeTables(): TableJudge {
  const known = new Map<HtmlElement, { length: number; holds: number }>()
  return {
    isData: (table) => !isLayout(table, partsOf(table).rows, contentOf),
  }

  /** How long the text is, and which of `HELD` stand in it. */
  function contentOf(element: HtmlElement): { length: number; holds: number } {
    const before = known.get(element)
    if (before) return before
    const content = { length: 0, holds: 0 }
    for (const child of element.children) {
      if (typeof child === 'string') {
        content.length += child.trim().length
        continue
      }
      const inner = contentOf(child)
      content.length += inner.length
      content.holds |= inner.holds | (LAYOUT_INSIDE.has(child.tag) ? LAYOUT : 0) | (NESTED.has(child.tag) ? NEST : 0)
    }
    known.set(element, content)
    return content
  }
}

const LAYOUT_INSIDE = new Set('table form h1 h2 h3 pre blockquote ul ol article section'.split(' '))
const NESTED = new Set(['table', 'pre'])
const LAYOUT = 1
const NEST = 2

function isLayout(
  table: HtmlElement,
  rows: readonly HtmlElement[][],
  contentOf: (element: HtmlElement) => { length: number; holds: number },
): boolean {
  const role = table.attributes['role']
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flat()
  const hasHeader = cells.some((cell) => cell.tag === 'th')
  if (widthOf(rows) < 2 && !hasHeader) return true
  const holds = (cell: HtmlElement, what: number) => cell.hasBlock && (contentOf(cell).holds & what) !== 0
  if (hasHeader) return cells.some((cell) => holds(cell, NEST))
  return cells.some((cell) => holds(cell, LAYOUT) || contentOf(cell).length > LONGEST_CELL_CHARACTERS)
}

/** The rows of cells, the captions, and what stands beside them: browsers show that before the table. */
function partsOf(table: HtmlElement): { rows: HtmlElement[][]; captions: HtmlElement[]; strays: HtmlNode[] } {
  const rows: HtmlElement[][] = []
  const captions: HtmlElement[] = []
  const strays: HtmlNode[] = []
  const visit = ({ children }: HtmlElement) => {
    let loose: HtmlElement[] | null = null
    for (const child of children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') strays.push(child)
      } else if (child.tag === 'td' || child.tag === 'th') {
        // Cells without a row are a row.
        if (!loose) rows.push((loose = []))
        loose.push(child)
      } else {
        loose = null
        if (child.tag === 'tr') rows.push(cellsOf(child, strays, []))
        else if (child.tag === 'caption') captions.push(child)
        else if (GROUPS.has(child.tag)) visit(child)
        else strays.push(child)
      }
    }
  }
  visit(table)
  return { rows, captions, strays }
}

// A form around rows is there, and is none to the browser.
const GROUPS = new Set(['tbody', 'thead', 'tfoot', 'form'])

function cellsOf(row: HtmlElement, strays: HtmlNode[], cells: HtmlElement[]): HtmlElement[] {
  for (const child of row.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') strays.push(child)
    } else if (child.tag === 'td' || child.tag === 'th') cells.push(child)
    else if (child.tag === 'form') cellsOf(child, strays, cells)
    else strays.push(child)
  }
  return cells
}

function writeRows(rows: readonly HtmlElement[][]): string {
  const lines = rows
    .map((row) => row.flatMap((cell) => [lineOf(cell).replaceAll('|', '\\|'), ...spanned(cell)]))
    .filter((row) => row.some((text) => text !== ''))
  if (lines.length === 0) return ''
  // A column that holds nothing says nothing.
  const used: boolean[] = []
  for (const row of lines) for (const [at, text] of row.entries()) if (text !== '') used[at] = true
  const columns = [...used.keys()].filter((at) => used[at])
  const written = lines.map((row) => `| ${columns.map((at) => row[at] ?? '').join(' | ')} |`)
  written.splice(1, 0, `|${columns.map(() => ' --- |').join('')}`)
  return written.join('\n')
}

function widthOf(rows: readonly HtmlElement[][]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0)
}

/** Empty cells for the columns that a cell also covers. */
function spanned(cell: HtmlElement): string[] {
  const span = Number.parseInt(cell.attributes['colspan'] ?? '1', 10)
  return span > 1 ? new Array<string>(Math.min(span, 50) - 1).fill('') : []
}
