/** A place of an answer: the block of a page that holds the answering sentences, verbatim. */
import { definedTermsEnd } from '#server/platform/text/definitions.ts'
import { parseBlocks, type Block } from '#server/platform/text/parse-blocks.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import type { SourcePassage } from '#server/engines/engine.ts'
import { isQuestion } from './analyze-passage.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { dependsOnPrevious, endsWithColon, introducesNext } from './sentence-cues.ts'

export type Place = {
  passage: SourcePassage
  /** Page title and headings, outermost first, each once. */
  path: string[]
  /** Sentences of the passage that answer, in page order. */
  answering: RankedSentence[]
  /** Parts of `passage.text` in order; text between two parts is left out. */
  parts: Span[]
  /** The verbatim words of the passage that the place is cited for, if they are not one of its sentences. */
  claim?: string
  /** The header of the table that the passage starts in the middle of. */
  tableHeader?: string
}

/** Characters. A shorter place gets neighboring blocks; a list, table or code block above the maximum is cut. */
const MIN_LENGTH = 800
const MAX_LENGTH = 1200
/** Instead of MAX_LENGTH for a list or steps, when the question asks for them. */
const MAX_LIST_LENGTH = 3000
/**
 * A gap of at most so many characters between two shown blocks is filled: to read on is easier than to guess. A longer one
 * is filled if it fits MAX_LENGTH with both.
 */
const MAX_GAP_LENGTH = 300

/** Consecutive items of one list, rows of one table, or a single other block. */
type Unit = { kind: Block['kind']; blocks: Block[]; start: number; end: number }

type Span = { start: number; end: number }

export function createPlace(
  passage: SourcePassage,
  answering: RankedSentence[],
  { wants, wholeSection = false }: { wants: 'list' | 'steps' | null; wholeSection?: boolean },
): Place {
  const { text } = passage
  const withoutHeadings = unitsOf(text).filter(({ kind }) => kind !== 'heading')
  const withoutContents = withoutHeadings.filter((unit) => !isTableOfContents(textOf(unit, text)))
  // A passage of nothing but a table of contents would otherwise be an empty quotation.
  const units = withoutContents.length > 0 ? withoutContents : withoutHeadings
  const inOrder = answering.toSorted((a, b) => a.span.start - b.span.start)
  const isAnswering = ({ start, end }: Span) => inOrder.some(({ span }) => span.start < end && span.end > start)
  const shown = chooseUnits(units, isAnswering, { text, minLength: wholeSection ? MAX_LENGTH : MIN_LENGTH })
  const isWanted = (unit: Unit) => wants === 'list' || (wants === 'steps' && isNumbered(unit, text))
  const parts = units.flatMap((unit, n) =>
    shown.has(n) ? cutUnit(unit, isAnswering, isWanted(unit) ? MAX_LIST_LENGTH : MAX_LENGTH) : [],
  )
  const whole = withoutOpenEnd(mergeAdjacent(parts, text), text, isAnswering)
  return { passage, path: pathOf(passage), answering: inOrder, parts: whole }
}

/** The indices of the answering units, or of the first one, with what makes them understandable. */
function chooseUnits(
  units: Unit[],
  isAnswering: (unit: Unit) => boolean,
  { text, minLength }: { text: string; minLength: number },
): Set<number> {
  const shown = new Set(units.flatMap((unit, n) => (isAnswering(unit) ? [n] : [])))
  if (shown.size === 0 && units.length > 0) shown.add(0)
  for (const n of [...shown]) addIntroduction(units, shown, n, text)
  fillGaps(units, shown)
  extend(units, shown, { text, minLength })
  return shown
}

/** "8.14.1. Input and Output\n8.14.2. Indexing": the numbered sections of a page. */
function isTableOfContents(text: string): boolean {
  const lines = text.split('\n')
  return lines.length > 1 && lines.every((line) => CONTENTS_LINE.test(line))
}

const CONTENTS_LINE = /^\s*(?:[-*]\s+)?[A-Z\d]+(?:\.\d+)+\.?\s+[^.!?]{1,100}$/

