/** Notes that are drawn with a table in a cell of another table: DocBook's "Note" with its picture. */
import { type HtmlElement, isSpace } from './html-element.ts'
import { hasWord } from './html-head.ts'

const NOTES = ['note', 'tip', 'warning', 'caution', 'important']

/** Changes the tree: the note's title and text replace its table, so that the table around it keeps its rows. */
export function unwrapNotes(element: HtmlElement, isInCell = false) {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const table = isInCell && child.tag === 'div' ? tableOfNote(child) : null
    if (table) unwrap(child, table)
    unwrapNotes(child, isInCell || child.tag === 'td')
  }
}

function tableOfNote(element: HtmlElement): HtmlElement | null {
  if (!NOTES.some((name) => hasWord(element.attributes['class'], name))) return null
  const [only, ...others] = element.children.filter((node) => !isSpace(node))
  return typeof only === 'object' && only.tag === 'table' && others.length === 0 ? only : null
}

function unwrap(note: HtmlElement, table: HtmlElement) {
  const cells = cellsOf(table)
  const title = cells.find(({ tag }) => tag === 'th')
  if (title) title.children.push(': ')
  note.children = cells
  for (const cell of cells) {
    cell.tag = cell === title ? 'span' : 'div'
    cell.parent = note
  }
}

/** Not those of tables in its cells. */
function cellsOf({ children }: HtmlElement): HtmlElement[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.tag === 'td' || child.tag === 'th' ? [child] : cellsOf(child)
  })
}
