/**
 * Turns elements that only look like a table (rows of divs or items, Javadoc) or have the roles of one (ARIA) into
 * tables.
 */
import { hasText, NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import type { Icons } from '#server/extraction/html/tree-builder.ts'
import { hasWord } from '#server/extraction/html/html-head.ts'

const TAG_OF_ROLE = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['row', 'tr'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
  ['cell', 'td'],
  ['gridcell', 'td'],
])

/** Changes the tree below `body`. `icons` fill cells without text. */
export function markTables(body: HtmlElement, icons: Icons) {
  fillCells(icons)
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.tag === 'div' || child.tag === 'span') {
        child.tag = TAG_OF_ROLE.get(child.attributes['role'] ?? '') ?? child.tag
        if (hasWord(child.attributes['class'], 'summary-table')) markRows(child)
        else if (child.tag === 'div') markGrid(child, 'div')
      } else if (child.tag === 'ul') markGrid(child, 'li')
      pending.push(child)
    }
  }
}

/** A cell may wrap its icon in elements with so few children. */
const MAX_WRAPPERS = 3
const MAX_WRAPPED = 3
/** A row that is no tr has a label and the signs of two plans or more. */
const MIN_PLAN_CELLS = 3

function fillCells(icons: Icons) {
  for (const [holder, sign] of icons) {
    let cell = holder
    for (let wrappers = 0; wrappers < MAX_WRAPPERS && !isCell(cell) && cell.parent; wrappers++) {
      if (cell.parent.children.length > MAX_WRAPPED || hasText(cell.parent)) break
      cell = cell.parent
    }
    if (isCell(cell) && !hasText(cell)) cell.children = [sign]
  }
}

function isCell({ tag, attributes, parent }: HtmlElement): boolean {
  if (tag === 'td' || TAG_OF_ROLE.get(attributes['role'] ?? '') === 'td') return true
  if ((tag !== 'div' && tag !== 'span') || !parent || parent.children.length > MAX_ROW_NODES) return false
  const cells = elementsOnly(parent)
  return cells !== null && cells.length >= MIN_PLAN_CELLS && hasText(cells[0] ?? '')
}

/** The cells of a table of Javadoc are its children; the last one of each row says so. */
function markRows(table: HtmlElement) {
  const cells = table.children.filter((child) => typeof child !== 'string')
  const isLast = ({ attributes }: HtmlElement) => hasWord(attributes['class'], 'col-last')
  if (!cells.some(isLast)) return
  const addRow = () => {
    const row: HtmlElement = { tag: 'tr', attributes: NO_ATTRIBUTES, parent: table, children: [], hasBlock: true }
    table.children.push(row)
    return row
  }
  table.tag = 'table'
  table.children = []
  let row: HtmlElement | null = null
  for (const cell of cells) {
    row ??= addRow()
    cell.tag = hasWord(cell.attributes['class'], 'table-header') ? 'th' : 'td'
    cell.parent = row
    row.children.push(cell)
    if (isLast(cell)) row = null
  }
}

const MIN_GRID_ROWS = 3
const MAX_GRID_COLUMNS = 6
/** Longer texts are rather those of cards. */
const MAX_SHORT_CHARACTERS = 60
const MAX_SHORT_NODES = 8
const MAX_EMPTY_NODES = 30
const CELLS = new Set(['div', 'span', 'p', 'b', 'strong', 'em', 'small', 'time'])
/** What is beside a label may be linked, such as an address. */
const VALUES = new Set([...CELLS, 'a'])

/** Cells, and white space between them. */
const MAX_ROW_NODES = 2 * MAX_GRID_COLUMNS + 1

type Row = { element: HtmlElement; cells: HtmlElement[] }

/** Price lists and opening hours are often divs, or items of a list, with the same few cells in each. */
function markGrid(grid: HtmlElement, rowTag: string) {
  const { runs, hasOthers } = runsOfRows(grid, rowTag)
  const long = runs.filter((rows) => rows.length >= MIN_GRID_ROWS)
  const [first] = long
  if (!first) return
  if (runs.length === 1 && !hasOthers) return makeTable(grid, first)
  // A list with other items stays a list.
  if (rowTag === 'li') return
  const tables = new Map<HtmlNode, HtmlElement>()
  const moved = new Set<HtmlNode>(long.flatMap((rows) => rows.map(({ element }) => element)))
  for (const rows of long) {
    const children = rows.map(({ element }) => element)
    const table: HtmlElement = { tag: 'table', attributes: NO_ATTRIBUTES, parent: grid, children, hasBlock: true }
    for (const child of children) child.parent = table
    makeTable(table, rows)
    if (children[0]) tables.set(children[0], table)
  }
  grid.children = grid.children.flatMap((child) => tables.get(child) ?? (moved.has(child) ? [] : [child]))
}

/** Neighboring rows of the same width, and whether there is anything beside them. */
function runsOfRows(grid: HtmlElement, rowTag: string): { runs: Row[][]; hasOthers: boolean } {
  const runs: Row[][] = []
  let hasOthers = false
  let open: Row[] | null = null
  for (const child of grid.children) {
    if (!hasText(child)) continue
    const cells = typeof child === 'object' && child.tag === rowTag ? cellsOf(child, 0) : null
    if (typeof child === 'string' || !cells) {
      hasOthers = true
      open = null
      continue
    }
    if (open?.[0]?.cells.length !== cells.length) {
      open = []
      runs.push(open)
    }
    open.push({ element: child, cells })
  }
  return { runs, hasOthers }
}

function makeTable(table: HtmlElement, rows: readonly Row[]) {
  table.tag = 'table'
  // A role would make it a layout table.
  table.attributes = NO_ATTRIBUTES
  for (const { element, cells } of rows) {
    element.tag = 'tr'
    element.children = cells
    for (const cell of cells) {
      cell.tag = 'td'
      cell.parent = element
    }
  }
}

/** The cells of a row, of which there are two or more, each with a short text; null for anything else. */
function cellsOf(row: HtmlElement, wrappers: number): HtmlElement[] | null {
  if (row.children.length > MAX_ROW_NODES) return null
  const cells = elementsOnly(row)?.filter((cell) => hasText(cell))
  const [first] = cells ?? []
  if (cells?.length === 1 && first?.tag === 'div' && wrappers < MAX_WRAPPERS) return cellsOf(first, wrappers + 1)
  if (!cells || cells.length < 2 || cells.length > MAX_GRID_COLUMNS) return null
  return cells.every((cell, n) => CELLS.has(cell.tag) && isShortText(cell, n === 0 ? CELLS : VALUES)) ? cells : null
}

/** The elements in `element`; null if there is text between them. */
function elementsOnly({ children }: HtmlElement): HtmlElement[] | null {
  const elements: HtmlElement[] = []
  for (const child of children) {
    if (typeof child === 'object') elements.push(child)
    else if (child.trim() !== '') return null
  }
  return elements
}

/**
 * True for a short text in a few elements, all of which have one of `tags`. Pictures and other elements without text
 * may be between.
 */
export function isShortText(root: HtmlElement, tags: ReadonlySet<string>): boolean {
  let length = 0
  let nodes = 0
  let emptyNodes = 0
  const pending = [root]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) {
      if (!hasText(child)) {
        if (++emptyNodes > MAX_EMPTY_NODES) return false
        continue
      }
      nodes++
      if (typeof child === 'string') length += child.trim().length
      else if (!tags.has(child.tag)) return false
      else pending.push(child)
      if (nodes > MAX_SHORT_NODES || length > MAX_SHORT_CHARACTERS) return false
    }
  }
  return length > 0
}