function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  for (const block of parseBlocks(text)) {
    const last = units.at(-1)
    if (last && continuesUnit(block, last, text)) {
      last.blocks.push(block)
      last.end = block.end
    } else if (block.kind !== 'rule') {
      units.push({ kind: block.kind, blocks: [block], start: block.start, end: block.end })
    }
  }
  return units
}

function continuesUnit(block: Block, unit: Unit, text: string): boolean {
  if (unit.kind === 'table-row') return block.kind === 'table-row' || block.kind === 'rule'
  return unit.kind === 'list-item' && (block.kind === 'list-item' || isInItem(block, text))
}

/** An indented paragraph or code block belongs to the list item above it. */
export function isInItem({ kind, start, end }: Block, text: string): boolean {
  return (kind === 'paragraph' || kind === 'code') && /^[ \t]/.test(text.slice(start, end))
}

const isNumbered = ({ kind, start }: Unit, text: string) => kind === 'list-item' && /^\s*\d/.test(text.slice(start))

/** Lines of code that the numbered list below them explains, as AsciiDoc marks them: `git reset --soft HEAD^ <1>`. */
const HAS_ANNOTATIONS = /[ \t](?:<1>|\(1\))[ \t]*$/m

/** Adds the neighbors of unit `n` that belong together with it, such as the paragraph that introduces a list. */
function addIntroduction(units: Unit[], shown: Set<number>, n: number, text: string): void {
  const unit = units[n]
  const previous = units[n - 1]
  if (!unit) return
  const isParagraph = unit.kind === 'paragraph'
  const introduces = (each: Unit) => each.kind === 'paragraph' && introducesNext(textOf(each, text))
  const isAfterCode = previous?.kind === 'code'
  // "This converts the list into a set" follows the code that it explains.
  const explainsCode = isAfterCode && isParagraph && dependsOnPrevious(textOf(unit, text))
  const annotatesCode = isAfterCode && unit.kind === 'list-item' && HAS_ANNOTATIONS.test(textOf(previous, text))
  const followsParagraph = !isParagraph && previous?.kind === 'paragraph'
  const answersQuestion = previous?.kind === 'paragraph' && isQuestion(textOf(previous, text))
  const belongsToPrevious = followsParagraph || answersQuestion || explainsCode || annotatesCode
  if (previous && (belongsToPrevious || introduces(previous))) shown.add(n - 1)
  if (units[n + 1] && introduces(unit)) shown.add(n + 1)
}

/** Shows what is between two shown units, unless it is long. */
function fillGaps(units: Unit[], shown: Set<number>): void {
  const inOrder = [...shown].sort((a, b) => a - b)
  for (const [position, before] of inOrder.entries()) {
    const after = inOrder[position + 1]
    if (after === undefined) return
    const gap = units.slice(before + 1, after)
    const gapLength = gap.reduce((sum, { start, end }) => sum + (end - start), 0)
    const lengthWithBoth = (units[after]?.end ?? 0) - (units[before]?.start ?? 0)
    if (gapLength > MAX_GAP_LENGTH && lengthWithBoth > MAX_LENGTH) continue
    for (let n = before + 1; n < after; n++) shown.add(n)
  }
}

const textOf = ({ start, end }: Unit, text: string) => text.slice(start, end).trimEnd()

/**
 * Adds the next, then the previous units while the place is shorter than `minLength`. The definition of another term is
 * left out.
 */
function extend(units: Unit[], shown: Set<number>, { text, minLength }: { text: string; minLength: number }): void {
  const lengthOf = (n: number) => (units[n] ? units[n].end - units[n].start : Infinity)
  let length = [...shown].reduce((sum, n) => sum + lengthOf(n), 0)
  while (length < minLength) {
    const next = Math.max(...shown) + 1
    const previous = Math.min(...shown) - 1
    const defines = units[next]?.blocks.some((block) => definedTermsEnd(text, block) !== null)
    const definesAnother = defines && !isInIntroducedList(units, shown, next, text)
    const neighbors = definesAnother ? [previous] : [next, previous]
    const added = neighbors.find((n) => length + lengthOf(n) <= MAX_LENGTH)
    if (added === undefined) return
    shown.add(added)
    length += lengthOf(added)
  }
}

