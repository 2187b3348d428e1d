/** A place of an answer: the block of a page that holds the answering sentences, verbatim. */
import { definedTermsEnd } from '#server/platform/text/definitions.ts'
import { parseBlocks, type Block } from '#server/platform/text/parse-blocks.ts'
import type { SourcePassage } from '#server/engines/engine.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { dependsOnPrevious, introducesNext } from './sentence-cues.ts'

export type Place = {
  passage: SourcePassage
  /** Page title and headings, outermost first, each once. */
  path: string[]
  /** Sentences of the passage that answer, in page order. */
  answering: RankedSentence[]
  /** Parts of `passage.text` in order; text between two parts is left out. */
  parts: { start: number; end: number }[]
  /** The verbatim words of the passage that the place is cited for, if they are not one of its sentences. */
  claim?: string
  /** The header of the table that the passage starts in the middle of. */
  tableHeader?: string
}

/** Characters. A shorter place gets neighbouring blocks; a list, table or code block above the maximum is cut. */
const MIN_LENGTH = 800
const MAX_LENGTH = 1200
/** Instead of MAX_LENGTH when the question asks for a list. */
const MAX_LIST_LENGTH = 3000
/**
 * A gap of at most so many characters between two shown blocks is filled: to read on is easier than to guess. A longer one
 * is filled if it fits MAX_LENGTH with both.
 */
const MAX_GAP_LENGTH = 300

/** Consecutive items of one list, rows of one table, or a single other block. */
type Unit = { kind: Block['kind']; blocks: Block[]; start: number; end: number }

export function createPlace(
  passage: SourcePassage,
  answering: RankedSentence[],
  { wantsList }: { wantsList: boolean },
): Place {
  const { text } = passage
  const units = unitsOf(text).filter((unit) => unit.kind !== 'heading' && !isTableOfContents(textOf(unit, text)))
  const inOrder = answering.toSorted((a, b) => a.span.start - b.span.start)
  const isAnswering = ({ start, end }: { start: number; end: number }) =>
    inOrder.some(({ span }) => span.start < end && span.end > start)
  const shown = new Set<number>()
  for (const [n, unit] of units.entries()) if (isAnswering(unit)) shown.add(n)
  if (shown.size === 0 && units.length > 0) shown.add(0)
  for (const n of [...shown]) addIntroduction(units, shown, n, text)
  fillGaps(units, shown)
  extend(units, shown, text)
  const parts = [...shown]
    .sort((a, b) => a - b)
    .flatMap((n) => cutUnit(units[n], isAnswering, wantsList ? MAX_LIST_LENGTH : MAX_LENGTH))
  return { passage, path: pathOf(passage), answering: inOrder, parts: mergeAdjacent(parts, text) }
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
    const isTable = (kind: Block['kind']) => kind === 'table-row' || kind === 'rule'
    const continues =
      last &&
      ((block.kind === 'list-item' && last.kind === 'list-item') ||
        (isTable(block.kind) && last.kind === 'table-row') ||
        (block.kind === 'paragraph' && last.kind === 'list-item' && /^[ \t]/.test(text.slice(block.start, block.end))))
    if (continues) {
      last.blocks.push(block)
      last.end = block.end
    } else if (block.kind !== 'rule')
      units.push({ kind: block.kind, blocks: [block], start: block.start, end: block.end })
  }
  return units
}

/** A paragraph that introduces a list, table or code belongs together with it. */
function addIntroduction(units: Unit[], shown: Set<number>, n: number, text: string): void {
  const introduces = (unit: Unit | undefined) => unit?.kind === 'paragraph' && introducesNext(textOf(unit, text))
  const unit = units[n]
  if (unit && unit.kind !== 'paragraph' && units[n - 1]?.kind === 'paragraph') shown.add(n - 1)
  if (introduces(units[n - 1])) shown.add(n - 1)
  // "This converts the list into a set" follows the code that it explains.
  const explains = unit?.kind === 'paragraph' && dependsOnPrevious(textOf(unit, text))
  if (explains && units[n - 1]?.kind === 'code') shown.add(n - 1)
  if (introduces(unit) && units[n + 1]) shown.add(n + 1)
}

function fillGaps(units: Unit[], shown: Set<number>): void {
  const inOrder = [...shown].sort((a, b) => a - b)
  for (const [i, n] of inOrder.entries()) {
    const next = inOrder[i + 1] ?? n
    const gap = units.slice(n + 1, next)
    const length = gap.reduce((sum, { start, end }) => sum + end - start, 0)
    const withBoth = (units[next]?.end ?? 0) - (units[n]?.start ?? 0)
    if (length <= MAX_GAP_LENGTH || withBoth <= MAX_LENGTH)
      for (let missing = n + 1; missing < next; missing++) shown.add(missing)
  }
}

const textOf = ({ start, end }: Unit, text: string) => text.slice(start, end).trimEnd()

/** Adds the next, then the previous blocks while the place is short. The definition of another term is left out. */
function extend(units: Unit[], shown: Set<number>, text: string): void {
  const lengthOf = (n: number) => (units[n] ? units[n].end - units[n].start : Infinity)
  let length = [...shown].reduce((sum, n) => sum + lengthOf(n), 0)
  for (;;) {
    const next = Math.max(...shown) + 1
    const previous = Math.min(...shown) - 1
    const definesAnother = units[next]?.blocks.some((block) => definedTermsEnd(text, block) !== null)
    const neighbours = definesAnother ? [previous] : [next, previous]
    const candidate = neighbours.find((n) => length + lengthOf(n) <= MAX_LENGTH)
    if (length >= MIN_LENGTH || candidate === undefined) return
    shown.add(candidate)
    length += lengthOf(candidate)
  }
}

/** A unit above `maxLength` keeps its first item or table header, the answering blocks and their neighbours. */
function cutUnit(
  unit: Unit | undefined,
  isAnswering: (span: Block) => boolean,
  maxLength: number,
): { start: number; end: number }[] {
  if (!unit) return []
  if (unit.end - unit.start <= maxLength || unit.blocks.length === 1) return [unit]
  const answers = unit.blocks.map(isAnswering)
  // The row below the header of a table is the delimiter row; without one, the header is in an earlier passage.
  const hasHeader = unit.blocks[1]?.kind === 'rule'
  const firstBlocks = unit.kind !== 'table-row' ? 1 : hasHeader ? 2 : 0
  return unit.blocks.filter((_, n) => n < firstBlocks || answers[n] || answers[n - 1] || answers[n + 1])
}

/** Joins parts with only white space between them. */
function mergeAdjacent(parts: { start: number; end: number }[], text: string): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of parts) {
    const last = merged.at(-1)
    if (last && text.slice(last.end, start).trim() === '') last.end = end
    else merged.push({ start, end })
  }
  return merged
}

/**
 * Page title and headings, outermost first. A page often repeats its title as a heading: "git-stash(1) Manual Page", or a
 * heading in its title: "Glossary — Manual 3.2".
 */
export function pathOf({ pageTitle, headingPath }: SourcePassage): string[] {
  const isHeading = (heading: string) =>
    pageTitle.startsWith(heading) && /^\s*[—–|·:-]/.test(pageTitle.slice(heading.length))
  const title = headingPath.some(isHeading) ? '' : pageTitle
  const headings = headingPath.filter((heading) => title === '' || !heading.startsWith(title))
  return [title, ...headings].filter((name, n, all) => name !== '' && all.indexOf(name) === n)
}
