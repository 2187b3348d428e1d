/** The verdict of one passage on a claim: the sentences that state it, support it or contradict it. */
import type { ClaimState } from '#shared/chat/chats.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { isContent } from './align-tokens.ts'
import { checkQuotations } from './check-quotations.ts'
import { tokenize, type Token } from './claim-tokens.ts'
import { compareSentences, MIN_CONTENT_WORDS, type Comparison } from './compare-sentences.ts'
import { findParts, findQuoted, isRejected, sentencesAt } from './find-verbatim.ts'
import { disagreements } from './particulars.ts'
import { parsePassage, parseText, type ParsedText, type Sentence } from './parse-passage.ts'
import { restricts, wordClassesOf, type WordClasses } from './word-classes.ts'

/** A passage of the page. The title and the headings above it say what its pronouns mean. */
export type ClaimSource = { text: string; startOffset: number; pageTitle?: string; headingPath?: readonly string[] }

export type PreparedClaim = {
  claim: ParsedText
  language: string
  classes: WordClasses
  /** Quotations in the claim that no source contains. */
  misquotes: string[]
}

export type Verdict<Source> = {
  state: ClaimState
  source: Source
  passage: ParsedText
  sentences: Sentence[]
  /** Share of the claim's content words found, 0 to 1. */
  overlap: number
  /** The words that do not agree, as written in the claim and in the passage. */
  differences: { claim: string; source: string }[]
}

/** A claim that shares fewer of its content words with a sentence is not about it. Set by hand. */
const MIN_OVERLAP = 0.6
/** Sentences back to the one that a pronoun refers to. */
const MAX_SENTENCES_BACK = 3
/** Passages that show the language of the page. */
const SAMPLE_PASSAGES = 3
const NOUN_FOR_PAGE =
  /^(?:page|article|documentation|docs|manual|text|source|website|site|guide|seite|artikel|quelle|dokumentation|handbuch)$/

/** `language` is a BCP 47 tag; '' detects the language. */
export function prepareClaim(text: string, sources: readonly ClaimSource[], tag: string): PreparedClaim {
  const sample = sources.slice(0, SAMPLE_PASSAGES).map((source) => source.text)
  const language = tag.split(/[-_]/)[0]?.toLowerCase() || detectLanguage(sample.join('\n'))
  const misquotes = checkQuotations(text, sources, language).filter(({ isVerbatim }) => !isVerbatim)
  return {
    claim: parseText(text, language),
    language,
    classes: wordClassesOf(language),
    misquotes: misquotes.map((quotation) => quotation.text),
  }
}

export function judgePassage<Source extends ClaimSource>(prepared: PreparedClaim, source: Source): Verdict<Source> {
  const passage = parsePassage(source.text, prepared.language)
  return judgeSentences(prepared, { source, passage })
}

/** The verdict of the first passage that contains the quote; null if none does. */
export function judgeAtQuote<Source extends ClaimSource>(
  prepared: PreparedClaim,
  sources: readonly Source[],
  quote: string,
): Verdict<Source> | null {
  for (const source of sources) {
    const passage = parsePassage(source.text, prepared.language)
    const sentences = findParts(quote, passage, prepared.language)?.flatMap((range) => sentencesAt(range, passage))
    if (!sentences) continue
    return judgeSentences(prepared, { source, passage }, sentences)
  }
  return null
}

/** Judges by `quotedSentences`, those of the passage that the engine has quoted, or by all sentences. */
function judgeSentences<Source extends ClaimSource>(
  prepared: PreparedClaim,
  { source, passage }: { source: Source; passage: ParsedText },
  quotedSentences?: readonly Sentence[],
): Verdict<Source> {
  const { claim, language, classes } = prepared
  const notFound: Verdict<Source> = {
    state: 'not-found',
    source,
    passage,
    sentences: [],
    overlap: 0,
    differences: [],
  }
  const sentences = quotedSentences ?? passage.sentences
  const verbatim = findQuoted(claim, passage, classes, language)
  if (verbatim?.every((sentence) => sentences.includes(sentence))) {
    return { ...notFound, state: 'quoted', sentences: verbatim, overlap: 1 }
  }

  const candidates = sentences
    .filter((sentence) => !isRejected(sentence, passage, classes))
    .map((sentence) => ({ sentence, previous: contextOf(sentence, source, passage, classes) }))
  const minOverlap = quotedSentences ? 0 : MIN_OVERLAP
  const found = closestSentences(claim, candidates, passage, { classes, minOverlap })
  if (!found) return notFound
  return { ...notFound, ...judgeComparisons(prepared, found, passage) }
}

/** For each sentence of the claim the closest of the candidates; null if one sentence, or the whole claim, has none. */
function closestSentences(
  claim: ParsedText,
  candidates: readonly Candidate[],
  passage: ParsedText,
  options: { classes: WordClasses; minOverlap: number },
): ComparedSentence[] | null {
  const found: ComparedSentence[] = []
  for (const { from, to, isQuestion } of claim.sentences) {
    const tokens = withoutAttribution(claim.tokens.slice(from, to), options.classes)
    const closest = closestSentence({ tokens, isQuestion }, candidates, passage, options)
    if (!closest) return null
    found.push(closest)
  }
  return found.length > 0 ? found : null
}

