/**
 * Finds the words that pages may have instead of those of a question, with the list of related words. They only widen a
 * search: what counts as equal in a claim is in retrieval/claims/word-classes.ts.
 */
import type { Word } from '#server/platform/text/split-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isKeyword, isStopWord } from '#server/platform/text/stop-words.ts'
import { associateWords } from './associate-words.ts'
import { entriesFor, type Entry } from './entries.ts'

/** Words that may stand before a particle of a phrase: "turn a string into a number" is "turn into". */
const MAX_GAP = 3
const SENTENCE_END = /[.?!]\s/g
/** Words of the question between which the words of a phrase may be scattered. */
const MAX_SCATTER = 6
/** A word that is shorter than the typed one by more letters is no form of it: "number" is not "numbering". */
const MAX_MISSING_LETTERS = 1

/** Words of a question, and the terms that pages may have instead of them. */
export type Expansion = {
  /** Positions in the list of words, ascending: one for a word, several for a phrase. */
  positions: number[]
  related: string[]
  /** 1 for a word or phrase of the list, less for what its words only suggest together. */
  weight: number
}

/** Weight of what the words of a question only suggest together. */
const ASSOCIATED_WEIGHT = 0.6

/** Entries by their first term. */
const tables = new Map<string, ReadonlyMap<string, Entry[]>>()

/** The words of a question with what is known about each position. */
type QuestionWords = {
  words: readonly Word[]
  /** '' for what is not expanded. */
  terms: readonly string[]
  /** The number of the sentence of each word. */
  sentences: readonly number[]
  language: string
}

/** The expansions of the words of `question`. A word of a phrase is not expanded alone. */
export function expandWords(words: readonly Word[], language: string, question: string): Expansion[] {
  const toTerm = stemmerFor(language)
  const terms = words.map(({ text, kind }) => (kind === 'bigram' || isKeyword(text, question) ? '' : toTerm(text)))
  // A follow-up is searched with the question before it: their words form no phrase together.
  const sentences = sentenceNumbers(words, question)
  const asked = { words, terms, sentences, language }
  const listed = expandListed(asked)
  const known = new Set(listed.flatMap(({ related }) => related))
  const associated = expandAssociated(asked).filter(({ related }) => related.every((term) => !known.has(term)))
  return [...listed, ...associated]
}

/** A word or phrase of the list, and the positions of its words in the question, ascending. */
type Match = { positions: number[]; entry: Entry }

/**
 * The words and phrases that are in the list, the longest first: "who changed a line" before "see … changed". Among equally
 * long ones the first in the question.
 */
function expandListed(asked: QuestionWords): Expansion[] {
  const toTerm = stemmerFor(asked.language)
  const matches = findMatches(asked).toSorted((a, b) => b.positions.length - a.positions.length)
  const used = new Set<number>()
  const expansions: Expansion[] = []
  for (const { positions } of matches) {
    if (positions.some((each) => used.has(each))) continue
    for (const each of positions) used.add(each)
    const own = new Set(positions.map((each) => asked.terms[each]))
    const pageWords = matches.flatMap((each) => (hasPositions(each, positions) ? each.entry.pageWords : []))
    // The term of "sichern" is that of "sich", which is everywhere.
    const isStop = (word: string) => isStopWord(word, asked.language)
    const related = pageWords.flatMap((word) => {
      const term = toTerm(word)
      return own.has(term) || (isStop(term) && !isStop(word)) ? [] : [term]
    })
    expansions.push({ positions, related: [...new Set(related)], weight: 1 })
  }
  return expansions.toSorted((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0))
}

function hasPositions(match: Match, positions: readonly number[]): boolean {
  return match.positions.length === positions.length && match.positions.every((each, n) => each === positions[n])
}

/** Every word and phrase of the list that the question has, by its first word; they may overlap. */
function findMatches({ words, terms, sentences, language }: QuestionWords): Match[] {
  const entries = entriesOf(language)
  const present = new Set(terms)
  const plain = words.flatMap(({ kind }, position) => (kind === 'word' ? position : []))
  return [...words.entries()].flatMap(([position, word]) => {
    const following = plain.filter((each) => each > position)
    const inSentence = plain.filter((each) => sentences[each] === sentences[position])
    const typed = fold(word.text, language)
    const candidates = (entries.get(terms[position] ?? '') ?? []).filter(
      (entry) => isFormOf(word.text, entry.typed[0] ?? '') && entry.terms.every((term) => present.has(term)),
    )
    return withoutHomonyms(candidates, typed, language).flatMap((entry): Match[] => {
      const positions =
        matchPhrase(entry, position, following, terms) ?? matchScattered(entry, position, inSentence, terms)
      return positions ? [{ positions: positions.toSorted((a, b) => a - b), entry }] : []
    })
  })
}

