import type { EngineMessage, SourcePassage } from '#server/engines/engine.ts'
import { buildSearchQuery } from '#server/platform/text/build-search-query.ts'
import { applyCorrections } from '#server/platform/text/corrections.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { readMessage } from '#server/platform/text/read-message.ts'
import { subjectNames } from '#server/platform/text/names.ts'
import { splitWords, type Word } from '#server/platform/text/split-words.ts'
import { fold, type Stemmer, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isKeyword, isStopWord } from '#server/platform/text/stop-words.ts'
import { type AnswerType, expectedAnswerType } from './answer-type.ts'

export type Question = {
  text: string
  /** Continues an earlier question, whose terms are among `terms`. */
  isFollowUp: boolean
  /** Distinct content terms in the order of the question; `weight` is the IDF. */
  terms: { term: string; weight: number }[]
  totalWeight: number
  language: string
  answerType: AnswerType
  /** The terms that are numbers, or capitalised words other than the first. */
  namedTerms: string[]
  /** The names of the subject of a definition question, as terms of `toTerm`; none for other questions. */
  subjectNames: (toTerm: Stemmer) => string[]
}

/** `passages` are the search results for the question; they provide the language and the IDF of each term. */
export function analyseQuestion(
  message: string,
  history: EngineMessage[],
  passages: readonly SourcePassage[],
): Question {
  const corrections = passages[0]?.found?.corrections ?? []
  const question = applyCorrections(readMessage(message).question, corrections)
  const query = applyCorrections(buildSearchQuery(message, history), corrections)
  const language = passageLanguage(passages[0], query)
  const toTerm = stemmerFor(language)
  const idf = passages[0]?.found?.idf ?? idfAmong(passages, language)
  const maxIdf = Math.max(1, ...Object.values(idf))
  const terms = new Map<string, number>()
  const words = splitWords(query)
  for (const { text, start, end, kind } of words) {
    if (kind === 'bigram' || (kind === 'compound' && !isIdentifier(text))) continue
    // An identifier counts once, as a whole: skip its parts.
    const isPartOf = (whole: Word) => whole.start <= start && end <= whole.end && whole.text !== text
    if (words.some((other) => isIdentifier(other.text) && isPartOf(other))) continue
    const term = toTerm(text)
    if (isKeyword(text, query) || !isStopWord(fold(text, language), language)) terms.set(term, idf[term] ?? maxIdf)
  }
  return {
    text: question,
    isFollowUp: query !== question,
    terms: [...terms].map(([term, weight]) => ({ term, weight })),
    totalWeight: [...terms.values()].reduce((sum, weight) => sum + weight, 0),
    language,
    answerType: expectedAnswerType(question),
    namedTerms: words
      .filter((word) => isNamed(word, language) && terms.has(toTerm(word.text)))
      .map(({ text }) => toTerm(text)),
    subjectNames: (stem) => subjectNames(question, stem),
  }
}

/** Starts an error message and names nothing. */
const SEVERITY = /^(?:error|fatal|warning|exception|panic|fehler|warnung)$/i

/** In German every noun has a capital, so only numbers and abbreviations count there. */
function isNamed({ text, start, kind }: Word, language: string): boolean {
  const name = language === 'de' ? /\p{N}|\p{Lu}{2}/u : /^\p{Lu}|\p{N}/u
  return kind === 'word' && start > 0 && name.test(text) && !SEVERITY.test(text)
}

function isIdentifier(word: string): boolean {
  return /[_.]|^-/.test(word)
}

export function passageLanguage(passage: SourcePassage | undefined, fallbackText: string): string {
  return passage?.found?.language ?? detectLanguage(passage?.text ?? fallbackText)
}

/** The IDF of each term among `passages`, for passages that do not come from a search. */
function idfAmong(passages: readonly SourcePassage[], language: string): Record<string, number> {
  const toTerm = stemmerFor(language)
  const frequencies = new Map<string, number>()
  for (const { text } of passages) {
    for (const term of new Set(splitWords(text).map((word) => toTerm(word.text)))) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    }
  }
  // As `idf` in retrieval/question-terms.ts.
  const idf = (frequency: number) => Math.log(1 + (passages.length - frequency + 0.5) / (frequency + 0.5))
  return Object.fromEntries([...frequencies].map(([term, frequency]) => [term, idf(frequency)]))
}
