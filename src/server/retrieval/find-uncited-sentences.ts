import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'

export type Span = { start: number; end: number }

const MARKERS = /\[\d{1,4}\](?!\()/g
/** The characters that may be between the end of a sentence and its marker. */
const BEFORE_MARKER = /^(?:\[\d{1,4}\]|[\s.,;:!?)"”’'*_])*$/
const TABLE_RULE = /^[ \t]*[|:\- \t]*-[|:\- \t]*$/
/** Shorter sentences make no claim: "In short:", "Yes." */
const MIN_CLAIM_WORDS = 3

/**
 * The sentences of an answer that make a claim without a citation, as spans into `answer` without surrounding space. A
 * marker belongs to its sentence, or to the previous one if only punctuation is between them. Headings, code, questions,
 * introductions of a list and table headers make no claim.
 */
export function findUncitedSentences(answer: string): Span[] {
  const sentences = splitSentences(answer)
  const cited = new Set([...answer.matchAll(MARKERS)].map((marker) => sentenceOf(marker.index, sentences, answer)))
  return sentences
    .filter((sentence) => !cited.has(sentence) && isClaim(sentence, answer))
    .map(({ start, end }) => ({ start, end }))
}

function sentenceOf(marker: number, sentences: readonly SentenceSpan[], answer: string): SentenceSpan | undefined {
  const index = sentences.findLastIndex(({ start }) => start <= marker)
  const sentence = sentences[index]
  const belongsToPrevious = sentence && index > 0 && BEFORE_MARKER.test(answer.slice(sentence.start, marker))
  return belongsToPrevious ? sentences[index - 1] : sentence
}

function isClaim({ start, end, kind }: SentenceSpan, answer: string): boolean {
  if (kind === 'heading' || kind === 'code' || kind === 'term') return false
  const text = answer
    .slice(start, end)
    .replace(MARKERS, '')
    .replace(/[\s*_"”’')]+$/, '')
  if (/[?？:：]$/.test(text)) return false
  if (kind === 'table-row' && TABLE_RULE.test(lineAfter(end, answer))) return false
  return splitWords(text).filter((word) => word.kind === 'word').length >= MIN_CLAIM_WORDS
}

function lineAfter(end: number, text: string): string {
  const start = text.indexOf('\n', end) + 1
  return start === 0 ? '' : (text.slice(start).split('\n', 1)[0] ?? '')
}
