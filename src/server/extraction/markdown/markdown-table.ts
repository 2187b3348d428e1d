/** Writes a data table as a Markdown table and a layout table as plain blocks. */
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'
import { hasWord } from '#server/extraction/html/html-head.ts'
import { lineOf } from './inline-text.ts'

const MAX_DATA_CELL_CHARACTERS = 800

const MAX_DRAWING_CHARACTERS = 12
/** "-->", "| v", "\\"; not "v" */
const DRAWING = /^(?!v$)[-|^<>/\\+=v ]*$/

export type TableWriter = {
  add(block: string): void
  /** Writes nodes as separate blocks. */
  flow(nodes: readonly HtmlNode[]): void
  blocksOf(nodes: readonly HtmlNode[]): string[]
}

/**
 * Writes the caption, content outside the rows, then the rows; a layout table or a note becomes the blocks of its
 * cells.
 */
export function writeTable(table: HtmlElement, tables: TableClassifier, writer: TableWriter) {
  const { add, flow, blocksOf } = writer
  const { rows, captions, strayNodes } = partsOf(table)
  for (const caption of captions) flow(caption.children)
  flow(strayNodes)
  const note = tables.noteOf(rows)
  if (note) {
    // Without the colon, the title could be the term of a definition.
    add(lineOf(note.title).replace(/(?<=[\p{L}\p{N}])$/u, ':'))
    flow(note.text.children)
  } else if (!tables.isData(table)) {
    for (const row of rows) for (const cell of row) if (!tables.isDrawing(cell)) flow(cell.children)
  } else if (rows.flat().every(tables.isDrawing)) {
    return
  } else if (widthOf(rows) === 1) {
    // A table with one column is a list of entries.
    for (const row of rows) add(row.flatMap((cell) => blocksOf(cell.children)).join('\n'))
  } else writeRows(rows, tables, writer)
}

export type TableClassifier = {
  /** True for a data table, whose cells only make sense as rows and columns. */
  isData(table: HtmlElement): boolean
  /** True for a cell of a diagram with a line or an arrow, and for an empty one. */
  isDrawing(cell: HtmlElement): boolean
  /** True for a table or code, and for what contains one. */
  isNested(node: HtmlNode): boolean
  /**
   * The parts of a note: "Warning" above its text with an icon beside both (DocBook), or "Warning" or an icon in a cell
   * before it (Asciidoctor); null for other rows.
   */
  noteOf(rows: readonly HtmlElement[][]): { title: HtmlElement; text: HtmlElement } | null
}

/** Classifies the tables of a tree that does not change; visits each element once, also in nested tables. */
export function createTableClassifier(): TableClassifier {
  const cache = new Map<HtmlElement, CellContent>()
  return {
    isData: (table) => !isLayout(table, partsOf(table).rows, contentOf),
    isDrawing: (cell) =>
      !cell.hasBlock && contentOf(cell).length <= MAX_DRAWING_CHARACTERS && DRAWING.test(lineOf(cell)),
    isNested: (node) =>
      typeof node === 'object' && (NESTED_TAGS.has(node.tag) || (contentOf(node).contains & NESTED) !== 0),
    noteOf(rows) {
      const [icon, content, ...more] = rows.flat()
      if (icon && content && more.length === 0 && hasWord(icon.attributes['class'], 'icon')) {
        return { title: icon, text: content }
      }
      const filledCells = rows.map((row) => row.filter((cell) => contentOf(cell).length > 0))
      const [top, below, ...others] = filledCells.filter((row) => row.length > 0)
      if (top?.length !== 1 || below?.length !== 1 || others.length > 0) return null
      const [title, text] = [top[0], below[0]]
      return title?.tag === 'th' && text?.tag === 'td' ? { title, text } : null
    },
  }

  function contentOf(element: HtmlElement): CellContent {
    const cached = cache.get(element)
    if (cached) return cached
    const content: CellContent = { length: 0, contains: 0 }
    for (const child of element.children) {
      if (typeof child === 'string') {
        content.length += child.trim().length
        continue
      }
      const inner = contentOf(child)
      content.length += inner.length
      if (LAYOUT_TAGS.has(child.tag)) content.contains |= LAYOUT
      if (NESTED_TAGS.has(child.tag)) content.contains |= NESTED
      content.contains |= inner.contains
    }
    cache.set(element, content)
    return content
  }
}

/** `contains` is a bit mask of LAYOUT and NESTED. */
type CellContent = { length: number; contains: number }

/** In a table without header cells, these mean layout. */
const LAYOUT_TAGS = new Set('table form h1 h2 h3 pre blockquote ul ol article section'.split(' '))
/** In any table, these mean layout, except in a few rows below a header. */
const NESTED_TAGS = new Set(['table', 'pre'])
const LAYOUT = 1
const NESTED = 2

function isLayout(
  table: HtmlElement,
  rows: readonly HtmlElement[][],
  contentOf: (element: HtmlElement) => CellContent,
): boolean {
  const role = table.attributes['role']
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flat()
  const hasHeader = cells.some((cell) => cell.tag === 'th')
  if (widthOf(rows) < 2 && !hasHeader) return true
  const contains = (cell: HtmlElement, bit: number) => cell.hasBlock && (contentOf(cell).contains & bit) !== 0
  if (hasHeader) {
    const nesting = rows.filter((row) => row.some((cell) => contains(cell, NESTED)))
    if (nesting.length === 0) return false
    const [header = []] = rows
    const isInLastCell = (row: HtmlElement[]) => row.slice(0, -1).every((cell) => !contains(cell, NESTED))
    const areFew = nesting.length <= rows.length * MAX_NESTING_SHARE && nesting.every(isInLastCell)
    return !areFew || nesting.includes(header) || !isHeader(header, contentOf)
  }
  return cells.some((cell) => contains(cell, LAYOUT) || contentOf(cell).length > MAX_DATA_CELL_CHARACTERS)
}

