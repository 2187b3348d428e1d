/** A question's words as terms of an index, and how rare each of them is there. */
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords, type WordKind } from '#server/text/words.ts'
import { at, type Postings } from './postings.ts'
import type { IndexState } from './word-index.ts'

/** What a small word, and the part of an identifier, counts beside others. */
const SMALL = 0.4

/** A word of the question: its term in each language of the selection, and those of them that the index holds. */
export type QuestionTerm = { forms: string[]; ids: number[]; idf: number; kind: WordKind }

/** The question's words in order, each as the terms it may be in the languages of the selection. */
export function questionTerms(state: IndexState, question: string): QuestionTerm[] {
  const readers = (state.languages.length > 0 ? state.languages : ['']).map(termReader)
  const words = readWords(question)
  return words.map((word) => {
    const forms = [...new Set(readers.map((termOf) => termOf(word.text)))]
    const ids = forms.flatMap((form) => state.terms.get(form) ?? [])
    const small = state.languages.some((language) => isStopWord(fold(word.text, language), language))
    const rarity = idf(state, Math.max(0, ...ids.map((id) => documentCount(state.body, id))))
    // The parts of an identifier would count it several times over.
    const isPart = words.some(
      (other) => other.kind === 'compound' && other !== word && other.start <= word.start && word.end <= other.end,
    )
    return { forms, ids, idf: small || isPart ? rarity * SMALL : rarity, kind: word.kind }
  })
}

/** Those that the index holds, each once. */
export function distinct(terms: QuestionTerm[]): QuestionTerm[] {
  const seen = new Map<string, QuestionTerm>()
  for (const term of terms) if (term.ids.length > 0) seen.set(term.ids.join(), term)
  return [...seen.values()]
}

/** BM25's idf of each term of the question; a term that stands nowhere has the highest. */
export function rarityOf(state: IndexState, question: string): Record<string, number> {
  const rarity: Record<string, number> = {}
  for (const language of state.languages) {
    const termOf = termReader(language)
    for (const word of readWords(question)) {
      const term = termOf(word.text)
      const id = state.terms.get(term)
      rarity[term] = idf(state, id === undefined ? 0 : documentCount(state.body, id))
    }
  }
  return rarity
}

/** 0 for a term that stands nowhere. */
export function rarityOfTerm(state: IndexState, term: string): number {
  const id = state.terms.get(term)
  return id === undefined ? 0 : idf(state, documentCount(state.body, id))
}

/** In how many passages the term stands. */
export function documentCount(postings: Postings, term: number): number {
  return at(postings.starts, term + 1) - at(postings.starts, term)
}

/** BM25's inverse document frequency of what stands in `count` passages. */
export function idf(state: IndexState, count: number): number {
  return Math.log(1 + (state.size - count + 0.5) / (count + 0.5))
}
