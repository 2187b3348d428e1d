/** Turns elements that only look like a table (rows of divs or items, Javadoc) or have the roles of one (ARIA) into tables. */
import { NO_ATTRIBUTES, type HtmlElement } from '#server/extraction/html/html-element.ts'
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

/** Changes the tree below `body`. */
export function markTables(body: HtmlElement) {
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
const CELLS = new Set(['div', 'span', 'p', 'b', 'strong', 'em', 'small', 'time'])

/** Price lists and opening hours are often divs, or items of a list, with the same few cells in each. */
function markGrid(grid: HtmlElement, rowTag: string) {
  const rows = elementsOnly(grid)
  if (!rows || rows.length < MIN_GRID_ROWS || rows.some(({ tag }) => tag !== rowTag)) return
  const cellsByRow = rows.map(elementsOnly)
  const width = cellsByRow[0]?.length ?? 0
  if (width < 2 || width > MAX_GRID_COLUMNS) return
  for (const cells of cellsByRow) {
    if (cells?.length !== width || !cells.every((cell) => CELLS.has(cell.tag) && isShortText(cell, CELLS))) return
  }
  grid.tag = 'table'
  // A role would make it a layout table.
  grid.attributes = NO_ATTRIBUTES
  for (const [n, row] of rows.entries()) {
    row.tag = 'tr'
    for (const cell of cellsByRow[n] ?? []) cell.tag = 'td'
  }
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

/** True for a short text in a few elements, all of which have one of `tags`. */
export function isShortText(root: HtmlElement, tags: ReadonlySet<string>): boolean {
  let length = 0
  let nodes = 0
  const pending = [root]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) {
      nodes++
      if (typeof child === 'string') length += child.trim().length
      else if (!tags.has(child.tag) && child.tag !== 'br') return false
      else pending.push(child)
      if (nodes > MAX_SHORT_NODES || length > MAX_SHORT_CHARACTERS) return false
    }
  }
  return length > 0
}