function judgeComparisons(
  { claim, classes, misquotes }: PreparedClaim,
  found: readonly ComparedSentence[],
  passage: ParsedText,
): Pick<Verdict<unknown>, 'state' | 'sentences' | 'overlap' | 'differences'> {
  const compared = {
    sentences: found.map(({ sentence }) => sentence),
    overlap: Math.min(...found.map(({ overlap }) => overlap)),
  }
  const isSupported = misquotes.length === 0 && found.every(({ comparison }) => comparison.isSupported)
  if (isSupported && isOnePlace(found, classes)) return { ...compared, state: 'paraphrased', differences: [] }
  const differences = [
    ...misquotes.map((misquote) => ({ claim: misquote, source: '' })),
    ...found.flatMap((each) => differencesOf(each, claim, passage, classes)),
  ]
  return { ...compared, state: differences.length > 0 ? 'differs' : 'not-found', differences }
}

type ClaimPart = { tokens: readonly Token[]; isQuestion: boolean }
type Candidate = { sentence: Sentence; previous: readonly Token[] }
type ComparedSentence = Candidate & { part: ClaimPart; overlap: number; comparison: Comparison }

/** The sentence that supports a part of the claim, else the one with the most in common; null if none is about it. */
function closestSentence(
  part: ClaimPart,
  candidates: readonly Candidate[],
  passage: ParsedText,
  { classes, minOverlap }: { classes: WordClasses; minOverlap: number },
): ComparedSentence | null {
  const stems = new Set(part.tokens.filter((token) => isContent(token, classes)).map(({ stem }) => stem))
  if (stems.size < MIN_CONTENT_WORDS) return null
  let best: ComparedSentence | null = null
  for (const { sentence, previous } of candidates) {
    const tokens = passage.tokens.slice(sentence.from, sentence.to)
    const isAboutPrevious = classes.pronouns.has(tokens[0]?.key ?? '')
    const sentenceStems = new Set([...tokens, ...(isAboutPrevious ? previous : [])].map(({ stem }) => stem))
    const overlap = [...stems].filter((stem) => sentenceStems.has(stem)).length / stems.size
    // A question states nothing.
    if (overlap < minOverlap || sentence.isQuestion !== part.isQuestion) continue
    const comparison = compareSentences(part.tokens, tokens, { classes, previous })
    const compared = { part, sentence, previous, overlap, comparison }
    if (comparison.isSupported) return compared
    if (!best || comparison.overlap > best.comparison.overlap) best = compared
  }
  return best
}

/** Without "According to the page," or "The article says that" at the start. */
function withoutAttribution(tokens: readonly Token[], { attribution }: WordClasses): readonly Token[] {
  let length = 0
  while (attribution.has(tokens[length]?.key ?? '')) length++
  // The words of an attribution may start the statement too: it ends at the last comma or "that".
  while (length > 0 && !endsAttribution(tokens[length - 1], tokens[length])) length--
  const namesPage = tokens.slice(0, length).some(({ key }) => NOUN_FOR_PAGE.test(key))
  return namesPage ? tokens.slice(length) : tokens
}

function endsAttribution(last: Token | undefined, next: Token | undefined): boolean {
  return next?.afterBreak === true || /^(?:that|dass)$/.test(last?.key ?? '')
}

/** The closest sentence before this one that does not begin with a pronoun; before the first one, the title. */
function contextOf(
  sentence: Sentence,
  { headingPath, pageTitle }: ClaimSource,
  { tokens, sentences }: ParsedText,
  { pronouns }: WordClasses,
): readonly Token[] {
  const index = sentences.indexOf(sentence)
  const nearestFirst = sentences.slice(Math.max(0, index - MAX_SENTENCES_BACK), index).toReversed()
  for (const { from, to } of nearestFirst) {
    if (!pronouns.has(tokens[from]?.key ?? '')) return tokens.slice(from, to)
  }
  const title = headingPath?.at(-1) ?? pageTitle ?? ''
  return index === 0 ? tokenize(title, '') : []
}

/** The sentences of a claim must follow each other in the page as well, and "it" must follow directly. */
function isOnePlace(found: readonly ComparedSentence[], { pronouns, possessives }: WordClasses): boolean {
  return found.every(({ part, sentence }, n) => {
    const previous = found[n - 1]?.sentence
    if (!previous) return true
    const firstWord = part.tokens[0]?.key ?? ''
    const refersBack = pronouns.has(firstWord) || possessives.has(firstWord)
    return refersBack ? sentence.from === previous.to : sentence.from >= previous.from
  })
}

/** The words that disagree on both sides; of words that the claim leaves out, those that restrict the rest. */
function differencesOf(
  { part, sentence, previous, comparison }: ComparedSentence,
  claim: ParsedText,
  passage: ParsedText,
  classes: WordClasses,
): { claim: string; source: string }[] {
  const tokens = passage.tokens.slice(sentence.from, sentence.to)
  const hunks = disagreements(part.tokens, tokens, comparison, { classes, previous })
  return hunks.map(({ from, to, sourceFrom, sourceTo }) => {
    const added = part.tokens.slice(from, to)
    const dropped = passage.tokens.slice(sentence.from + sourceFrom, sentence.from + sourceTo)
    return {
      claim: sliceOf(claim.text, added),
      source: sliceOf(passage.text, opposing(dropped, added.length > 0, classes)),
    }
  })
}

/** Of the words left out of a claim: those in place of the claim's, or those that restrict the rest. */
function opposing(dropped: readonly Token[], isReplaced: boolean, classes: WordClasses): readonly Token[] {
  if (isReplaced) {
    const clauseEnd = dropped.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
    return clauseEnd < 0 ? dropped : dropped.slice(0, clauseEnd)
  }
  const restricting = dropped.filter((token) => restricts(token, classes))
  return restricting.length > 0 ? restricting : dropped
}

function sliceOf(text: string, tokens: readonly Token[]): string {
  return text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)
}
