/** How a sentence of an answer is shown: as it stands in the page, with the code or list that it announces. */
import { splitSentences } from '#server/text/sentences.ts'
import type { RankedSentence } from './rank-sentences.ts'

/** A passage shorter than this was not cut at its end: splitting closes none inside a section before it is half full. */
const SURELY_WHOLE = 500
const LONGEST_LIST = 1200

export type ShownSentence = {
  text: string
  /** A whole code block or list that "as follows:" announces; '' for none. */
  announced: string
}

export function showSentence(sentence: RankedSentence): ShownSentence {
  return { text: plainLine(sentence), announced: announcedBy(sentence) ?? '' }
}

/** False for a sentence that announces something which the passage does not hold as a whole. */
export function isWhole(sentence: RankedSentence): boolean {
  return announcedBy(sentence) !== null
}

/** Cells of a table row are told one after the other, each under its column's name; all else stands as it is, on one line. */
function plainLine({ passage, text, span }: RankedSentence): string {
  if (span.kind !== 'table-row') return text.replace(/\s*\n\s*/g, ' ')
  const cells = cellsOf(text)
  const names = columnNames(passage.text, span.start)
  const named = cells.map((cell, at) => (at > 0 && names.length === cells.length && cell && names[at] ? `${names[at]}: ${cell}` : cell))
  return named.filter((cell) => cell !== '').join(' — ')
}

/** The columns of the table that a row stands in; none for its first row, and where the table has no names for them. */
function columnNames(text: string, rowStart: number): string[] {
  const lines = text.slice(0, rowStart).split('\n')
  // The row's own line begins with its bar.
  lines.pop()
  const isRow = (line: string | undefined) => line?.trimStart().startsWith('|') ?? false
  let first = lines.length
  while (isRow(lines[first - 1])) first -= 1
  const [names = '', rule = ''] = lines.slice(first)
  return /^[\s|:-]*-[\s|:-]*$/.test(rule) ? cellsOf(names) : []
}

function cellsOf(row: string): string[] {
  return row.replace(/^\s*\|/, '').replace(/\|\s*$/, '').split('|').map((cell) => cell.trim())
}

/** '' when nothing is announced, null when what is announced is not there as a whole. */
function announcedBy({ passage, span, text }: RankedSentence): string | null {
  if (!/[:：]$/.test(text)) return ''
  const spans = splitSentences(passage.text)
  const at = spans.findIndex((each) => each.start === span.start)
  const next = spans[at + 1]
  if (!next) return null
  if (next.kind === 'code') {
    const code = passage.text.slice(next.start, next.end)
    return /^(`{3,}|~{3,})[\s\S]*\n\s*\1\s*$/.test(code) ? code : null
  }
  if (next.kind !== 'list-item') return null

  let last = at + 1
  while (spans[last + 1]?.kind === 'list-item') last++
  const end = spans[last]?.end ?? next.end
  if (last === spans.length - 1 && passage.text.length >= SURELY_WHOLE) return null
  // From the beginning of the line, so that the first item keeps its mark.
  const list = passage.text.slice(passage.text.lastIndexOf('\n', next.start) + 1, end)
  return list.length <= LONGEST_LIST ? list : null
}
