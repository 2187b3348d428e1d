/** The words of a question as terms of an index, weighted by inverse document frequency (IDF). */
import { type Expansion, expandWords } from '#server/platform/text/related-words/expand-words.ts'
import { weightInQuery } from '#server/platform/question/build-search-query.ts'
import { isKeyword, isStopWord } from '#server/platform/text/stop-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { splitWords, type Word, type WordKind } from '#server/platform/text/split-words.ts'
import { type Postings, valueAt } from './postings.ts'
import type { TermIndex } from './term-index.ts'

/**
 * Weight of stop words and of the parts of an identifier. Question words such as "who" are rare on pages, so their IDF
 * alone overrates them: 0.4 raised mean recall@1 by .003 (docs/decisions/007-own-ranking.md).
 */
const MINOR_TERM_WEIGHT = 0.4
/** Weight of a word of a phrase for which pages have other words: these words are the everyday ones. */
const PHRASE_WORD_WEIGHT = 0.7
/** Added to the weight of a phrase for each content word above two: a long phrase more certainly means what its line says. */
const LONG_PHRASE_WEIGHT = 0.3

/**
 * A word of the question: its term in each language of the selection, the ids of those that the index contains, and the
 * ids of related terms.
 */
export type QuestionTerm = {
  forms: string[]
  ids: number[]
  relatedIds: number[]
  idf: number
  kind: WordKind
  /** A stop word or a part of an identifier. */
  isMinor: boolean
  /** What a match of a phrase's terms counts: 1 for two words, more for more, less for what is uncertain. 1 for a word. */
  weight: number
}

/** "git ignore" also finds "gitignore", and "max connections" finds "max_connections". */
const JOINERS = ['', '_', '.']

/** The words of the question in order, then what pages may say instead of its phrases. */
export function questionTerms(index: TermIndex, question: string): QuestionTerm[] {
  const languages = index.languages.length > 0 ? index.languages : ['']
  const words = splitWords(question)
  const expansions = index.languages.flatMap((language) => expandWords(words, language, question))
  const phrases = expansions.filter((each) => isIndexedPhrase(index, each))
  const inPhrases = new Set(phrases.flatMap(({ positions }) => positions))
  const literal = words.map((word, position): QuestionTerm => {
    const forms = [...new Set(languages.map((language) => stemmerFor(language)(word.text)))]
    const ids = forms.flatMap((form) => index.terms.get(form) ?? [])
    const isNamed = isKeyword(word.text, question)
    const isStop = !isNamed && index.languages.some((language) => isStopWord(fold(word.text, language), language))
    const relatedIds: number[] = []
    if (!isStop && !isNamed) {
      relatedIds.push(...relatedIdsOf(index, expansions, position))
      relatedIds.push(...joinedIdsOf(index, words[position - 1], word))
    }
    const isMinor = isStop || isPartOfCompound(word, words)
    const minorShare = isMinor ? MINOR_TERM_WEIGHT : 1
    const phraseShare = inPhrases.has(position) ? PHRASE_WORD_WEIGHT : 1
    const wordIdf = idfOf(index, [...ids, ...relatedIds])
    const weight = minorShare * phraseShare * weightInQuery(question, word.start)
    return { forms, ids, relatedIds, idf: wordIdf * weight, kind: word.kind, isMinor, weight: 1 }
  })
  const isContent = (position: number) => literal[position]?.isMinor === false
  return [...literal, ...phraseTerms(index, expansions, isContent)]
}

/** The ids of two words written as one. */
function joinedIdsOf(index: TermIndex, previous: Word | undefined, word: Word): number[] {
  if (!previous) return []
  return JOINERS.flatMap((joiner) => idsOf(index, previous.text + joiner + word.text))
}

/** True for the parts of an identifier, which would otherwise count several times: as a whole and once for each part. */
function isPartOfCompound(word: Word, words: readonly Word[]): boolean {
  return words.some(
    (other) => other.kind === 'compound' && other !== word && other.start <= word.start && word.end <= other.end,
  )
}

/** True for a phrase of the list whose other words the pages have. */
function isIndexedPhrase(index: TermIndex, { positions, related, weight }: Expansion): boolean {
  return weight === 1 && positions.length > 1 && idsOfTerms(index, related).length > 0
}

