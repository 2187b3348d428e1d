/** Parses preformatted text, such as a manual page, an RFC or a mail: its indentation tells what belongs together. */

import type { EndLine } from './hyphenation.ts'

/** A line without its indentation, tabs as spaces. */
export type Line = { indent: number; text: string }

/** A `row` has a term and beside it, from `column` on, its text: `lines[0]` is the term. */
type UnitKind = 'heading' | 'term' | 'row' | 'item' | 'quotation' | 'code' | 'text'
export type Unit = { kind: UnitKind; lines: Line[]; column: number; isAfterBlank: boolean }
type UnitStart = Omit<Unit, 'isAfterBlank'>

const TAB_WIDTH = 8
/** Longer lines are not laid out for a printer or a terminal. */
const MAX_LINE_LENGTH = 200
const MAX_HEADING_LENGTH = 76
const MAX_TERM_LENGTH = 76
/** More lines above a definition are rather code. */
const MAX_TERMS = 6
/** The lines of a paragraph are not all shorter. */
const MIN_LINE_WIDTH = 40
/** A longer text is judged by its start, which also keeps the patterns for words from overflowing. */
const MAX_JUDGED_LENGTH = 400
const MIN_WORDS = 4
/** Commands consist of words too, but rarely begin with a capital or end as sentences do. */
const MIN_WORD_SHARE = { sentence: 0.55, other: 0.75 }

const WORD = /^["'“‘«„([]{0,2}\p{L}+(?:['’-]\p{L}+)*-?["'”’»“)\]]{0,2}[.,;:!?]?["'”’»“)\]]{0,2}$/u
const UNSPACED_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{8}/u
export const SENTENCE_END = /(?:[.!?:]|[。！？：])['"”’)]?$/
/** Between the columns of a table; justified text has narrower ones. */
const WIDE_GAP = /\S {5,}\S/
/** "-n     print": the term of a row with the gap after it. */
const GAP = /^\S(?:.{0,58}?\S)?\s{2,}(?=\S)/
/** "Introduction . . . . . . 2" */
const LEADERS = /(?:\. ?){5}/
/** "$ tar -x" */
const PROMPT = /^[$%] \S/
const SEPARATOR = /^(?:[=_*~^-]{4,}|(?:[-*=] ){4,}[-*=]?)$/
const ITEM = /^(?:[-*+•·]\s+|o {2,}|\d{1,3}[.)]\s+)\S/
/** "--help Output a usage message", "-m NUM, --max-count=NUM Stop" */
const OPTION = /^--?[\w?-]+(?:[ =,|]+(?:--?[\w-]+|[A-Z_]{2,}|<[\w-]+>|\[[^\s\]]+\]))* +(?=\p{Lu}\p{Ll}+ )/u
/** "Fielding & Reschke           Standards Track                    [Page 7]" */
const PAGE_NUMBER = /^\S.*\s{3,}.*\[Page [\divx]+\]$/
/** "RFC 7230           HTTP/1.1 Message Syntax and Routing         June 2014" */
const PAGE_HEADER = /^RFC \d+\s{3,}.*\s{3,}\S+ \d{4}$/

/** Null stands for a blank line. Headers and footers of printed pages are left out. */
export function linesOf(text: string): (Line | null)[] {
  const lines: (Line | null)[] = []
  // A page of an RFC may be an element of its own.
  let isPageBreak = true
  for (const raw of text.replaceAll('\r', '').replaceAll('\f', '\n').split('\n')) {
    const line = withoutTabs(raw).trimEnd()
    const indent = line.search(/\S/)
    const isShort = line.length <= MAX_LINE_LENGTH
    const isPageNumber = isShort && PAGE_NUMBER.test(line)
    isPageBreak ||= isPageNumber
    if (isPageNumber || (isPageBreak && (indent === -1 || (isShort && PAGE_HEADER.test(line))))) continue
    if (isPageBreak) {
      const blanks = lines.splice(lines.findLastIndex(Boolean) + 1)
      const isContinued = lines.at(-1)?.indent === indent && /^\p{Ll}/u.test(line.slice(indent))
      if (blanks.length > 0 && !isContinued) lines.push(null)
      isPageBreak = false
    }
    lines.push(indent === -1 ? null : { indent, text: line.slice(indent) })
  }
  return lines
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  return line.split('\t').reduce((spaced, part) => spaced + ' '.repeat(TAB_WIDTH - (spaced.length % TAB_WIDTH)) + part)
}

