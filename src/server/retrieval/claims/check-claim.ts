/**
 * Judges a claim by the stored page alone. The engine that made the claim, and the quote it gave, are not trusted. When
 * in doubt, a claim is not supported: a false claim shown as supported does more harm than the opposite.
 */
import type { ClaimState } from '#shared/chat/chats.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { isContent } from './align-tokens.ts'
import { checkQuotations } from './check-quotations.ts'
import { tokenize, type Token } from './claim-tokens.ts'
import { compareSentences, MIN_CONTENT_WORDS, restricts, type Comparison } from './compare-sentences.ts'
import { findParts, findQuoted, sentencesAt } from './find-verbatim.ts'
import { parseText, type ParsedText, type Sentence } from './parse-passage.ts'
import { wordClassesOf, type WordClasses } from './word-classes.ts'

export type ClaimCheck = {
  state: ClaimState
  /** A verbatim part of the page: the sentences that support or contradict the claim; '' for 'not-found'. */
  sentence: string
  /** Offsets into the page's content: `content.slice(startOffset, endOffset) === sentence`. */
  startOffset: number
  endOffset: number
  /** For 'differs': the words that do not agree, as written in the claim and in the source; either may be ''. */
  differences: { claim: string; source: string }[]
}

export type ClaimOptions = {
  /** Words of the page that the engine gave as support. They are looked up in the page and never trusted. */
  quote?: string | null
  /** Primary language subtag of the page; detected from the text if absent. */
  language?: string
}

/** A passage of the page. The title and the headings above it tell what its pronouns stand for. */
type ClaimSource = { text: string; startOffset: number; pageTitle?: string; headingPath?: readonly string[] }

/** A claim that shares fewer of its content words with a sentence is not about it. Set by hand. */
const MIN_OVERLAP = 0.6
/** Share of the claim's words that a passage must contain to be read closely. */
const MIN_PASSAGE_OVERLAP = 0.4
/** Passages compared per claim at most, those with the most words of the claim. */
const MAX_PASSAGES = 12
/** Stems are compared by their first letters, because inflection changes the end. */
const PREFIX_LENGTH = 4
/** Sentences back to the one that a pronoun refers to. */
const MAX_SENTENCES_BACK = 3
/** Passages checked before control returns to the event loop. */
const PASSAGES_PER_SLICE = 10

/** Checks a claim against the passages of one page. */
export async function checkClaim<Source extends ClaimSource>(
  claim: string,
  sources: readonly Source[],
  options: ClaimOptions = {},
): Promise<ClaimCheck & { source: Source | null }> {
  const prepared = prepareClaim(claim, sources, options)
  let best = options.quote ? judgeAtQuote(prepared, sources, options.quote) : null
  if (best && isSupported(best)) return report(best)
  for (const [n, source] of candidatePassages(prepared, sources).entries()) {
    if (n % PASSAGES_PER_SLICE === PASSAGES_PER_SLICE - 1) await new Promise((resolve) => setImmediate(resolve))
    best = better(best, judgeInPassage(prepared, source))
    if (best?.state === 'quoted') break
  }
  return report(best)
}

/** Checks a claim against one passage. */
export function checkClaimInPassage(claim: string, source: ClaimSource, options: ClaimOptions = {}): ClaimCheck {
  const prepared = prepareClaim(claim, [source], options)
  const { source: _, ...check } = report(judgeInPassage(prepared, source))
  return check
}

type PreparedClaim = {
  claim: ParsedText
  language: string
  classes: WordClasses
  /** Quotations in the claim that no source contains. */
  misquotes: string[]
}

type Verdict<Source> = {
  state: ClaimState
  source: Source
  passage: ParsedText
  sentences: Sentence[]
  /** Share of the claim's content words found, 0 to 1. */
  overlap: number
  differences: ClaimCheck['differences']
}

function prepareClaim(text: string, sources: readonly ClaimSource[], options: ClaimOptions): PreparedClaim {
  const tag = options.language?.split(/[-_]/)[0]?.toLowerCase() ?? ''
  const language = tag || detectLanguage(sampleOf(sources))
  const misquotes = checkQuotations(text, sources, language).filter(({ isVerbatim }) => !isVerbatim)
  return {
    claim: parseText(text, language),
    language,
    classes: wordClassesOf(language),
    misquotes: misquotes.map((quotation) => quotation.text),
  }
}

