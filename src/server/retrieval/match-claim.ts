import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { splitWords, type Word } from '#server/platform/text/split-words.ts'
import { checkQuotations } from './check-quotations.ts'

export type ClaimMatch = {
  /** A verbatim part of the source's text; '' if nothing supports the claim. */
  sentence: string
  /** Offsets into the page's content: `content.slice(startOffset, endOffset) === sentence`. */
  startOffset: number
  endOffset: number
  verified: boolean
  /** Share of the claim's content words that the sentence contains, 0 to 1; 1 only for a verbatim match. */
  coverage: number
}

/** Minimum coverage of a paraphrase. Set by hand; `match-claim.test.ts` has claims on both sides of it. */
const MIN_COVERAGE = 0.7
/** A shorter claim is too unspecific, unless it is a complete sentence, item or row of the page. */
const MIN_CLAIM_WORDS = 3
/** Adjacent sentences that may support one claim together. */
const MAX_SENTENCES = 3

/**
 * Finds the sentence (or up to three adjacent ones) of `source` that supports `claim`. A verbatim match is a word
 * sequence of the claim in the same order. A paraphrase must cover MIN_COVERAGE of the claim's content words, contain
 * all its numbers, and be negated exactly if the claim is.
 */
export function matchClaim(claim: string, source: { text: string; startOffset: number }): ClaimMatch {
  const { text, startOffset } = source
  const sentences = splitSentences(text)
  const verbatim = matchSentences(claim, text, sentences) ?? matchWordSequence(claim, text, sentences)
  const { span, coverage } = verbatim ? { span: verbatim, coverage: 1 } : matchParaphrase(claim, text, sentences)
  if (!span) return { ...NO_MATCH, startOffset, endOffset: startOffset }
  return {
    sentence: text.slice(span.start, span.end),
    startOffset: startOffset + span.start,
    endOffset: startOffset + span.end,
    verified: true,
    coverage,
  }
}

const NO_MATCH: ClaimMatch = { sentence: '', startOffset: 0, endOffset: 0, verified: false, coverage: 0 }
/** Passages checked before control returns to the event loop. */
const PASSAGES_PER_SLICE = 10

/**
 * The best match among several passages, the first of equals. A claim with a quotation that no passage contains
 * verbatim has no match, whatever its coverage.
 */
export async function findBestMatch<Source extends { text: string; startOffset: number }>(
  claim: string,
  sources: readonly Source[],
): Promise<ClaimMatch & { source: Source | null }> {
  const hasMisquote = checkQuotations(
    claim,
    sources.map(({ text }) => text),
  ).some(({ isVerbatim }) => !isVerbatim)
  let best: ClaimMatch & { source: Source | null } = { ...NO_MATCH, source: null }
  for (const [n, source] of (hasMisquote ? [] : sources).entries()) {
    if (n % PASSAGES_PER_SLICE === PASSAGES_PER_SLICE - 1) await new Promise((resolve) => setImmediate(resolve))
    const match = matchClaim(claim, source)
    if (match.coverage > best.coverage) best = { ...match, source }
    if (best.coverage === 1) break
  }
  return best
}

type Span = { start: number; end: number }

const wordsWithoutCompounds = (text: string) => splitWords(text).filter((word) => word.kind === 'word')

/** Matches one or more complete sentences of the page, which is what the built-in engine claims. */
function matchSentences(claim: string, text: string, sentences: SentenceSpan[]): Span | null {
  const start = sentences.find((sentence) => text.startsWith(claim, sentence.start))?.start
  if (claim === '' || start === undefined) return null
  const last = sentences.find((sentence) => sentence.end >= start + claim.length)
  return last?.end === start + claim.length ? { start, end: last.end } : null
}

/** The sentences that contain the claim's words as a contiguous sequence; Markdown, punctuation and case are ignored. */
function matchWordSequence(claim: string, text: string, sentences: SentenceSpan[]): Span | null {
  const claimWords = wordsWithoutCompounds(claim).map((word) => fold(word.text))
  const words = wordsWithoutCompounds(text)
  const folded = words.map((word) => fold(word.text))
  const isUnitOfPage = sentences.some(({ start, end }) => text.slice(start, end) === claim.trim())
  if (claimWords.length === 0 || (claimWords.length < MIN_CLAIM_WORDS && !isUnitOfPage)) return null
  for (let from = 0; from + claimWords.length <= folded.length; from++) {
    if (claimWords.every((word, n) => folded[from + n] === word)) {
      return enclosingSentences(sentences, words[from], words[from + claimWords.length - 1])
    }
  }
  return null
}

function enclosingSentences(sentences: SentenceSpan[], first: Word | undefined, last: Word | undefined): Span | null {
  if (!first || !last) return null
  const overlapping = sentences.filter((sentence) => sentence.end > first.start && sentence.start < last.end)
  const [firstSentence] = overlapping
  const lastSentence = overlapping.at(-1)
  return firstSentence && lastSentence
    ? { start: firstSentence.start, end: lastSentence.end }
    : { start: first.start, end: last.end }
}

function matchParaphrase(
  claim: string,
  text: string,
  sentences: SentenceSpan[],
): { span: Span | null; coverage: number } {
  const language = detectLanguage(text)
  const claimed = contentOf(claim, language)
  if (claimed.terms.size < 2) return { span: null, coverage: 0 }
  const contents = sentences.map((sentence) => contentOf(text.slice(sentence.start, sentence.end), language))

  let best: { span: Span; coverage: number; length: number } | null = null
  for (let from = 0; from < sentences.length; from++) {
    for (let length = 1; length <= MAX_SENTENCES && from + length <= sentences.length; length++) {
      const window = contents.slice(from, from + length)
      if (![...claimed.numbers].every((number) => window.some((each) => each.numbers.has(number)))) continue
      if (claimed.isNegated !== window.some((each) => each.isNegated)) continue
      const covered = [...claimed.terms].filter((term) => window.some((each) => each.terms.has(term))).length
      const coverage = covered / claimed.terms.size
      const isBetter = !best || coverage > best.coverage || (coverage === best.coverage && length < best.length)
      if (coverage < MIN_COVERAGE || !isBetter) continue
      const start = sentences[from]?.start ?? 0
      best = { span: { start, end: sentences[from + length - 1]?.end ?? start }, coverage, length }
    }
  }
  // Below 1, so that a verbatim match always wins.
  return { span: best?.span ?? null, coverage: Math.min(best?.coverage ?? 0, 0.99) }
}

const NEGATIONS = new Set(
  `not no never none neither nor cannot without n't isn aren wasn weren don doesn didn won wouldn can't couldn shouldn
   nicht kein keine keinen keiner nie niemals ohne ne pas jamais aucun aucune sans no nunca ningún sin non mai nessun não
   nunca nem niet geen nooit inte aldrig ikke aldri nie не нет никогда без δεν μην όχι değil hayır không chưa chẳng ไม่
   नहीं न لا لم لن ليس 不 没 没有 nu niciodată fără ei`.split(/\s+/),
)

/** The content terms and numbers of a text, and whether it contains a negation. */
function contentOf(text: string, language: string) {
  const toTerm = stemmerFor(language)
  const terms = new Set<string>()
  const numbers = new Set<string>()
  let isNegated = /n['’]t\b/.test(text)
  for (const { text: word, kind } of splitWords(text)) {
    const folded = fold(word, language)
    if (NEGATIONS.has(folded)) isNegated = true
    if (kind !== 'word') continue
    if (/\p{N}/u.test(word)) numbers.add(folded)
    if (!isStopWord(folded, language)) terms.add(toTerm(word))
  }
  return { terms, numbers, isNegated }
}
