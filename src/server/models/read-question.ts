/** Reads a question: its terms with their weights, and what kind of answer it asks for. */
import { detectLanguage } from '#server/text/languages.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { searchQuery } from '#server/text/search-query.ts'
import { subjectNames } from '#server/text/names.ts'
import { fold, termReader, type TermReader } from '#server/text/terms.ts'
import { readWords, type Word } from '#server/text/words.ts'
import { answerKindOf, type AnswerKind } from './answer-kinds.ts'
import type { EngineTurn, SourcePassage } from './engine.ts'

export type Question = {
  text: string
  /** In the order asked, each once. `weight` is how rare the term is; small words have none. */
  terms: { term: string; weight: number }[]
  /** Of all weights. */
  total: number
  language: string
  kind: AnswerKind
  /** Those of its terms that are numbers or begin with a capital, the first word apart. */
  names: string[]
  /** The names of what it asks to be explained, as terms of a reader; none when it asks for something else. */
  subject: (termOf: TermReader) => string[]
}

/** `passages` are those found for it: they tell the language and how rare each word is. */
export function readQuestion(question: string, history: EngineTurn[], passages: readonly SourcePassage[]): Question {
  const asked = searchQuery(question, history)
  const language = languageOf(passages[0], asked)
  const termOf = termReader(language)
  const rarity = passages[0]?.found?.rarity ?? rarityAmong(passages, language)
  const commonest = Math.max(1, ...Object.values(rarity))
  const terms = new Map<string, number>()
  const words = readWords(asked)
  for (const { text, start, end, kind } of words) {
    if (kind === 'gram' || (kind === 'compound' && !isIdentifier(text))) continue
    // An identifier is asked for as a whole: its parts would count it three times over.
    const isPart = (whole: Word) => whole.start <= start && end <= whole.end && whole.text !== text
    if (words.some((other) => isIdentifier(other.text) && isPart(other))) continue
    const term = termOf(text)
    const weight = rarity[term] ?? commonest
    if (!isStopWord(fold(text, language), language)) terms.set(term, weight)
  }
  return {
    text: question,
    terms: [...terms].map(([term, weight]) => ({ term, weight })),
    total: [...terms.values()].reduce((sum, weight) => sum + weight, 0),
    language,
    kind: answerKindOf(question),
    names: words.filter((word) => isName(word) && terms.has(termOf(word.text))).map(({ text }) => termOf(text)),
    subject: (of) => subjectNames(question, of),
  }
}

function isName({ text, start, kind }: Word): boolean {
  return kind === 'word' && start > 0 && /^\p{Lu}|\p{N}/u.test(text)
}

function isIdentifier(word: string): boolean {
  return /[_.]|^-/.test(word)
}

export function languageOf(passage: SourcePassage | undefined, otherwise: string): string {
  return passage?.found?.language ?? detectLanguage(passage?.text ?? otherwise)
}

/** For passages that no search has found: how rare each term is among them. */
function rarityAmong(passages: readonly SourcePassage[], language: string): Record<string, number> {
  const termOf = termReader(language)
  const counts = new Map<string, number>()
  for (const { text } of passages) {
    for (const term of new Set(readWords(text).map((word) => termOf(word.text)))) {
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
  }
  const rarity = (count: number) => Math.log(1 + (passages.length - count + 0.5) / (count + 0.5))
  return Object.fromEntries([...counts].map(([term, count]) => [term, rarity(count)]))
}
