/**
 * Renders a place of an answer as Markdown: its path, then the block as a quotation with the cited sentence bold and the
 * others that answer in italics.
 */
import { literalMarkdown, mapMarkdownLines } from '#shared/chat/literal-markdown.ts'
import { escapeMarkdown } from '#shared/escape-markdown.ts'
import { isNoteTitle } from '#server/platform/text/definitions.ts'
import type { SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { CELL_END, parseBlocks } from '#server/platform/text/parse-blocks.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import type { Place } from './answer-place.ts'
import { askedColumn, headerOf, omittedRows, withHeader } from './table-header.ts'

const PATH_SEPARATOR = ' › '
const OMISSION = '…'

export function renderPath({ path }: Place): string {
  return `**${path.map(escapeMarkdown).join(PATH_SEPARATOR)}**`
}

/** The verbatim words that a place is cited for: its best sentence, or its first part. */
export function claimOf({ passage, answering, parts, claim }: Place): string {
  if (claim !== undefined) return claim
  const [best] = answering.toSorted((a, b) => b.score - a.score)
  if (best) return best.text
  const [part] = parts
  return part ? passage.text.slice(part.start, part.end) : ''
}

/** `question` says which column of a table is asked for. */
export function renderPlace(place: Place, question: string): string {
  let text = ''
  for (const part of place.parts) {
    const rendered = withoutTerm(trimmed(markAnswers(place, part, question)), place)
    text = text === '' ? renderFirst(rendered, place) : joinAfterGap(text, rendered)
  }
  return quoteLines(withoutNoteTitle(text).split('\n')).join('\n')
}

/** Drops "Note" at the end, which is the title of what is not shown. */
function withoutNoteTitle(text: string): string {
  const end = text.lastIndexOf('\n\n')
  // In italics if its word is one of the question.
  const last = text
    .slice(end)
    .trim()
    .replace(/^\*(?!\*)|(?<!\*)\*$/g, '')
  return end !== -1 && isNoteTitle(last) ? withoutNoteTitle(text.slice(0, end)) : text
}

function renderFirst(part: string, { tableHeader = '' }: Place): string {
  return startsInTable(part) ? withHeader(part, literalMarkdown(tableHeader)) : part
}

/** Shows that text is left out: inside a table by a row, otherwise by a paragraph. */
function joinAfterGap(text: string, part: string): string {
  const isInTable = startsInTable(part)
  const continuesTable = isInTable && TABLE_ROW.test(lastLine(text))
  if (continuesTable) return `${text}\n${omittedRows(lastLine(text))}\n${part}`
  return `${text}\n\n${OMISSION}\n\n${isInTable ? withHeader(part, '') : part}`
}

const TABLE_ROW = /^\s*\|/
const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1)

/** True if the first line is a row and no header of a table: "| 40P01 | deadlock_detected |". */
function startsInTable(text: string): boolean {
  const [first, second] = parseBlocks(text)
  return first?.kind === 'table-row' && second?.kind !== 'rule'
}

/**
 * Without the indentation of the first line, which is that of the list item that it is in. A no-break space at the
 * start stays: it says that "# of items" is no heading.
 */
function trimmed(text: string): string {
  const [first = '', ...rest] = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n')
  const indentation = /^[^\S\u00a0]*/.exec(first)?.[0] ?? ''
  const lines = rest.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
  return [first.slice(indentation.length), ...lines].join('\n')
}

/** A defined term on a separate line is already the end of the path. */
function withoutTerm(text: string, { path }: Place): string {
  const [first = '', ...rest] = text.split('\n')
  return rest.length > 0 && first.trim() === literalMarkdown(path.at(-1) ?? '') ? trimmed(rest.join('\n')) : text
}

