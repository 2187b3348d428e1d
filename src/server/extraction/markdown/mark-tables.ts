/** Turns elements that only look like a table (Javadoc) or have the roles of one (ARIA) into tables. */
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
      }
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
