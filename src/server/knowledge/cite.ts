/** Reads claims back against the stored page: which sentence supports this, and are these really its words? */
import { detectLanguage } from '#server/text/languages.ts'
import { splitSentences, type SentenceSpan } from '#server/text/sentences.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords, type Word } from '#server/text/words.ts'
import { checkQuotations } from './check-quotations.ts'

export type Support = {
  /** A verbatim piece of the source's text; '' when nothing supports the claim. */
  sentence: string
  /** Into the page's content: `content.slice(startOffset, endOffset) === sentence`. */
  startOffset: number
  endOffset: number
  verified: boolean
  /** How much of the claim's telling words stand there, 0 to 1; 1 for what stands there word for word. */
  share: number
}

/** Share of a claim's telling words that its sentences must have when it is told in other words. */
const ENOUGH_WORDS = 0.7
/** A claim of fewer words proves nothing, unless it is a whole sentence, item or row of the page. */
const FEWEST_WORDS = 3
/** Sentences in a row that may support one claim together. */
const MAX_SENTENCES = 3

/**
 * The sentence (or up to three in a row) of `source` that supports `claim`. A claim whose words stand there in that
 * order is supported by the sentences they stand in. Otherwise most of its telling words must stand together, with all
 * of its numbers, and with a "not" exactly when the claim has one.
 */
export function findSupport(claim: string, source: { text: string; startOffset: number }): Support {
  const { text, startOffset } = source
  const sentences = splitSentences(text)
  const itself = letterByLetter(claim, text, sentences) ?? verbatim(claim, text, sentences)
  const { span, share } = itself ? { span: itself, share: 1 } : inOtherWords(claim, text, sentences)
  if (!span) return { ...NOTHING, startOffset, endOffset: startOffset }
  return {
    sentence: text.slice(span.start, span.end),
    startOffset: startOffset + span.start,
    endOffset: startOffset + span.end,
    verified: true,
    share,
  }
}

const NOTHING: Support = { sentence: '', startOffset: 0, endOffset: 0, verified: false, share: 0 }
/** So many passages are read back before everything else has a turn. */
const PASSAGES_AT_A_TIME = 10

/**
 * The same over several passages: the one that supports the claim best, the first of equals. A quotation in the claim
 * that stands in none of them letter by letter is no support, however near the words are.
 */
export async function findBestSupport<Source extends { text: string; startOffset: number }>(
  claim: string,
  sources: readonly Source[],
): Promise<Support & { source: Source | null }> {
  const misquotes = checkQuotations(claim, sources.map(({ text }) => text)).some(({ verbatim: isSo }) => !isSo)
  let best: Support & { source: Source | null } = { ...NOTHING, source: null }
  for (const [n, source] of (misquotes ? [] : sources).entries()) {
    if (n % PASSAGES_AT_A_TIME === PASSAGES_AT_A_TIME - 1) await new Promise((resolve) => setImmediate(resolve))
    const support = findSupport(claim, source)
    if (support.share > best.share) best = { ...support, source }
    if (best.share === 1) break
  }
  return best
}

type Span = { start: number; end: number }

const plainWords = (text: string) => readWords(text).filter((word) => word.kind === 'word')

/** A whole sentence (or several) of the page, as the built-in engine claims it. */
function letterByLetter(claim: string, text: string, sentences: SentenceSpan[]): Span | null {
  const start = sentences.find((sentence) => text.startsWith(claim, sentence.start))?.start
  if (claim === '' || start === undefined) return null
  const last = sentences.find((sentence) => sentence.end >= start + claim.length)
  return last?.end === start + claim.length ? { start, end: last.end } : null
}

/** The sentences that hold the claim's words in the claim's order; marks, punctuation and case do not count. */
function verbatim(claim: string, text: string, sentences: SentenceSpan[]): Span | null {
  const claimed = plainWords(claim).map((word) => fold(word.text))
  const words = plainWords(text)
  const folded = words.map((word) => fold(word.text))
  const isWhole = sentences.some(({ start, end }) => text.slice(start, end) === claim.trim())
  if (claimed.length === 0 || (claimed.length < FEWEST_WORDS && !isWhole)) return null
  for (let from = 0; from + claimed.length <= folded.length; from++) {
    if (claimed.every((word, n) => folded[from + n] === word)) {
      return surrounding(sentences, words[from], words[from + claimed.length - 1])
    }
  }
  return null
}

function surrounding(sentences: SentenceSpan[], first: Word | undefined, last: Word | undefined): Span | null {
  if (!first || !last) return null
  const touched = sentences.filter((sentence) => sentence.end > first.start && sentence.start < last.end)
  const [opening] = touched
  const closing = touched.at(-1)
  return opening && closing ? { start: opening.start, end: closing.end } : { start: first.start, end: last.end }
}

function inOtherWords(claim: string, text: string, sentences: SentenceSpan[]): { span: Span | null; share: number } {
  const language = detectLanguage(text)
  const claimed = telling(claim, language)
  if (claimed.terms.size < 2) return { span: null, share: 0 }
  const told = sentences.map((sentence) => telling(text.slice(sentence.start, sentence.end), language))

  let best: { span: Span; share: number; length: number } | null = null
  for (let from = 0; from < sentences.length; from++) {
    for (let length = 1; length <= MAX_SENTENCES && from + length <= sentences.length; length++) {
      const window = told.slice(from, from + length)
      if (![...claimed.numbers].every((number) => window.some((each) => each.numbers.has(number)))) continue
      if (claimed.negated !== window.some((each) => each.negated)) continue
      const held = [...claimed.terms].filter((term) => window.some((each) => each.terms.has(term))).length
      const share = held / claimed.terms.size
      const isBetter = !best || share > best.share || (share === best.share && length < best.length)
      if (share < ENOUGH_WORDS || !isBetter) continue
      const start = sentences[from]?.start ?? 0
      best = { span: { start, end: sentences[from + length - 1]?.end ?? start }, share, length }
    }
  }
  // Other words are never as good as the same ones.
  return { span: best?.span ?? null, share: Math.min(best?.share ?? 0, 0.99) }
}

const NEGATIONS = new Set(
  `not no never none neither nor cannot without n't isn aren wasn weren don doesn didn won wouldn can't couldn shouldn
   nicht kein keine keinen keiner nie niemals ohne ne pas jamais aucun aucune sans no nunca ningún sin non mai nessun não
   nunca nem niet geen nooit inte aldrig ikke aldri nie не нет никогда без δεν μην όχι değil hayır không chưa chẳng ไม่
   नहीं न لا لم لن ليس 不 没 没有 nu niciodată fără ei`.split(/\s+/),
)

/** The words of a piece of text that say something, by term, its numbers, and whether it denies. */
function telling(text: string, language: string) {
  const termOf = termReader(language)
  const terms = new Set<string>()
  const numbers = new Set<string>()
  let negated = /n['’]t\b/.test(text)
  for (const { text: word, kind } of readWords(text)) {
    const folded = fold(word, language)
    if (NEGATIONS.has(folded)) negated = true
    if (kind !== 'word') continue
    if (/\p{N}/u.test(word)) numbers.add(folded)
    if (!isStopWord(folded, language)) terms.add(termOf(word))
  }
  return { terms, numbers, negated }
}
