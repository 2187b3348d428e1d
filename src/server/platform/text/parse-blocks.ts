/** Parses a page's Markdown into blocks, line by line. Blocks are spans into the text, which stays unchanged. */

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'rule'

/** `text.slice(start, end)` is the block with its markers (`#`, `-`, `|`, fences), without the final line break. */
export type Block = {
  kind: BlockKind
  start: number
  end: number
  /** Where the text after the markers starts. */
  textStart: number
  /** 1 to 6 for a heading, 0 otherwise. */
  level: number
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+/
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const TABLE_ROW = /^[ \t]*\|/
const RULE = /^(?:[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})|(?=[:\- \t]*\|)[|:\- \t]+)$/
const QUOTE = /^[ \t]*(?:>[ \t]?)+/
/** A blank line of a quotation. */
const EMPTY_QUOTE = /^[ \t]*>[> \t]*$/
/** Code and headings of a quotation are lines of its paragraph. */
const QUOTED_FENCE = /^[ \t]*>[> \t]*(?:`{3}|~{3})/
const QUOTED_HEADING = /^[ \t]*>[> \t]*#{1,6}[ \t]/

export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let fence: string | null = null
  /** What a blank line of a quotation does not end. */
  let isInQuotedCode = false
  let isQuotedHeading = false

  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, end)
    open = parseLine(line, start, end)
    start = end + 1
  }
  return blocks

  /** Extends the open block or begins a new one. Returns the block that the next line may continue, if any. */
  function parseLine(line: string, start: number, end: number): Block | null {
    const fenceMarker = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (open) open.end = end
      if (fenceMarker?.startsWith(fence) && line.trim() === fenceMarker) fence = null
      return fence === null ? null : open
    }
    if (fenceMarker) {
      fence = fenceMarker
      return begin('code', start, end, start)
    }
    if (line.trim() === '') return null

    const heading = HEADING.exec(line)
    if (heading) {
      begin('heading', start, end, start + heading[0].length, heading[1]?.length ?? 1)
      return null
    }
    if (RULE.test(line)) {
      begin('rule', start, end, end)
      return null
    }
    if (TABLE_ROW.test(line)) {
      begin('table-row', start, end, start)
      return null
    }
    if (EMPTY_QUOTE.test(line)) return isInQuotedCode || isQuotedHeading ? open : null
    const item = LIST_ITEM.exec(line)
    if (item) return begin('list-item', start, end, start + item[0].length)
    isInQuotedCode = QUOTED_FENCE.test(line) ? !isInQuotedCode : isInQuotedCode && open !== null
    isQuotedHeading = QUOTED_HEADING.test(line)
    if (open) {
      open.end = end
      return open
    }
    return begin('paragraph', start, end, start + (QUOTE.exec(line)?.[0].length ?? 0))
  }

  function begin(kind: BlockKind, start: number, end: number, textStart: number, level = 0): Block {
    const block = { kind, start, end, textStart, level }
    blocks.push(block)
    return block
  }
}

/** The end of a cell in a table row; not a bar in its text. */
export const CELL_END = /(?<!\\)\|/

/** The texts of the cells of a table row, trimmed. */
export function splitCells(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return cells.split(CELL_END).map((cell) => cell.trim())
}
