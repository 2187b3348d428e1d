/** Splits a passage into sentences and matches them, its headings and its title with the terms of a question. */
import type { SourcePassage } from '#server/engines/engine.ts'
import { nameStemmer } from '#server/platform/text/names.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { fold, type Stemmer, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isKeyword, isStopWord } from '#server/platform/text/stop-words.ts'
import { passageLanguage, type Question } from './analyze-question.ts'
import { termMatches } from './question-coverage.ts'
import { isInOtherCase, nameWeight, referencingHeadings, withCrossReferences } from './subject-match.ts'

/** How well something matches each term of the question, in the question's order, 0 to 1. */
export type Matches = number[]

/** A sentence of a passage with its terms. */
type SplitSentence = {
  position: number
  span: SentenceSpan
  text: string
  terms: readonly string[]
  /** The first row of a table, above its delimiter row. */
  isTableHeader: boolean
  /** Position of the header of the table; null for a header and what is no row. */
  header: number | null
  /** Position of the question that the sentence answers, as in a list of frequent questions; null for most sentences. */
  answers: number | null
}

export type AnalyzedSentence = SplitSentence & { matches: Matches }

export type AnalyzedPassage = {
  /** With headings, defined terms and code. */
  sentences: AnalyzedSentence[]
  /** Position of the first sentence that is not a list item or row; -1 without one. */
  firstSentence: number
  /** True if that sentence begins the entry of a defined term, maybe below its properties. */
  startsEntry: boolean
  /** By the last heading. */
  headingMatches: Matches
  /** Approximates the share of the last heading's characters that the question covers, spaces included. */
  headingPrecision: number
  /** By the title and the address of the page, and all headings. */
  titleMatches: Matches
  /** By the title and the address of the page alone. */
  pageTitleMatches: Matches
  /** By all sentences, title and headings. */
  passageMatches: Matches
  /** The names of the subject of a definition question; none for other questions. */
  subjectNames: string[]
  /** How much the passage is named after that subject (`nameWeight`). */
  subjectWeight: number
  toTerm: Stemmer
  /** For `subjectNames`. */
  toNameTerm: Stemmer
  termsOf: (text: string) => string[]
  /** The terms of a text without its stop words, unless it has no others. */
  contentTermsOf: (text: string) => string[]
}

/** Of `subjectWeight` for a heading that writes the subject in another case. */
const OTHER_CASE_WEIGHT = 0.7

/** `passages` are all that were found for the question: some may only refer to this one. */
export function analyzePassage(
  question: Question,
  passage: SourcePassage,
  passages: readonly SourcePassage[],
): AnalyzedPassage {
  const language = passageLanguage(passage, passage.text)
  const toTerm = stemmerFor(language)
  const termsOf = (text: string) => splitTerms(text, toTerm)
  const sentences = sentencesOf(passage.text, language).map((sentence): AnalyzedSentence => ({
    ...sentence,
    matches: highestMatches([termMatches(question, sentence.terms), valueMatches(question, sentence.text)]),
  }))

  const heading = passage.headingPath.at(-1) ?? ''
  // A heading "GIL" above only "See global interpreter lock." is another name of the passage about that lock.
  const aliases = referencingHeadings(passage, passages, toTerm)
  const headingMatches = exactMatches(question, [heading, ...aliases].flatMap(termsOf))
  const pageNames = namesOfPage(passage)
  const titleMatches = exactMatches(question, [...pageNames, ...passage.headingPath, ...aliases].flatMap(termsOf))
  const toNameTerm = nameStemmer(language)
  const subjectNames = withCrossReferences(question.subjectNames(toNameTerm), passages, toNameTerm)
  const subjectWeight = nameWeight(passage, subjectNames, toNameTerm)

  const first = firstSentence(sentences)

  return {
    sentences,
    firstSentence: first,
    startsEntry: sentences.findLast((each) => each.position < first && !isProperty(each))?.span.kind === 'term',
    headingMatches,
    headingPrecision: headingPrecision(question, heading, headingMatches),
    titleMatches,
    pageTitleMatches: termMatches(question, pageNames.flatMap(termsOf)),
    passageMatches: highestMatches([titleMatches, ...sentences.map(({ matches }) => matches)]),
    subjectNames,
    subjectWeight: isInOtherCase(question.text, heading) ? subjectWeight * OTHER_CASE_WEIGHT : subjectWeight,
    toTerm,
    toNameTerm,
    termsOf,
    contentTermsOf: (text) => {
      const words = splitWords(text).map((word) => word.text)
      const content = words.filter((word) => isKeyword(word, text) || !isStopWord(fold(word, language), language))
      return (content.length > 0 ? content : words).map(toTerm)
    },
  }
}