/** Enough text to detect the language. */
function sampleOf(sources: readonly ClaimSource[]): string {
  return sources
    .slice(0, 3)
    .map(({ text }) => text)
    .join('\n')
}

/** The passages that share words with the claim, those with the most first. A cheap search before the comparison. */
function candidatePassages<Source extends ClaimSource>(prepared: PreparedClaim, sources: readonly Source[]): Source[] {
  const { claim, classes } = prepared
  const content = claim.tokens.filter((token) => isContent(token, classes) && /^\p{L}/u.test(token.stem))
  const prefixes = [...new Set(content.map(({ stem }) => stem.slice(0, PREFIX_LENGTH)))]
  const scored = sources.map((source) => {
    const text = foldForSearch(source.text)
    return { source, share: prefixes.filter((prefix) => text.includes(prefix)).length / Math.max(1, prefixes.length) }
  })
  return scored
    .filter(({ share }) => prefixes.length === 0 || share >= MIN_PASSAGE_OVERLAP)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MAX_PASSAGES)
    .map(({ source }) => source)
}

/** Like stems: folded, without diacritics and invisible characters. */
function foldForSearch(text: string): string {
  const folded = fold(text)
  if (/^[\x00-\x7f]*$/.test(folded)) return folded
  return folded
    .replace(/[\u00ad\u200b-\u200d\u2060]/g, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .normalize('NFC')
}

/** The verdict at the first passage that contains the quote; null if none does. */
function judgeAtQuote<Source extends ClaimSource>(
  prepared: PreparedClaim,
  sources: readonly Source[],
  quote: string,
): Verdict<Source> | null {
  for (const source of sources) {
    const passage = parseText(source.text, prepared.language)
    const ranges = findParts(quote, passage, prepared.language)
    if (!ranges) continue
    const sentences = ranges.flatMap((range) => sentencesAt(range, passage))
    const verdict = judgeSentences(prepared, { source, passage }, sentences)
    // The page has the quote, and the quote does not say this.
    return verdict.state === 'not-found' ? { ...verdict, state: 'differs', sentences } : verdict
  }
  return null
}

function judgeInPassage<Source extends ClaimSource>(prepared: PreparedClaim, source: Source): Verdict<Source> {
  const passage = parseText(source.text, prepared.language)
  return judgeSentences(prepared, { source, passage }, passage.sentences)
}

function judgeSentences<Source extends ClaimSource>(
  { claim, language, classes, misquotes }: PreparedClaim,
  { source, passage }: { source: Source; passage: ParsedText },
  within: readonly Sentence[],
): Verdict<Source> {
  const quoted = findQuoted(claim, passage, classes, language)
  const verdict = { source, passage, sentences: [], overlap: 0, differences: [] }
  if (quoted?.every((sentence) => within.includes(sentence))) {
    return { ...verdict, state: 'quoted', sentences: quoted, overlap: 1 }
  }
  const parts = claim.sentences.map((sentence) => {
    return closestSentence(
      claim.tokens.slice(sentence.from, sentence.to),
      sentence,
      { source, passage },
      within,
      classes,
    )
  })
  const found = parts.filter((part) => part !== null)
  if (found.length === 0 || found.length < parts.length) return { ...verdict, state: 'not-found' }
  const differences = [
    ...misquotes.map((misquote) => ({ claim: misquote, source: '' })),
    ...found.flatMap((part) => part.comparison.differences.map((hunk) => wordsOf(hunk, claim, part, passage, classes))),
  ]
  const isSupportedClaim = misquotes.length === 0 && found.every(({ comparison }) => comparison.isSupported)
  return {
    ...verdict,
    state: isSupportedClaim && isOnePlace(found, claim, classes) ? 'paraphrased' : 'differs',
    sentences: found.map(({ sentence }) => sentence),
    overlap: Math.min(...found.map(({ overlap }) => overlap)),
    differences,
  }
}

type ClosestSentence = { claimFrom: number; sentence: Sentence; overlap: number; comparison: Comparison }

/** The sentence that supports the claim's tokens, else the one with the most in common; null if none is about it. */
function closestSentence(
  tokens: readonly Token[],
  { from, isQuestion }: Sentence,
  { source, passage }: { source: ClaimSource; passage: ParsedText },
  within: readonly Sentence[],
  classes: WordClasses,
): ClosestSentence | null {
  const stems = new Set(tokens.filter((token) => isContent(token, classes)).map(({ stem }) => stem))
  if (stems.size < MIN_CONTENT_WORDS) return null
  const isWholePassage = within.length === passage.sentences.length
  let best: ClosestSentence | null = null
  for (const sentence of within) {
    const sentenceTokens = passage.tokens.slice(sentence.from, sentence.to)
    const sentenceStems = new Set(sentenceTokens.map(({ stem }) => stem))
    const overlap = [...stems].filter((stem) => sentenceStems.has(stem)).length / Math.max(1, stems.size)
    if (isWholePassage && overlap < MIN_OVERLAP) continue
    if (sentence.isQuestion !== isQuestion) continue
    const previous = subjectContext(sentence, source, passage, classes)
    const comparison = compareSentences(tokens, sentenceTokens, { classes, previous })
    const isBetter = !best || comparison.isSupported || comparison.overlap > best.comparison.overlap
    if (isBetter) best = { claimFrom: from, sentence, overlap, comparison }
    if (comparison.isSupported) break
  }
  return best
}

/** The closest sentence before this one that does not begin with a pronoun; before the first one, the title. */
function subjectContext(
  sentence: Sentence,
  source: ClaimSource,
  passage: ParsedText,
  classes: WordClasses,
): readonly Token[] {
  const index = passage.sentences.indexOf(sentence)
  for (let n = index - 1; n >= Math.max(0, index - MAX_SENTENCES_BACK); n--) {
    const { from = 0, to = 0 } = passage.sentences[n] ?? {}
    const first = passage.tokens[from]
    if (first && !classes.pronouns.has(first.key)) return passage.tokens.slice(from, to)
  }
  return index === 0 ? tokenize(source.headingPath?.at(-1) ?? source.pageTitle ?? '', '') : []
}

/** The sentences of a claim must follow each other in the page as well, and "it" must follow directly. */
function isOnePlace(parts: readonly ClosestSentence[], claim: ParsedText, classes: WordClasses): boolean {
  return parts.every(({ claimFrom, sentence }, n) => {
    const previous = parts[n - 1]?.sentence
    if (!previous) return true
    const first = claim.tokens[claimFrom]
    const startsWithPronoun =
      first !== undefined && (classes.pronouns.has(first.key) || classes.possessives.has(first.key))
    return startsWithPronoun ? sentence.from === previous.to : sentence.from >= previous.from
  })
}

/** The first of equals. */
function better<Source>(a: Verdict<Source> | null, b: Verdict<Source>): Verdict<Source> {
  if (!a) return b
  if (RANK[a.state] !== RANK[b.state]) return RANK[b.state] > RANK[a.state] ? b : a
  return b.overlap > a.overlap ? b : a
}

const RANK: Record<ClaimState, number> = { quoted: 3, paraphrased: 2, differs: 1, 'not-found': 0 }

function isSupported({ state }: { state: ClaimState }): boolean {
  return state === 'quoted' || state === 'paraphrased'
}

/** The differing words as written on both sides; of a long part that the claim leaves out, the restricting words. */
function wordsOf(
  { from, to, sourceFrom, sourceTo }: Comparison['differences'][number],
  claim: ParsedText,
  { claimFrom, sentence }: ClosestSentence,
  passage: ParsedText,
  classes: WordClasses,
): { claim: string; source: string } {
  const added = claim.tokens.slice(claimFrom + from, claimFrom + to)
  const dropped = passage.tokens.slice(sentence.from + sourceFrom, sentence.from + sourceTo)
  const restricting = dropped.filter((token) => restricts(token, classes))
  return {
    claim: sliceOf(claim.text, added),
    source: sliceOf(passage.text, added.length === 0 && restricting.length > 0 ? restricting : dropped),
  }
}

function sliceOf(text: string, tokens: readonly Token[]): string {
  return text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)
}

function report<Source extends ClaimSource>(verdict: Verdict<Source> | null): ClaimCheck & { source: Source | null } {
  if (!verdict || verdict.state === 'not-found') {
    return { state: 'not-found', sentence: '', startOffset: 0, endOffset: 0, differences: [], source: null }
  }
  const { state, source, passage, sentences, differences } = verdict
  const start = Math.min(...sentences.map((sentence) => sentence.start))
  const end = Math.max(...sentences.map((sentence) => sentence.end))
  const { startOffset } = source
  return {
    state,
    sentence: passage.text.slice(start, end),
    startOffset: startOffset + start,
    endOffset: startOffset + end,
    differences: state === 'differs' ? differences : [],
    source,
  }
}
