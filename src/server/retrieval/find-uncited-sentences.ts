import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'
import { fold } from '#server/platform/text/stemmer.ts'

export type Span = { start: number; end: number }

/** `verbatim` needs no citation if a page contains it: code, or a part of a block quotation or of a cited bold line. */
type UncitedSpan = Span & { kind: 'claim' | 'verbatim' }

const MARKERS = /(?<!\\)\[\d{1,4}\](?!\()/g
const LEADING_MARKERS = /^(?:\s|\[\d{1,4}\])+/
/** The characters that may be between the end of a sentence and its marker. */
const BEFORE_MARKER = /^(?:\[\d{1,4}\]|[\s.,;:!?)"”’'*_])*$/
const TABLE_RULE = /^(?=[|: \t]*-)[|:\- \t]+$/
const CELL = /(?:\\.|[^|\\\n])+/g
const BLOCK_QUOTE = /^[ \t]*(?:>[ \t]?)+/gm
const LIST_ITEM_START = /^[ \t]*(?:[-*+•]|\d{1,4}[.)])[ \t]+/
/** A section path above a quoted block, not several sentences: `**20.3. Connections › 20.3.1. Settings** [1]`. */
const CITED_BOLD_LINE = /^\*\*[^*\n]+\*\*(?:[ \t]*\[\d{1,4}\])+$/
/** The title of a page may be sentences: "Power cut. Button is grey". "What is it? › 1.1. Use" is a path. */
const HAS_SENTENCE_END = /\D[.!?]\s(?!›)/
/** Sentences that every engine writes when the pages do not answer. */
const KNOWN_SENTENCES = [REFUSAL, ...CLOSEST.split(/(?<=\.)\s/)]
/** A shorter sentence states nothing: "In short", "Yes." */
const MIN_SENTENCE_WORDS = 3
/** A shorter rest of a sentence after its marker belongs to the cited part. */
const MIN_REST_WORDS = 4
/** A shorter item that introduces nested ones is their heading. */
const MAX_LABEL_WORDS = 3

/**
 * What an answer states without a citation, as spans into `answer` without surrounding space. A marker belongs to its
 * sentence, list item or code block, or to the previous one if only punctuation is between them; at the end of a table
 * row to the whole row, otherwise to its cell; after a bold line to the whole line. Headings, questions, connecting words,
 * introductions of a list and table headers state nothing.
 */
export function findUncitedSentences(answer: string): UncitedSpan[] {
  // Spaces instead of quotation markers keep the offsets.
  const text = answer.replace(BLOCK_QUOTE, (marker) => ' '.repeat(marker.length))
  const sentences = splitSentences(text)
  const language = detectLanguage(text)
  const markersBySentence = groupMarkers(text, sentences)
  return sentences.flatMap((sentence): UncitedSpan[] => {
    const line = lineAt(text, sentence.start)
    const isPath = CITED_BOLD_LINE.test(line)
    if (isPath && !HAS_SENTENCE_END.test(line)) return []
    const isCode = sentence.kind === 'code'
    const kind = isCode || isPath || isInBlockQuote(answer, sentence.start) ? 'verbatim' : 'claim'
    return uncitedParts(text, sentence, markersBySentence.get(sentence) ?? [])
      .map((span) => withoutLeadingMarkers(text, span))
      .filter((span) => isCode || isClaim(text, sentence, span, language))
      .map((span) => ({ ...span, kind }))
  })
}

/** The offsets of the markers of each sentence. Markers inside code, such as `list[0]`, are none. */
function groupMarkers(text: string, sentences: readonly SentenceSpan[]): Map<SentenceSpan | undefined, number[]> {
  const offsetsBySentence = new Map<SentenceSpan | undefined, number[]>()
  for (const { index: offset } of text.matchAll(MARKERS)) {
    const sentence = sentenceOfMarker(offset, text, sentences)
    const isInCode = sentence?.kind === 'code' && offset < sentence.end
    if (isInCode) continue
    const offsets = offsetsBySentence.get(sentence)
    if (offsets) offsets.push(offset)
    else offsetsBySentence.set(sentence, [offset])
  }
  return offsetsBySentence
}

function sentenceOfMarker(offset: number, text: string, sentences: readonly SentenceSpan[]): SentenceSpan | undefined {
  const index = sentences.findLastIndex(({ start }) => start <= offset)
  const sentence = sentences[index]
  if (!sentence || index === 0) return sentence
  const isAtStart = BEFORE_MARKER.test(text.slice(sentence.start, offset))
  return isAtStart ? sentences[index - 1] : sentence
}

/** The parts of a sentence that its markers do not cover. */
function uncitedParts(text: string, { start, end, kind }: SentenceSpan, markers: number[]): Span[] {
  const lastMarker = markers.at(-1)
  if (lastMarker === undefined) return [{ start, end }]
  if (kind === 'code') return []
  if (kind === 'table-row') return uncitedCells(text, { start, end }, markers)
  const markerLength = /^\[\d+\]/.exec(text.slice(lastMarker))?.[0].length ?? 0
  const rest = trimmed(text, { start: lastMarker + markerLength, end })
  const isStatement = countWords(text.slice(rest.start, rest.end)) >= MIN_REST_WORDS
  return isStatement ? [rest] : []
}

/** The cells of a table row without a marker. The first cell needs none: it names what the row is about. */
function uncitedCells(text: string, row: Span, markers: number[]): Span[] {
  const cells = cellsOf(text, row)
  const isCited = ({ start, end }: Span) => markers.some((marker) => marker >= start && marker < end)
  const cited = cells.filter(isCited)
  // A single marker at the end is for the whole row.
  const citesWholeRow = cited.length <= 1 && cited[0] === cells.at(-1)
  if (citesWholeRow) return []
  return cells
    .slice(1)
    .filter((cell) => !isCited(cell))
    .map((cell) => trimmed(text, cell))
}

/** The cells of a table row that are not empty. */
function cellsOf(text: string, row: Span): Span[] {
  const cells: Span[] = []
  for (const { 0: cell, index } of text.slice(row.start, row.end).matchAll(CELL)) {
    const start = row.start + index
    if (cell.trim() !== '') cells.push({ start, end: start + cell.length })
  }
  return cells
}

function isClaim(text: string, sentence: SentenceSpan, span: Span, language: string): boolean {
  const { kind } = sentence
  if (kind === 'heading' || kind === 'term') return false
  const statement = text
    .slice(span.start, span.end)
    .replace(MARKERS, '')
    .replace(/(?<![\s*_"”’')])[\s*_"”’')]+$/, '')
  const isQuestionOrIntroduction = /[?？:：]$/.test(statement)
  if (isQuestionOrIntroduction) return false
  if (KNOWN_SENTENCES.includes(statement.replaceAll("'", '’'))) return false
  if (kind === 'table-row') {
    const isHeader = TABLE_RULE.test(lineAfter(text, sentence.end))
    return !isHeader && /[\p{L}\p{N}]/u.test(statement)
  }
  if (kind === 'list-item') return !isLabel(text, sentence, statement) && statesFact(statement, language)
  return countWords(statement) >= MIN_SENTENCE_WORDS && statesFact(statement, language)
}

/** "The lens" before nested items about the lens. */
function isLabel(text: string, { start, end }: Span, words: string): boolean {
  const line = text.slice(lineStart(text, start), end)
  const next = lineAfter(text, end)
  const areItems = LIST_ITEM_START.test(line) && LIST_ITEM_START.test(next)
  const hasNestedItems = areItems && indentOf(next) > indentOf(line)
  const isSentence = /[.!。！]$/.test(words)
  return hasNestedItems && !isSentence && countWords(words) <= MAX_LABEL_WORDS
}

/** In characters. */
function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0
}

function isInBlockQuote(text: string, offset: number): boolean {
  return /^[ \t]*>/.test(text.slice(lineStart(text, offset), offset))
}

const countWords = (text: string) => splitWords(text).filter(({ kind }) => kind === 'word').length

/** The offset at which the line that contains `offset` starts. */
function lineStart(text: string, offset: number): number {
  return text.slice(0, offset).lastIndexOf('\n') + 1
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(lineStart(text, offset), end === -1 ? undefined : end).trim()
}

function lineAfter(text: string, end: number): string {
  const start = text.indexOf('\n', end) + 1
  return start === 0 ? '' : (text.slice(start).split('\n', 1)[0] ?? '')
}

function withoutLeadingMarkers(text: string, { start, end }: Span): Span {
  const leading = LEADING_MARKERS.exec(text.slice(start, end))?.[0].length ?? 0
  return { start: start + leading, end }
}

/** Without white space, and without punctuation at the start. */
function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  const leading = /^[\s.,;:!?)]*/.exec(piece)?.[0].length ?? 0
  return { start: start + leading, end: start + Math.max(leading, piece.trimEnd().length) }
}

/** Words about the answer itself and about the conversation. */
const ABOUT_ANSWER = new Set(
  `answer answers below breakdown brief briefly certainly conclusion course details example examples excerpts explanation
   feel find following follow followed follows free hello help helps hope i'm important information know let list listed
   main me more need note ok okay overview page pages passages point points provided question questions quick short see selected
   sentence site sorry source sources step steps sum summarise summarize summary sure table thank thanks website yes words
   antwort auflistung auszüge beispiel beispiele danke details einzelnen fazit folgende folgenden folgendes folgt frage
   fragen gefunden gern gerne genannt hallo hilft hoffe hinweis informationen kurz kurze kurzer kurzum liste nachfolgend nein
   punkte quelle quellen schritte schritt seite seiten selbstverständlich sicher stichpunkte tabelle tut überblick übersicht
   website wichtigsten zusammenfassend zusammenfassung zusammengefasst`.split(/\s+/),
)
/** A statement that the pages are silent cannot be cited. */
const ABSENT =
  /^(?:the|these|your|die|diese|ihre)\s+(?:\p{L}+\s+){0,2}(?:pages?|sources?|excerpts?|passages?|seiten?|quellen?|auszüge)\s[^,;\d]*\b(?:not|n['’]t|no|nothing|nicht|nichts|keine?n?)\b[^,;\d]*$/iu

/** False for connecting words such as "Here is an overview." and "In short", which need no citation. */
function statesFact(text: string, language: string): boolean {
  if (ABSENT.test(text.trim())) return false
  const words = splitWords(text).filter(({ kind }) => kind === 'word')
  if (words.some((word) => /\p{N}/u.test(word.text))) return true
  const content = words.filter((word) => {
    const folded = fold(word.text, language)
    return !isStopWord(folded, language) && !ABOUT_ANSWER.has(folded)
  })
  return content.length > 0
}