/** What pages may say instead of a phrase, as a term of its own. */
function phraseTerms(
  index: TermIndex,
  expansions: readonly Expansion[],
  isContent: (position: number) => boolean,
): QuestionTerm[] {
  return expansions.flatMap(({ positions, related, weight }) => {
    const relatedIds = positions.length > 1 ? idsOfTerms(index, related) : []
    const isListed = weight === 1
    const wordsAboveTwo = Math.max(0, positions.filter(isContent).length - 2)
    const phraseWeight = isListed ? 1 + LONG_PHRASE_WEIGHT * wordsAboveTwo : weight
    const phrase = { forms: [], ids: [], relatedIds, kind: 'word' as const, isMinor: false, weight: phraseWeight }
    return relatedIds.length > 0 ? { ...phrase, idf: phraseWeight * idfOf(index, relatedIds) } : []
  })
}

function idsOf(index: TermIndex, word: string): number[] {
  return index.languages.flatMap((language) => index.terms.get(stemmerFor(language)(word)) ?? [])
}

/** The ids of what pages may say instead of the word alone. */
function relatedIdsOf(index: TermIndex, expansions: readonly Expansion[], position: number): number[] {
  const ofWord = expansions.filter(({ positions }) => positions.length === 1 && positions[0] === position)
  return ofWord.flatMap(({ related }) => idsOfTerms(index, related))
}

function idsOfTerms(index: TermIndex, terms: readonly string[]): number[] {
  return terms.flatMap((term) => index.terms.get(term) ?? [])
}

/** The terms that the index contains, without duplicates. */
export function indexedTerms(terms: QuestionTerm[]): QuestionTerm[] {
  const byIds = new Map<string, QuestionTerm>()
  for (const term of terms) {
    if (term.ids.length + term.relatedIds.length === 0) continue
    const key = `${term.ids.join()};${term.relatedIds.join()}`
    if (term.idf >= (byIds.get(key)?.idf ?? 0)) byIds.set(key, term)
  }
  return [...byIds.values()]
}

export type TermWeights = {
  /**
   * The IDF of each term of the question: that of the most frequent term among it and its related ones, since a word
   * that the pages do not use may only be another name for a common one. A term that no passage contains has the highest,
   * and one that names the site the lowest: every page is about it.
   */
  idf: Record<string, number>
  /** The terms that no passage contains, not even as a related one, and what such a term counts: 0 to 1. */
  absent: { terms: ReadonlySet<string>; weight: number }
  /** The terms that name the site, with their weight in the search: pages that repeat the name are often about the whole. */
  siteTerms: ReadonlyMap<string, number>
}

/** Passages from which on an absent word counts in full. */
const MANY_PASSAGES = 1000

export function termWeights(index: TermIndex, question: string): TermWeights {
  const idf: Record<string, number> = {}
  const absent = new Set<string>()
  const siteTerms = new Map<string, number>()
  for (const language of index.languages) {
    const toTerm = stemmerFor(language)
    const words = splitWords(question)
    const expansions = expandWords(words, language, question)
    for (const [position, { text }] of words.entries()) {
      const term = toTerm(text)
      const related = expansions.flatMap((each) => (each.positions.includes(position) ? each.related : []))
      const ids = idsOfTerms(index, [term, ...related])
      const isSiteTerm = idsOfTerms(index, [term]).some((id) => index.siteTerms.has(id))
      if (isSiteTerm) siteTerms.set(term, idfOf(index, ids))
      idf[term] = isSiteTerm ? idfOfAll(index) : idfOf(index, ids)
      if (ids.length === 0) absent.add(term)
    }
  }
  // A small selection lacks most common words, which says little about what it answers.
  const weight = Math.min(1, Math.log(1 + index.size) / Math.log(1 + MANY_PASSAGES))
  return { idf, absent: { terms: absent, weight }, siteTerms }
}

/** The IDF of the most frequent of the terms. */
function idfOf(index: TermIndex, ids: readonly number[]): number {
  return idf(index, Math.max(0, ...ids.map((id) => documentFrequency(index.body, id))))
}

/** The IDF of a term that all passages contain. */
const idfOfAll = (index: TermIndex) => idf(index, index.size)

/** The IDF of a term; 0 if no passage contains it. */
export function idfOrZero(index: TermIndex, term: string): number {
  const id = index.terms.get(term)
  return id === undefined ? 0 : idf(index, documentFrequency(index.body, id))
}

/** The number of passages that contain the term. */
export function documentFrequency(postings: Postings, term: number): number {
  return valueAt(postings.starts, term + 1) - valueAt(postings.starts, term)
}

/**
 * BM25's inverse document frequency (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond,
 * 2009). The 1 inside the logarithm keeps it positive for terms of more than half of the passages, as in Lucene.
 */
export function idf(index: TermIndex, frequency: number): number {
  return Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5))
}
