/** Cuts a page into passages: pieces of about 1,000 characters that can be found, quoted and cited. */
import { readBlocks, type Block } from '#server/text/blocks.ts'
import { endOfTerms } from '#server/text/definitions.ts'
import { blockSentences } from '#server/text/sentences.ts'

/** Characters (UTF-16): the size aimed for, the size up to which a block stays whole, the size never passed. */
const TARGET = 1000
const WHOLE_BLOCK = 1300
const LIMIT = 2000
/** Of a term, as much is told in the heading path. */
const LONGEST_TERM = 100

/** `content.slice(startOffset, endOffset)` is the passage; `headingPath` the headings above it, outermost first. */
export type PassageSpan = { headingPath: string[]; startOffset: number; endOffset: number }

type OpenPassage = PassageSpan & { hasBody: boolean }
type Piece = { start: number; end: number }

/**
 * The passages of a page's Markdown, in order, together holding all of its text. A heading begins a passage and stays
 * with what follows it; sentences, list items, table rows and code blocks are cut only when longer than the limit.
 */
export function splitPassages(content: string): PassageSpan[] {
  const passages: PassageSpan[] = []
  const headings: { level: number; text: string }[] = []
  let definedTerm = ''
  let open: OpenPassage | null = null

  const path = () => [...headings.map((heading) => heading.text), definedTerm].filter((text) => text !== '')
  const openPassage = (): OpenPassage | null => open
  const close = () => {
    if (open) passages.push({ headingPath: open.headingPath, startOffset: open.startOffset, endOffset: open.endOffset })
    open = null
  }
  const add = (piece: Piece, limit: number, isHeading: boolean) => {
    if (open && piece.end - open.startOffset > limit) close()
    open ??= { headingPath: path(), startOffset: piece.start, endOffset: piece.end, hasBody: false }
    open.endOffset = piece.end
    // Of headings that follow each other directly, the last one names the passage.
    if (!open.hasBody) open.headingPath = path()
    open.hasBody ||= !isHeading
  }

  for (const block of readBlocks(content)) {
    const whole = trim(content, block)
    if (!whole) continue
    // Read through a function, since the compiler does not see that `add` and `close` change `open`.
    const current = openPassage()
    if (block.kind === 'heading') {
      if (current?.hasBody) close()
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop()
      definedTerm = ''
      headings.push({ level: block.level, text: headingText(content, block) })
      for (const piece of cutLong(content, whole)) add(piece, LIMIT, true)
      continue
    }
    const term = termDefinedBy(content, block)
    if (term) {
      if (current?.hasBody) close()
      definedTerm = term
    }
    if (whole.end - whole.start <= (block.kind === 'code' ? LIMIT : WHOLE_BLOCK)) {
      const filled = openPassage()
      const halfFull = filled !== null && filled.endOffset - filled.startOffset >= TARGET / 2
      add(whole, halfFull ? TARGET : WHOLE_BLOCK, false)
    } else {
      for (const piece of cutBlock(content, block, whole)) add(piece, TARGET, false)
    }
  }
  close()
  return passages
}

/** The terms that the block defines, on one line; '' for none. What a setting does then stands in a passage of its own. */
function termDefinedBy(content: string, block: Block): string {
  const terms = content.slice(block.textStart, endOfTerms(content, block)).split('\n')
  return terms.map((term) => term.trim()).join(', ').slice(0, LONGEST_TERM)
}

function headingText(content: string, block: Block): string {
  return content.slice(block.textStart, block.end).replace(/[ \t]+#+[ \t]*$/, '').trim()
}

/** A block too long to stay whole: its sentences, and those that are too long themselves cut at lines or spaces. */
function cutBlock(content: string, block: Block, whole: Piece): Piece[] {
  const sentences = blockSentences(content, block)
  if (sentences.length < 2) return cutLong(content, whole)
  return sentences.flatMap((sentence, n) => {
    // The first takes the list mark along, so that nothing is left out.
    return cutLong(content, { start: n === 0 ? whole.start : sentence.start, end: sentence.end })
  })
}

function cutLong(content: string, piece: Piece): Piece[] {
  const pieces: Piece[] = []
  let start = piece.start
  while (piece.end - start > LIMIT) {
    const end = cutPoint(content, start)
    const cut = trim(content, { start, end })
    if (cut) pieces.push(cut)
    start = end
  }
  const rest = trim(content, { start, end: piece.end })
  return rest ? [...pieces, rest] : pieces
}

/** The last line break, else the last space, else any place that does not split a character, between TARGET and LIMIT. */
function cutPoint(content: string, start: number): number {
  const newline = content.lastIndexOf('\n', start + LIMIT - 1)
  if (newline > start + TARGET / 2) return newline + 1
  const space = content.lastIndexOf(' ', start + LIMIT - 1)
  if (space > start + TARGET / 2) return space + 1
  const at = start + LIMIT
  const before = content.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}

function trim(content: string, { start, end }: Piece): Piece | null {
  const text = content.slice(start, end)
  const from = start + text.length - text.trimStart().length
  const to = end - (text.length - text.trimEnd().length)
  return from < to ? { start: from, end: to } : null
}