/** True if a shown unit introduces what follows it, and all units up to `next` are shown: a list of definitions. */
function isInIntroducedList(units: Unit[], shown: Set<number>, next: number, text: string): boolean {
  for (let n = next - 1; shown.has(n); n--) {
    const unit = units[n]
    if (unit?.kind === 'paragraph' && introducesNext(textOf(unit, text))) return true
  }
  return false
}

/** A unit above `maxLength` keeps its first item or table header, the answering blocks and their neighbors. */
function cutUnit(unit: Unit, isAnswering: (span: Block) => boolean, maxLength: number): Span[] {
  if (unit.end - unit.start <= maxLength || unit.blocks.length === 1) return [unit]
  const answers = unit.blocks.map(isAnswering)
  const firstBlocks = unit.kind === 'table-row' ? headerBlocks(unit) : 1
  return unit.blocks.filter((_, n) => n < firstBlocks || answers[n] || answers[n - 1] || answers[n + 1])
}

/** The header of a table and its delimiter row. Without them, the header is in an earlier passage. */
function headerBlocks({ blocks }: Unit): number {
  return blocks[1]?.kind === 'rule' ? 2 : 0
}

/**
 * Joins parts that overlap or have only white space or the `>` of a quotation between them; `parts` are in the order of
 * their starts.
 */
export function mergeAdjacent(parts: readonly Span[], text: string): Span[] {
  const merged: Span[] = []
  for (const { start, end } of parts) {
    const last = merged.at(-1)
    if (last && /^[>\s]*$/.test(text.slice(last.end, start))) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Drops a last sentence such as "For example:", unless it answers: what it introduces is not shown. */
function withoutOpenEnd(parts: Span[], text: string, isAnswering: (span: Span) => boolean): Span[] {
  const last = parts.at(-1)
  if (!last || !endsWithColon(text.slice(last.start, last.end).trimEnd())) return parts
  const sentence = splitSentences(text).findLast(({ start }) => start < last.end)
  if (!sentence || sentence.kind !== 'sentence' || isAnswering(sentence)) return parts
  const kept = text.slice(last.start, sentence.start).trimEnd()
  const before = parts.slice(0, -1)
  if (kept !== '') return [...before, { start: last.start, end: last.start + kept.length }]
  return before.length > 0 ? before : parts
}

/**
 * Page title and headings, outermost first. A page often repeats its title as a heading: "git-stash(1) Manual Page", or a
 * heading in its title: "Glossary — Manual 3.2", "Manual 3.2 — Glossary"; or its first heading has more words than it.
 */
export function pathOf({ pageTitle: ownTitle, headingPath, found }: SourcePassage): string[] {
  const pageTitle = found?.title ?? ownTitle
  const whole = comparable(pageTitle)
  const isInTitle = (heading: string) => {
    const part = comparable(heading)
    if (part === whole) return true
    if (whole.startsWith(part)) return /^\s*[:-]/.test(whole.slice(part.length))
    return whole.endsWith(part) && /[:-]\s+$/.test(whole.slice(0, -part.length))
  }
  // "mod_dbd" above "Apache Module mod_dbd".
  const isInHeading = hasWords(comparable(headingPath[0] ?? ''), whole)
  const title = isInHeading || headingPath.some(isInTitle) ? '' : pageTitle
  const headings = headingPath.filter((heading) => title === '' || !heading.startsWith(title))
  return [title, ...headings.map(withoutCutArguments)].filter((name, n, all) => name !== '' && all.indexOf(name) === n)
}

/** True if the words are in the text, but not at its start. */
const hasWords = (text: string, words: string) =>
  words !== '' && ` ${text} `.includes(` ${words} `) && !text.startsWith(words)

const comparable = (name: string) => name.toLowerCase().replace(/[—–|·]/g, '-')

/** "read_csv(path, sep=" as "read_csv(…)": passages keep only the start of a long signature. */
function withoutCutArguments(heading: string): string {
  const name = /^[\w.: ]+(?=\()/.exec(heading)?.[0]
  const isCut = heading.split('(').length > heading.split(')').length
  return name !== undefined && isCut ? `${name}(…)` : heading
}