/** @param bodyIndent the column where paragraphs begin */
export function unitsOf(lines: readonly (Line | null)[], bodyIndent: number): Unit[] {
  const units: Unit[] = []
  let isAfterBlank = true
  let isAfterSeparator = false
  for (const [index, line] of lines.entries()) {
    if (!line) {
      isAfterBlank = true
      continue
    }
    const last = units.at(-1)
    if (SEPARATOR.test(line.text)) {
      const [above] = last?.lines ?? []
      const isUnderline = !isAfterBlank && above !== undefined && last?.lines.length === 1 && mayBeHeading(above)
      if (isUnderline) last.kind = 'heading'
      isAfterSeparator = !isUnderline
      isAfterBlank = true
      continue
    }
    const next = lines[index + 1] ?? null
    if (last && !isAfterBlank && continues(line, next, last)) last.lines.push(line)
    else {
      const isTitle = isAfterSeparator ? !next : mayBeHeading(line) && isSetOff(line, next, bodyIndent)
      const heading: UnitStart = { kind: 'heading', lines: [line], column: 0 }
      const unit = { ...(isAfterBlank && isTitle ? heading : startUnit(line, next, last)), isAfterBlank }
      if (isAfterBlank && (unit.kind === 'term' || unit.kind === 'text') && opensCode(lines, index)) unit.kind = 'code'
      // Several terms with one definition.
      if (unit.kind === 'term' && !isAfterBlank && last?.kind === 'text' && areNames(last.lines, line))
        last.kind = 'term'
      if (unit.kind === 'term' || unit.kind === 'row') joinOptions(units, unit)
      units.push(unit)
    }
    isAfterBlank = false
    isAfterSeparator = false
  }
  return units
}

