/** The sentences of an answer that state something and carry no citation: nothing was read back for them. */
import { splitSentences, type SentenceSpan } from '#server/text/sentences.ts'
import { readWords } from '#server/text/words.ts'

export type Span = { start: number; end: number }

const MARKERS = /\[\d{1,4}\](?!\()/g
/** What may stand between the end of a sentence and its marker. */
const BETWEEN = /^(?:\[\d{1,4}\]|[\s.,;:!?)"”’'*_])*$/
const TABLE_RULE = /^[ \t]*[|:\- \t]*-[|:\- \t]*$/
/** What has fewer words states nothing that a page could say: "In short:", "Yes." */
const FEWEST_WORDS = 3

/**
 * Spans into `answer`, without surrounding space. A marker belongs to the sentence it stands in, or the one that has
 * just ended before it. Headings, code, questions, what leads over to a list and the head of a table state nothing.
 */
export function uncitedSentences(answer: string): Span[] {
  const sentences = splitSentences(answer)
  const cited = new Set([...answer.matchAll(MARKERS)].map((marker) => sentenceOf(marker.index, sentences, answer)))
  return sentences
    .filter((sentence) => !cited.has(sentence) && states(sentence, answer))
    .map(({ start, end }) => ({ start, end }))
}

function sentenceOf(marker: number, sentences: readonly SentenceSpan[], answer: string): SentenceSpan | undefined {
  const at = sentences.findLastIndex(({ start }) => start <= marker)
  const sentence = sentences[at]
  const isBehindTheOneBefore = sentence && at > 0 && BETWEEN.test(answer.slice(sentence.start, marker))
  return isBehindTheOneBefore ? sentences[at - 1] : sentence
}

function states({ start, end, kind }: SentenceSpan, answer: string): boolean {
  if (kind === 'heading' || kind === 'code' || kind === 'term') return false
  const words = answer.slice(start, end).replace(MARKERS, '').replace(/[\s*_"”’')]+$/, '')
  if (/[?？:：]$/.test(words)) return false
  if (kind === 'table-row' && TABLE_RULE.test(lineAfter(end, answer))) return false
  return readWords(words).filter((word) => word.kind === 'word').length >= FEWEST_WORDS
}

function lineAfter(end: number, text: string): string {
  const start = text.indexOf('\n', end) + 1
  return start === 0 ? '' : (text.slice(start).split('\n', 1)[0] ?? '')
}