/** "Grammar: forwarders [ port <integer> ] { … }", "Blocks: options, view": what a reference has above its explanation. */
const PROPERTY = /^\p{L}[^:.!?|\n]{0,60}: +(?:[^.!?]{1,120}$|.*[[{<|;])/u

/** The position of the first sentence, preferably one that explains; -1 without one. */
function firstSentence(sentences: readonly SplitSentence[]): number {
  const isSentence = ({ span }: SplitSentence) => span.kind === 'sentence'
  const explaining = sentences.findIndex((each) => isSentence(each) && !isProperty(each))
  return explaining === -1 ? sentences.findIndex(isSentence) : explaining
}

const isProperty = ({ span, text }: SplitSentence) =>
  span.kind === 'sentence' && (PROPERTY.test(text) || !/\p{L}{2}/u.test(text))

/** Texts whose sentences are kept. The questions of a chat often find the same passages. */
const CACHED_PASSAGES = 2000

const sentencesByText = new Map<string, Map<string, readonly SplitSentence[]>>()

/** The sentences of a passage, cached: splitting them is most of the work of an answer. */
function sentencesOf(passageText: string, language: string): readonly SplitSentence[] {
  const cache = sentencesByText.get(language) ?? new Map<string, readonly SplitSentence[]>()
  sentencesByText.set(language, cache)
  const cached = cache.get(passageText)
  if (cached) return cached
  if (cache.size >= CACHED_PASSAGES) cache.clear()
  const toTerm = stemmerFor(language)
  const sentences: SplitSentence[] = []
  for (const [position, span] of splitSentences(passageText).entries()) {
    const text = passageText.slice(span.start, span.end)
    const isTableHeader = span.kind === 'table-row' && DELIMITER_ROW.test(passageText.slice(span.end))
    const header = isTableHeader ? null : headerOf(sentences, span)
    const answers = answeredQuestion(sentences, span, passageText)
    const terms = span.kind === 'table-row' ? rowTerms(text, toTerm) : sentenceTerms(text, toTerm)
    sentences.push({ position, span, text, terms, isTableHeader, header, answers })
  }
  cache.set(passageText, sentences)
  return sentences
}

const DELIMITER_ROW = /^\s*\|[\s:|-]*-{3}/

/** The position of the header of the table that the row is in; null if the passage has none. */
function headerOf(before: readonly SplitSentence[], { kind }: SentenceSpan): number | null {
  const previous = before.at(-1)
  if (kind !== 'table-row' || previous?.span.kind !== 'table-row') return null
  return previous.isTableHeader ? previous.position : previous.header
}

/** “Why?” and "Why?)", not "Why? Because". */
export const isQuestion = (text: string) => /[?？؟]["”’)]?$/.test(text)

/** Sentences after a question that answer it. More are an article that began with one. */
const MAX_ANSWER_SENTENCES = 4

/** The position of the question directly before, which is a paragraph of its own; null if there is none. */
function answeredQuestion(before: readonly SplitSentence[], span: SentenceSpan, text: string): number | null {
  const previous = before.at(-1)
  if (!previous || (span.kind !== 'sentence' && span.kind !== 'list-item')) return null
  const question = previous.answers ?? previous.position
  if (previous.answers === null) {
    const isParagraph = previous.span.kind === 'sentence' && /^\W*\n/.test(text.slice(previous.span.end))
    if (!isParagraph || !isQuestion(previous.text)) return null
  }
  const isNextQuestion = isQuestion(text.slice(span.start, span.end)) && /^\W*\n/.test(text.slice(span.end))
  return isNextQuestion || before.length - question > MAX_ANSWER_SENTENCES ? null : question
}

/** With the longest parts that an address may have, which also bounds the time. */
const EMAIL_ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu
/** The term of each word in an email address. No question has it. */
const WORD_OF_ADDRESS = '@'

/** "support@acme.example" says nothing about support: its words only count as words. */
function sentenceTerms(text: string, toTerm: Stemmer): string[] {
  if (!text.includes('@')) return splitTerms(text, toTerm)
  const addresses = [...text.matchAll(EMAIL_ADDRESS)]
  const isInAddress = (start: number) =>
    addresses.some(({ index, 0: address }) => start >= index && start < index + address.length)
  return splitWords(text).map((word) => (isInAddress(word.start) ? WORD_OF_ADDRESS : toTerm(word.text)))
}

/** "8.5", "4,50"; not "1,204" or "1.5.2026". */
const DECIMAL = /(?<![\d.,])\d+[.,]\d{1,2}(?![.,]?\d)/g
/** The term of each part of a decimal number in a row: the row of "8.5" says nothing about 8. */
const PART_OF_DECIMAL = '.'

function rowTerms(text: string, toTerm: Stemmer): string[] {
  const decimals = [...text.matchAll(DECIMAL)]
  if (decimals.length === 0) return sentenceTerms(text, toTerm)
  const isPart = (start: number, length: number) =>
    decimals.some(
      ({ index, 0: { length: whole } }) => start >= index && start + length <= index + whole && length < whole,
    )
  return splitWords(text).map(({ text: word, start }) => (isPart(start, word.length) ? PART_OF_DECIMAL : toTerm(word)))
}

function splitTerms(text: string, toTerm: Stemmer): string[] {
  return splitWords(text).map((word) => toTerm(word.text))
}

/** What an address has without naming anything. */
const ADDRESS_PARTS = /^https?:\/\/(?:www\.)?|\.(?:com|org|net|html?|php)\b/g

/** The title of the passage's page, and its address, which often has the name of the site. */
export function namesOfPage({ pageTitle, pageUrl }: SourcePassage): string[] {
  return [pageTitle, pageUrl.replaceAll(ADDRESS_PARTS, ' ')]
}

/** Match of a term such as "price" by a price. */
const VALUE_MATCH = 0.8

export function valueMatches(question: Question, text: string): Matches {
  return question.terms.map(({ value }) => (value?.test(text) ? VALUE_MATCH : 0))
}

function exactMatches(question: Question, terms: readonly string[]): Matches {
  const present = new Set(terms)
  return question.terms.map(({ term }) => (present.has(term) ? 1 : 0))
}

function headingPrecision(question: Question, heading: string, matches: Matches): number {
  const matchedLength = question.terms.reduce((sum, { term }, n) => sum + (matches[n] ?? 0) * (term.length + 1), 0)
  return Math.min(1, matchedLength / (heading.length + 1))
}

/** For each term the highest of its matches. */
export function highestMatches(lists: readonly Matches[]): Matches {
  const [first = [], ...others] = lists
  return first.map((match, n) => Math.max(match, ...others.map((matches) => matches[n] ?? 0)))
}