/** "jq -r '", "awk 'BEGIN {", "main() {", "make \\" */
const OPEN_AT_END = /(?:[({[\\|]|\s["'])$/
const QUOTATION_MARK = /(?<!\p{L})'|'(?!\p{L})/gu

/** True for a command whose quotation or bracket ends on a line below it: all lines up to the blank one are code. */
function opensCode(lines: readonly (Line | null)[], index: number): boolean {
  const [first, next] = [lines[index], lines[index + 1]]
  if (!first || !next || next.indent < first.indent || isProse(first.text)) return false
  if (OPEN_AT_END.test(first.text)) return true
  const end = lines.indexOf(null, index)
  return isQuotationOpen(first) && lines.slice(index + 1, end === -1 ? undefined : end).some(isQuotationOpen)
}

const isQuotationOpen = (line: Line | null) =>
  line !== null && (line.text.slice(0, MAX_JUDGED_LENGTH).match(QUOTATION_MARK)?.length ?? 0) % 2 === 1

/** An option alone between blank lines, right above another one, has the same definition. */
function joinOptions(units: readonly Unit[], unit: Unit) {
  const isOption = ({ text }: Line) => text.startsWith('-') && isName(text)
  const indent = unit.lines[0]?.indent
  let below = unit
  for (const above of units.slice(-MAX_TERMS).toReversed()) {
    const [line, ...more] = above.lines
    const isAlone = above.kind === 'text' && above.isAfterBlank && more.length === 0
    if (!below.isAfterBlank || !isAlone || !line || line.indent !== indent || !isOption(line)) return
    if (!below.lines[0]?.text.startsWith('-')) return
    above.kind = 'term'
    below.isAfterBlank = false
    below = above
  }
}

const mayBeHeading = ({ text }: Line) =>
  text.length <= MAX_HEADING_LENGTH &&
  /\p{L}{3}/u.test(text) &&
  !/^[-*>$#%]|[.,;:!?>)\]}]$|\s{3}/.test(text) &&
  !LEADERS.test(text)

/** True for a line left of the paragraphs, and for one in capitals by itself. */
function isSetOff({ indent, text }: Line, next: Line | null, bodyIndent: number): boolean {
  if (indent < bodyIndent) return !next || next.indent > indent
  return !next && indent === bodyIndent && !/\p{Ll}/u.test(text)
}

function continues(line: Line, next: Line | null, { kind, lines, column }: Unit): boolean {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last || kind === 'heading' || kind === 'term') return false
  if (kind === 'code') return true
  if (kind === 'quotation') return line.text.startsWith('>')
  if (kind === 'row') return line.indent >= column - 1
  if (line.text.startsWith('>') || ITEM.test(line.text)) return false
  if (kind === 'item') return line.indent > first.indent
  const isInSentence = isProse(last.text) && !SENTENCE_END.test(last.text)
  if (line.indent === last.indent && isInSentence) return true
  if (startUnit(line, next, undefined).kind !== 'text') return false
  if (line.indent === last.indent) return true
  // The first line of a paragraph may be indented, or the others.
  return lines.length === 1 && isInSentence && isProse(line.text)
}

function startUnit(line: Line, next: Line | null, last: Unit | undefined): UnitStart {
  const { indent, text } = line
  const unit = (kind: UnitKind) => ({ kind, lines: [line], column: 0 })
  if (text.startsWith('>')) return unit('quotation')
  if (ITEM.test(text) && !LEADERS.test(text)) return unit('item')
  const row = splitRow(line, next, last)
  if (row) return row
  const isBeforeText = next !== null && next.indent > indent && startsText(next.text)
  return unit(isBeforeText && isName(text) ? 'term' : 'text')
}

const isName = (text: string) =>
  text.length <= MAX_TERM_LENGTH &&
  /[\p{L}\d]/u.test(text) &&
  !/[.,;:!?]$/.test(text) &&
  !isProse(text.replace(/\s+/g, ' '))

const areNames = (lines: readonly Line[], below: Line) =>
  lines.length < MAX_TERMS && lines.every(({ indent, text }) => indent === below.indent && isName(text))

/** "-n     print line numbers": the lines below a row begin in the column of its text. */
function splitRow({ indent, text }: Line, next: Line | null, last: Unit | undefined): UnitStart | null {
  const hanging = next && next.indent > indent ? next.indent - indent : 0
  const isHanging = hanging > 0 && text[hanging - 1] === ' ' && /\S/.test(text[hanging] ?? '')
  const gap = GAP.exec(text) ?? OPTION.exec(text.slice(0, MAX_LINE_LENGTH))
  const start = isHanging && text.startsWith('-') ? hanging : (gap?.[0].length ?? 0)
  if (start === 0) return null
  const rest = text.slice(start)
  const column = indent + start
  const isBelowRow = last?.kind === 'row' && last.column === column
  const isText = start === hanging ? startsText(rest) : isProse(rest) && (isBelowRow || text.startsWith('-'))
  if (!isText && !(isBelowRow && /\p{L}/u.test(rest))) return null
  const term = text.slice(0, start).trimEnd()
  return {
    kind: 'row',
    lines: [
      { indent, text: term },
      { indent: column, text: rest },
    ],
    column,
  }
}

const startsText = (text: string) => isProse(text) || ITEM.test(text) || /^\p{L}+(?:['’-]\p{L}+)*[ ,.]/u.test(text)

export function joined(lines: readonly Line[], endLine: EndLine = (line) => `${line} `): string {
  const texts = lines.map(({ text }, n) => (n === lines.length - 1 ? text : endLine(text, lines[n + 1]?.text ?? '')))
  return texts.join('').replace(/\s+/g, ' ')
}

/** False for code, a table, and a list of short lines. */
export function isParagraph(lines: readonly Line[]): boolean {
  if (lines.some(({ text }) => WIDE_GAP.test(text) || LEADERS.test(text) || PROMPT.test(text))) return false
  const words = joined(lines)
  if (lines.length === 1 && isPhrase(words)) return true
  const isWide = lines.length === 1 || lines.slice(0, -1).some(({ text }) => text.length >= MIN_LINE_WIDTH)
  return isProse(words) && (isWide || lines.every(({ text }) => isProse(text)))
}

/** "Making small changes", "The first field (fs_spec).", "would be:" */
function isPhrase(words: string): boolean {
  const tokens = words.slice(0, MAX_JUDGED_LENGTH).split(' ')
  const others = tokens.filter((token) => !WORD.test(token)).length
  if (/^\p{Lu}/u.test(words) && tokens.length > 2 && SENTENCE_END.test(words)) return others * 2 < tokens.length
  return others === 0 && (/^\p{Lu}/u.test(words) || words.endsWith(':'))
}

/** True for words as in a sentence; false for commands, tables and the like. */
export function isProse(text: string): boolean {
  if (UNSPACED_WORDS.test(text)) return true
  if (WIDE_GAP.test(text)) return false
  const tokens = text.slice(0, MAX_JUDGED_LENGTH).split(/\s+/)
  const words = tokens.filter((token) => WORD.test(token)).length
  const isSentence = /^\p{Lu}/u.test(text) || SENTENCE_END.test(text)
  if (!isSentence && text.includes('://')) return false
  const minimum = isSentence ? MIN_WORD_SHARE.sentence : MIN_WORD_SHARE.other
  return words >= MIN_WORDS && words >= tokens.length * minimum
}