/**
 * Without the lines of other single words that only share the term: "cours" is not "courir", and "entre", a stop word, is
 * not "entrée".
 */
function withoutHomonyms(candidates: Entry[], typed: string, language: string): Entry[] {
  const isWord = ({ typed: words }: Entry) => words.length === 1
  const isSame = (entry: Entry) => isWord(entry) && fold(entry.typed[0] ?? '', language) === typed
  if (!isStopWord(typed, language) && !candidates.some(isSame)) return candidates
  return candidates.filter((entry) => !isWord(entry) || isSame(entry))
}

/** What the words of each sentence suggest together, one term in each expansion. */
function expandAssociated({ words, terms, sentences, language }: QuestionWords): Expansion[] {
  const positionsBySentence = Map.groupBy(words.keys(), (position) => sentences[position])
  return [...positionsBySentence.values()].flatMap((positions) => {
    const sentenceTerms = new Set(positions.map((each) => terms[each] ?? ''))
    return associateWords(sentenceTerms, language).map(({ term, words: suggesting }) => ({
      positions: positions.filter((each) => suggesting.includes(terms[each] ?? '')),
      related: [term],
      weight: ASSOCIATED_WEIGHT,
    }))
  })
}

/** For each word, how many sentences of `question` end before it. Words are in order, apart from compounds and their parts. */
function sentenceNumbers(words: readonly Word[], question: string): number[] {
  const ends = Array.from(question.matchAll(SENTENCE_END), ({ index }) => index)
  let ended = 0
  return words.map(({ start }) => {
    while ((ends[ended] ?? Infinity) < start) ended++
    return ended
  })
}

/** True if the word is in the file, alone or as the word of a phrase that carries its meaning. */
export function isExpanded(word: string, language: string): boolean {
  const term = stemmerFor(language)(word)
  return (entriesOf(language).get(term) ?? []).some(({ isParticle }) => !isParticle[0])
}

/**
 * The positions of a phrase of two or more words that carry meaning, in any order and with others between them: "kill the
 * long query" is "kill query". Undefined if the question does not have it.
 */
function matchScattered(
  { terms, isParticle }: Entry,
  first: number,
  plain: readonly number[],
  questionTerms: readonly string[],
): number[] | undefined {
  const others = terms.filter((_, n) => n > 0 && !isParticle[n])
  if (isParticle[0] || others.length === 0) return undefined
  const at = plain.indexOf(first)
  const reachable = plain.slice(Math.max(0, at - MAX_SCATTER), at + MAX_SCATTER + 1)
  const positions = [first]
  for (const term of others) {
    const position = reachable.find((each) => questionTerms[each] === term && !positions.includes(each))
    if (position === undefined) return undefined
    positions.push(position)
  }
  return positions
}

/** The positions of the phrase's words, the first of them at `first`; undefined if the question does not have it. */
function matchPhrase(
  { terms, isParticle }: Entry,
  first: number,
  following: readonly number[],
  questionTerms: readonly string[],
): number[] | undefined {
  const positions = [first]
  let next = 0
  for (const [n, term] of terms.entries()) {
    if (n === 0) continue
    const reach = next + (isParticle[n] ? MAX_GAP : 0)
    while (next < reach && questionTerms[following[next] ?? -1] !== term) next++
    const position = following[next++]
    if (position === undefined || questionTerms[position] !== term) return undefined
    positions.push(position)
  }
  return positions
}

function isFormOf(word: string, typed: string): boolean {
  return word.length >= typed.length - MAX_MISSING_LETTERS
}

function entriesOf(language: string): ReadonlyMap<string, Entry[]> {
  const table = tables.get(language) ?? Map.groupBy(entriesFor(language), ({ terms }) => terms[0] ?? '')
  tables.set(language, table)
  return table
}