/** "| a | b |", "> quoted". */
const ROW_OR_QUOTE = /^\s*[|>]/
/** "- item", "1. item", "| a |", "```"; not "1 item" or "1.2. Section". */
const BLOCK_START = /^(?:[-*+|>]|\d+[.)](?!\d)|```|~~~)/

/** Lines of a paragraph stay lines: two spaces at the end are a line break in Markdown. */
function quoteLines(lines: string[]): string[] {
  return mapMarkdownLines(lines, (line, isCode, n) => {
    const next = lines[n + 1]?.trim() ?? ''
    const isBetweenLines = line.trim() !== '' && next !== ''
    const breaks = !isCode && isBetweenLines && !ROW_OR_QUOTE.test(line) && !BLOCK_START.test(next)
    const text = isCode ? line : escapeMarkers(line)
    return `> ${text.trimEnd()}${breaks ? '  ' : ''}`.replace(/^> $/, '>')
  })
}

/** "[3]" of a page, as references in Wikipedia, is no marker of the answer. Code stays as it is. */
export function escapeMarkers(line: string): string {
  const parts = line.split(/(`[^`]*`)/)
  return parts.map((part, n) => (n % 2 === 0 ? part.replace(/(?<!\\)\[(?=\d{1,4}\])/g, '\\[') : part)).join('')
}

/** Bold cannot span lines, code or cells, so only what is on one line is marked, a table row cell by cell. */
function markAnswers(place: Place, { start, end }: { start: number; end: number }, question: string): string {
  const { passage, answering, tableHeader = '' } = place
  const cited = claimOf(place)
  let marked = ''
  let from = start
  for (const { span, text: sentence } of answering) {
    const text = passage.text.slice(span.start, span.end)
    // A strong text inside would end that of the sentence.
    if (/\n|\*\*/.test(literalMarkdown(text)) || span.start < from || span.end > end) continue
    const isCited = cited.includes(sentence)
    if (!MARKED_KINDS.has(span.kind)) continue
    const inner = withoutTouchingPunctuation(passage.text, span)
    const mark = isCited ? '**' : '*'
    const innerText = literalMarkdown(passage.text.slice(inner.start, inner.end))
    const isRow = span.kind === 'table-row'
    const toTerm = stemmerFor(passage.found?.language ?? '')
    const column = isRow ? askedColumn(headerOf(passage.text, span.start, tableHeader), question, toTerm) : null
    marked +=
      literalMarkdown(passage.text.slice(from, inner.start)) +
      (isRow ? wrapCells(innerText, mark, column) : wrap(innerText, mark))
    from = inner.end
  }
  return marked + literalMarkdown(passage.text.slice(from, end))
}

/**
 * In Chinese and Japanese no space separates sentences: "**一。**二" is not bold in Markdown, since a mark between
 * punctuation and a letter ends nothing, and "**一**。二" is.
 */
function withoutTouchingPunctuation(text: string, { start, end }: SentenceSpan): { start: number; end: number } {
  const sentence = text.slice(start, end)
  const isTouchedBefore = /\S/.test(text.charAt(start - 1))
  const isTouchedAfter = /\S/.test(text.charAt(end))
  const before = isTouchedBefore ? (/^[\p{P}\p{S}]+(?=.)/u.exec(sentence)?.[0].length ?? 0) : 0
  const after = isTouchedAfter ? (/(?<=.)[\p{P}\p{S}]+$/u.exec(sentence)?.[0].length ?? 0) : 0
  return before + after < sentence.length ? { start: start + before, end: end - after } : { start, end }
}

const wrap = (text: string, mark: string) => text.replace(/^(\s*)(.*\S)(\s*)$/, `$1${mark}$2${mark}$3`)
const MARKED_KINDS: ReadonlySet<SentenceSpan['kind']> = new Set(['sentence', 'list-item', 'table-row'])

/** Marks all cells, or only the first one, which names the row, and that of `column`. */
function wrapCells(row: string, mark: string, column: number | null): string {
  const before = row.trimStart().startsWith('|') ? 1 : 0
  const isMarked = (cell: number) => column === null || cell === 0 || cell === column
  return row
    .split(CELL_END)
    .map((cell, n) => (isMarked(n - before) ? wrap(cell, mark) : cell))
    .join('|')
}
