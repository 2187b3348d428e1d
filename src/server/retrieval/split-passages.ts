/** Splits a page into passages: units of about 1,000 characters for search, quotes and citations. */
import { hash } from 'node:crypto'
import { definedTermsEnd, endsDefinitions, isLoneTerm } from '#server/platform/text/definitions.ts'
import { parseBlocks, type Block } from '#server/platform/text/parse-blocks.ts'
import { splitBlock } from '#server/platform/text/split-sentences.ts'

/** Lengths in characters (UTF-16 code units). */
const TARGET_LENGTH = 1000
/** A block up to this length is not split. */
const MAX_BLOCK_LENGTH = 1300
const MAX_PASSAGE_LENGTH = 2000
const MAX_TERM_LENGTH = 100

/** `content.slice(startOffset, endOffset)` is the passage; `headingPath` holds the headings above it, outermost first. */
export type PassageSpan = { headingPath: string[]; startOffset: number; endOffset: number }

/** The id of a page's passage: a UUID (version 8) made from its offsets, the same each time the page is split. */
export function passageId(pageId: string, { startOffset, endOffset }: PassageSpan): string {
  const digest = hash('sha256', `${pageId} ${startOffset} ${endOffset}`)
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

type Span = { start: number; end: number }

/**
 * The passages of a page's Markdown in order; together they contain all its text. A heading starts a passage and stays
 * with the text below it. Sentences, list items, table rows and code blocks are split only above the maximum length.
 */
export function splitPassages(content: string): PassageSpan[] {
  const collector = createCollector()
  let previousEnd = 0
  const contentEnd = content.trimEnd().length
  const blocks = parseBlocks(content)
  for (const [n, block] of blocks.entries()) {
    const whole = trim(content, block)
    if (!whole) continue
    const isSeparated = endsDefinitions(content.slice(previousEnd, whole.start))
    if (isSeparated) collector.endDefinition()
    previousEnd = whole.end
    if (block.kind === 'heading') {
      collector.startSection(block.level, headingText(content, block))
      for (const span of splitLongSpan(content, whole)) collector.addHeading(span)
      continue
    }
    const isLone = isSeparated && whole.end < contentEnd && isLoneTerm(content, block)
    const term = isLone ? content.slice(block.textStart, block.end).trim() : definedTermOf(content, block)
    if (term) collector.startDefinition(term)
    const maxBlockLength = block.kind === 'code' ? MAX_PASSAGE_LENGTH : MAX_BLOCK_LENGTH
    if (whole.end - whole.start <= maxBlockLength) {
      const maxLength = collector.isHalfFull() ? TARGET_LENGTH : MAX_BLOCK_LENGTH
      collector.add(whole, maxLength, endOfFirstRow(blocks, n) ?? endOfLabeled(content, blocks, n))
    } else {
      for (const span of splitLongBlock(content, block, whole)) collector.add(span, TARGET_LENGTH)
    }
  }
  return collector.finish()
}

/** Joins the spans of a page to passages. One passage at a time is open: the next span may be added to it. */
function createCollector() {
  const passages: PassageSpan[] = []
  const headings: { level: number; text: string }[] = []
  let definedTerm = ''
  /** `hasBody` is false while the passage consists of headings only. */
  let open: (PassageSpan & { hasBody: boolean }) | null = null

  function headingPath(): string[] {
    return [...headings.map((heading) => heading.text), definedTerm].filter((text) => text !== '')
  }

  function close() {
    if (!open) return
    const { hasBody: _, ...passage } = open
    passages.push(passage)
    open = null
  }

  /** Opens the next passage first if this one, with the text up to `neededEnd`, would become longer than `maxLength`. */
  function append({ start, end }: Span, maxLength: number, isHeading: boolean, neededEnd = end) {
    if (open && neededEnd - open.startOffset > maxLength) close()
    open ??= { headingPath: headingPath(), startOffset: start, endOffset: end, hasBody: false }
    open.endOffset = end
    // Of consecutive headings, the last one names the passage.
    if (!open.hasBody) open.headingPath = headingPath()
    open.hasBody ||= !isHeading
  }

  return {
    /** Ends the sections that are not above the heading. */
    startSection(level: number, text: string) {
      if (open?.hasBody) close()
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
      definedTerm = ''
      headings.push({ level, text })
    },
    startDefinition(term: string) {
      if (open?.hasBody) close()
      definedTerm = term
    },
    endDefinition() {
      if (definedTerm === '') return
      close()
      definedTerm = ''
    },
    addHeading: (span: Span) => append(span, MAX_PASSAGE_LENGTH, true),
    add: (span: Span, maxLength: number, neededEnd?: number) => append(span, maxLength, false, neededEnd),
    isHalfFull: () => open !== null && open.endOffset - open.startOffset >= TARGET_LENGTH / 2,
    finish(): PassageSpan[] {
      close()
      return passages
    },
  }
}

/** For the header of a table, the end of its first row; undefined for any other block. */
function endOfFirstRow(blocks: readonly Block[], n: number): number | undefined {
  const [header, rule, row] = blocks.slice(n, n + 3)
  if (header?.kind !== 'table-row' || rule?.kind !== 'rule') return undefined
  return row?.end ?? rule.end
}

/** "Note", "Example:"; not "It works." */
const LABEL = /^[\p{L}\p{N}' -]+[:：]?$/u
const MAX_LABEL_LENGTH = 30

/** For a label above a paragraph, a list or code, the end of what it labels; undefined for any other block. */
function endOfLabeled(content: string, blocks: readonly Block[], n: number): number | undefined {
  const [block, next] = blocks.slice(n, n + 2)
  if (block?.kind !== 'paragraph' || block.end - block.start > MAX_LABEL_LENGTH) return undefined
  const isLabel = LABEL.test(content.slice(block.textStart, block.end).trim())
  return isLabel && next && next.kind !== 'heading' ? next.end : undefined
}

/** A quotation may have headings, whose text is then the term. */
const HEADING_MARK = /^#{1,6}(?=\s)/

/** The terms that the block defines, on one line; '' for none. A defined term starts a new passage. */
function definedTermOf(content: string, block: Block): string {
  const end = definedTermsEnd(content, block)
  if (end === null) return ''
  const terms = content.slice(block.textStart, end).split('\n')
  const names = terms.map((term) => term.replace(HEADING_MARK, '').trim())
  return names.join(', ').slice(0, MAX_TERM_LENGTH)
}

function headingText(content: string, block: Block): string {
  return content
    .slice(block.textStart, block.end)
    .replace(/[ \t]+#+[ \t]*$/, '')
    .trim()
}

/** Splits at sentence boundaries, and sentences above the maximum length at lines or spaces. */
function splitLongBlock(content: string, block: Block, whole: Span): Span[] {
  const sentences = splitBlock(content, block)
  if (sentences.length < 2) return splitLongSpan(content, whole)
  return sentences.flatMap((sentence, n) => {
    // The first span includes the list marker, so that no text is lost.
    return splitLongSpan(content, { start: n === 0 ? whole.start : sentence.start, end: sentence.end })
  })
}

function splitLongSpan(content: string, span: Span): Span[] {
  const spans: Span[] = []
  let start = span.start
  while (span.end - start > MAX_PASSAGE_LENGTH) {
    const end = splitPoint(content, start)
    const part = trim(content, { start, end })
    if (part) spans.push(part)
    start = end
  }
  const rest = trim(content, { start, end: span.end })
  return rest ? [...spans, rest] : spans
}

/** The last line break, else the last space, else the last offset that does not split a surrogate pair. */
function splitPoint(content: string, start: number): number {
  const from = start + TARGET_LENGTH / 2 + 1
  // In the whole content, the search for each span would run back to its start where there is neither.
  const candidates = content.slice(from, start + MAX_PASSAGE_LENGTH)
  const newline = candidates.lastIndexOf('\n')
  if (newline >= 0) return from + newline + 1
  const space = candidates.lastIndexOf(' ')
  if (space >= 0) return from + space + 1
  const end = start + MAX_PASSAGE_LENGTH
  const last = content.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

/** A no-break space at the start stays: it says that "# of items" is no heading. */
function trim(content: string, { start, end }: Span): Span | null {
  const text = content.slice(start, end)
  const from = start + (/^[^\S\u00a0]*/.exec(text)?.[0].length ?? 0)
  const to = end - (text.length - text.trimEnd().length)
  return from < to ? { start: from, end: to } : null
}
