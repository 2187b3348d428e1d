/**
 * The sentences and list items of a page that a summary may use. Copes with text without capitals, with spaces before
 * punctuation, and with one sentence per line.
 */
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import { splitSentences, type SentenceSpan, withoutNoteReferences } from '#server/platform/text/split-sentences.ts'

export type SummaryCandidate = {
  /** Verbatim, with white space collapsed. */
  text: string
  /** Index of its unit in the page. */
  position: number
  /** Offset of its text in the page's content. */
  start: number
  kind: 'sentence' | 'list-item'
  /** Understandable alone: complete, and neither a question nor the introduction of a list. */
  isSelfContained: boolean
}

/** Characters. A longer sentence is too long for a summary. */
const MAX_SENTENCE_LENGTH = 450
/** Characters at the start of a sentence that may be a dateline. */
const MAX_DATELINE_LENGTH = 80
/** Share of sentence ends followed by a lower-case letter from which a text counts as written without capitals. */
const UNCASED_SHARE = 0.2
/** A run of lines is a list of sentences if most of them end like one; in wrapped text few do. */
const MIN_LISTED_LINES = 6
const LISTED_LINE_SHARE = 0.6

/** "It ends. ", "(It ends.)"; not "It ends". */
const SENTENCE_END = /[.!?][\])"'”’»]*[ \t]*$/
const AFTER_SENTENCE_END = /([.!?][\])"'”’»]*\s+|\n\s*)(\p{Ll})/gu
/** "LONDON, England (CNN) -- ": place and news agency before the first sentence of a report. */
const DATELINE =
  /^(?:\p{L}[\p{L}., ]{1,40} )?\( ?(?:CNN|AP|AFP|UPI|EFE|dpa|Reuters)(?: [\p{L}.]+)? ?\) ?(?:(?:--?|[—–]) ?|(?=\S))/iu

/** The units of a page's Markdown. Offsets are UTF-16 code units into `content`. */
export function splitForSummary(content: string): SentenceSpan[] {
  const spans = splitSentences(withCapitals(content))
  const lists = sentencePerLineRanges(content)
  if (lists.length === 0) return spans
  return spans.flatMap((span) => {
    const isListed = lists.some(([start, end]) => start <= span.start && span.end <= end)
    return isListed && span.kind === 'sentence' ? splitLines(content, span) : [span]
  })
}

/** Sentences and list items in page order, of at most 450 characters. */
export function summaryCandidates(content: string, spans = splitForSummary(content)): SummaryCandidate[] {
  const cased = withCapitals(content)
  const candidates: SummaryCandidate[] = []
  for (const [position, { start: spanStart, end, kind }] of spans.entries()) {
    if (kind !== 'sentence' && kind !== 'list-item') continue
    const start = spanStart + (kind === 'sentence' ? datelineLength(content, spanStart) : 0)
    const text = collapse(content.slice(start, end))
    if (text.length > MAX_SENTENCE_LENGTH || !/\p{L}/u.test(text)) continue
    const selfContained = isSelfContained(collapse(cased.slice(start, end)), kind)
    candidates.push({ text, position, start, kind, isSelfContained: selfContained })
  }
  return candidates
}

function datelineLength(content: string, start: number): number {
  return DATELINE.exec(content.slice(start, start + MAX_DATELINE_LENGTH))?.[0].length ?? 0
}

/**
 * The same text with a capital at the start of each sentence if it is written without them, because `splitSentences`
 * takes a full stop before a lower-case letter for an abbreviation. Offsets stay valid.
 */
function withCapitals(content: string): string {
  const lower = content.match(/[.!?] +\p{Ll}/gu)?.length ?? 0
  if (lower === 0 && !/^\p{Ll}/u.test(content)) return content
  const upper = content.match(/[.!?]\s+\p{Lu}/gu)?.length ?? 0
  if (lower < UNCASED_SHARE * (lower + upper)) return content
  const capital = (letter: string) => {
    const upperCase = letter.toUpperCase()
    return upperCase.length === letter.length ? upperCase : letter
  }
  return content
    .replace(AFTER_SENTENCE_END, (_match, end: string, letter: string) => end + capital(letter))
    .replace(/^\p{Ll}/u, capital)
}

/** The runs of lines in which most lines are sentences. */
function sentencePerLineRanges(content: string): [number, number][] {
  const ranges: [number, number][] = []
  for (let start = 0, end = 0; start < content.length; start = end + 2) {
    end = content.indexOf('\n\n', start)
    if (end === -1) end = content.length
    const lines = content
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '')
    if (lines.length < MIN_LISTED_LINES) continue
    const ended = lines.filter((line) => SENTENCE_END.test(line)).length
    if (ended >= LISTED_LINE_SHARE * lines.length) ranges.push([start, end])
  }
  return ranges
}

/** Cuts a span at its line breaks. */
function splitLines(content: string, span: SentenceSpan): SentenceSpan[] {
  const text = content.slice(span.start, span.end)
  return Array.from(text.matchAll(/\S(?:[^\n]*\S)?/g), ({ index, 0: line }) => ({
    ...span,
    start: span.start + index,
    end: span.start + index + line.length,
  }))
}

function isSelfContained(text: string, kind: 'sentence' | 'list-item'): boolean {
  if (/[?？؟:：]$/.test(text) || /^[(（]/.test(text)) return false
  // Tokenized text has a space before a closing quotation mark.
  return kind === 'list-item' || isCompleteSentence(text.replace(/ (["'”’»`]+)$/, '$1'))
}

function collapse(text: string): string {
  return withoutNoteReferences(text.trim().replace(/\s+/g, ' '))
}
