/** Headers for table rows that are shown without the start of their table. Without one, Markdown shows bare pipes. */
import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { parseBlocks, splitCells, type Block } from '#server/platform/text/parse-blocks.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { fold, type Stemmer } from '#server/platform/text/stemmer.ts'

/** The header and its rule of the table that `passage` starts in the middle of; '' if there is none. */
export function headerBefore(passage: SourcePassage, pagePassages: readonly PagePassage[]): string {
  const blocks = parseBlocks(passage.text)
  if (blocks[0]?.kind !== 'table-row' || blocks[1]?.kind === 'rule') return ''
  const position = pagePassages.findIndex(({ id }) => id === passage.id)
  for (const { text } of pagePassages.slice(0, Math.max(0, position)).toReversed()) {
    const table = tableAtEnd(parseBlocks(text))
    const rule = table.findIndex(({ kind }) => kind === 'rule')
    const header = table[rule - 1]
    if (header) return text.slice(header.start, table[rule]?.end)
    const isWholePassage = table.length > 0 && table[0]?.start === 0
    if (!isWholePassage) return ''
  }
  return ''
}

/** The column that a question names beside the row: 2 for "Pro" in "How much is Pro?"; null for none or several. */
export function askedColumn(header: string, question: string, toTerm: Stemmer): number | null {
  const termsOf = (text: string) => splitWords(text).map(({ text: word }) => toTerm(fold(word)))
  const asked = new Set(termsOf(question))
  const isAsked = (cell: string) => {
    const terms = termsOf(cell)
    return terms.length > 0 && terms.every((term) => asked.has(term))
  }
  const columns = splitCells(header).flatMap((cell, column) => (column > 0 && isAsked(cell) ? [column] : []))
  return columns.length === 1 ? (columns[0] ?? null) : null
}

/** The header of the table in `text` whose row starts at `start`: `tableHeader` if it is not in the text. */
export function headerOf(text: string, start: number, tableHeader: string): string {
  const above = parseBlocks(text.slice(0, start))
  const table = tableAtEnd(above)
  const header = table[table.findIndex(({ kind }) => kind === 'rule') - 1]
  if (header) return text.slice(header.start, header.end)
  return table.length === above.length ? (tableHeader.split('\n')[0] ?? '') : ''
}

function tableAtEnd(blocks: readonly Block[]): Block[] {
  const start = blocks.findLastIndex(({ kind }) => kind !== 'table-row' && kind !== 'rule') + 1
  return blocks.slice(start)
}

/** The rows with `header`, or with an empty one if `header` has another number of columns. */
export function withHeader(rows: string, header: string): string {
  const [first = ''] = rows.split('\n')
  const columns = countColumns(first)
  if (header !== '' && countColumns(header.split('\n')[0] ?? '') === columns) return `${header}\n${rows}`
  return `|${'  |'.repeat(columns)}\n|${' --- |'.repeat(columns)}\n${rows}`
}

/** A row that stands for the ones left out. */
export function omittedRows(row: string): string {
  return `|${' … |'.repeat(countColumns(row))}`
}

const countColumns = (row: string) => (row.trim().match(/(?<!\\)\|/g)?.length ?? 2) - 1