/** So few rows of a data table have a table or code in them. */
const MAX_NESTING_SHARE = 0.25
/** It is repeated below each of them. */
const MAX_HEADER_CHARACTERS = 200

function isHeader(row: readonly HtmlElement[], contentOf: (element: HtmlElement) => CellContent): boolean {
  const length = row.reduce((sum, cell) => sum + contentOf(cell).length, 0)
  return row.length > 1 && length <= MAX_HEADER_CHARACTERS && row.every(({ tag }) => tag === 'th')
}

/** The rows of cells, the captions, and nodes outside the cells, which browsers show before the table. */
function partsOf(table: HtmlElement): { rows: HtmlElement[][]; captions: HtmlElement[]; strayNodes: HtmlNode[] } {
  const rows: HtmlElement[][] = []
  const captions: HtmlElement[] = []
  const strayNodes: HtmlNode[] = []
  const visit = ({ children }: HtmlElement) => {
    let implicitRow: HtmlElement[] | null = null
    for (const child of children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') strayNodes.push(child)
      } else if (child.tag === 'td' || child.tag === 'th') {
        // Consecutive cells without a row form one.
        if (!implicitRow) rows.push((implicitRow = []))
        implicitRow.push(child)
      } else {
        implicitRow = null
        if (child.tag === 'tr') rows.push(cellsOf(child, strayNodes, []))
        else if (child.tag === 'caption') captions.push(child)
        else if (GROUPS.has(child.tag)) visit(child)
        else strayNodes.push(child)
      }
    }
  }
  visit(table)
  return { rows, captions, strayNodes }
}

// Browsers ignore a <form> between <table> and <tr>.
const GROUPS = new Set(['tbody', 'thead', 'tfoot', 'form'])

function cellsOf(row: HtmlElement, strayNodes: HtmlNode[], cells: HtmlElement[]): HtmlElement[] {
  for (const child of row.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') strayNodes.push(child)
    } else if (child.tag === 'td' || child.tag === 'th') cells.push(child)
    else if (child.tag === 'form') cellsOf(child, strayNodes, cells)
    else strayNodes.push(child)
  }
  return cells
}

/** What is nested in a row is written below it; the rows after it begin a table with the same header. */
function writeRows(rows: readonly HtmlElement[][], tables: TableClassifier, { add, flow }: TableWriter) {
  const nested = rows.map((row) => {
    const children = row.at(-1)?.children ?? []
    const start = row.at(-1)?.hasBlock ? children.findIndex(tables.isNested) : -1
    return start === -1 ? [] : children.slice(start)
  })
  const texts = textsOf(rows, (cell, row) => {
    const below = cell === rows[row]?.at(-1) ? (nested[row]?.length ?? 0) : 0
    return below === 0 ? lineOf(cell) : lineOf({ ...cell, children: cell.children.slice(0, -below) })
  })
  // Empty columns are dropped.
  const used: boolean[] = []
  for (const row of texts) for (const [index, text] of row.entries()) if (text !== '') used[index] = true
  const columns = [...used.keys()].filter((index) => used[index])
  const rule = `|${columns.map(() => ' --- |').join('')}`
  let header = ''
  let lines: string[] = []
  for (const [index, row] of texts.entries()) {
    if (row.some((text) => text !== '')) {
      const line = `| ${columns.map((column) => row[column] ?? '').join(' | ')} |`
      if (lines.length > 0) lines.push(line)
      else lines.push(...(header === '' ? [line, rule] : [header, rule, line]))
      header ||= line
    }
    const below = nested[index] ?? []
    if (below.length === 0) continue
    add(lines.join('\n'))
    lines = []
    flow(below)
  }
  add(lines.join('\n'))
}

/** The limits of browsers are 1,000 columns and 65,534 rows; a hostile table must not multiply the page. */
const MAX_SPAN = 50
const MAX_REPEATED_CHARACTERS = 20_000

/**
 * The texts of the cells by row and column. A cell that spans rows is repeated in each of them, because it says what
 * they are about; one that spans columns is followed by empty cells.
 */
function textsOf(rows: readonly HtmlElement[][], textOf: (cell: HtmlElement, row: number) => string): string[][] {
  /** By column: what spans into the next rows, and into how many. */
  let spanning: { text: string; rows: number }[] = []
  let repeated = 0
  return rows.map((cells, row) => {
    const texts: string[] = []
    const next: typeof spanning = []
    const addSpanning = () => {
      for (let above = spanning[texts.length]; above; above = spanning[texts.length]) {
        if (above.rows > 1) next[texts.length] = { ...above, rows: above.rows - 1 }
        repeated += above.text.length
        texts.push(repeated > MAX_REPEATED_CHARACTERS ? '' : above.text)
      }
    }
    for (const cell of cells) {
      addSpanning()
      const further = spanOf(cell, 'rowspan') - 1
      const columns = [
        textOf(cell, row).replaceAll('|', '\\|'),
        ...new Array<string>(spanOf(cell, 'colspan') - 1).fill(''),
      ]
      for (const text of columns) {
        if (further > 0) next[texts.length] = { text, rows: further }
        texts.push(text)
      }
    }
    addSpanning()
    spanning = next
    return texts
  })
}

function spanOf(cell: HtmlElement, attribute: 'rowspan' | 'colspan'): number {
  const span = Number.parseInt(cell.attributes[attribute] ?? '1', 10)
  return span > 1 ? Math.min(span, MAX_SPAN) : 1
}

function widthOf(rows: readonly HtmlElement[][]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0)
}
