/** Renders a sentence of an answer verbatim, together with the code block or list that it introduces. */
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import type { RankedSentence } from './rank-sentences.ts'

/** A list at the end of a shorter passage is complete: `splitPassages` ends no passage within a section below this. */
const COMPLETE_PASSAGE_LENGTH = 500
const MAX_LIST_LENGTH = 1200

export type RenderedSentence = {
  text: string
  /** The complete code block or list that the sentence introduces ("as follows:"); '' for none. */
  introduced: string
}

export function renderSentence(sentence: RankedSentence): RenderedSentence {
  return { text: renderLine(sentence), introduced: introducedBlock(sentence) ?? '' }
}

/** True for a sentence ending in a colon whose list or code is missing or cut in the passage. */
export function introducesIncompleteBlock(sentence: RankedSentence): boolean {
  return introducedBlock(sentence) === null
}

/** A table row becomes its cells with the column names; other text stays verbatim, on one line. */
function renderLine({ passage, text, span }: RankedSentence): string {
  if (span.kind !== 'table-row') return text.replace(/\s*\n\s*/g, ' ')
  const cells = cellsOf(text)
  const names = columnNames(passage.text, span.start)
  const rendered = cells.map((cell, column) =>
    column > 0 && names.length === cells.length && cell && names[column] ? `${names[column]}: ${cell}` : cell,
  )
  return rendered.filter((cell) => cell !== '').join(' — ')
}

/** The column names of the table that contains the row; none for the header row and for a table without one. */
function columnNames(text: string, rowStart: number): string[] {
  const lines = text.slice(0, rowStart).split('\n')
  // The last element is the start of the row itself.
  lines.pop()
  const isRow = (line: string | undefined) => line?.trimStart().startsWith('|') ?? false
  let firstRow = lines.length
  while (isRow(lines[firstRow - 1])) firstRow -= 1
  const [header = '', rule = ''] = lines.slice(firstRow)
  return /^[\s|:-]*-[\s|:-]*$/.test(rule) ? cellsOf(header) : []
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** '' if the sentence introduces nothing, null if what it introduces is not completely in the passage. */
function introducedBlock({ passage, span, text }: RankedSentence): string | null {
  if (!/[:：]$/.test(text)) return ''
  const spans = splitSentences(passage.text)
  const index = spans.findIndex((each) => each.start === span.start)
  const next = spans[index + 1]
  if (!next) return null
  if (next.kind === 'code') {
    const code = passage.text.slice(next.start, next.end)
    return /^(`{3,}|~{3,})[\s\S]*\n\s*\1\s*$/.test(code) ? code : null
  }
  if (next.kind !== 'list-item') return null

  let lastItem = index + 1
  while (spans[lastItem + 1]?.kind === 'list-item') lastItem++
  const end = spans[lastItem]?.end ?? next.end
  if (lastItem === spans.length - 1 && passage.text.length >= COMPLETE_PASSAGE_LENGTH) return null
  // From the start of the line, so that the first item keeps its marker.
  const list = passage.text.slice(passage.text.lastIndexOf('\n', next.start) + 1, end)
  return list.length <= MAX_LIST_LENGTH ? list : null
}
