/**
 * Ranks the passages of an index for a question: BM25 over stems, four-letter grams for the word forms that no stemmer
 * joins, titles and headings; then, among the best of these, neighbouring words and the best single sentence.
 */
import { asksForHistory } from '#server/text/history-pages.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { mentionedNames, subjectNames } from '#server/text/names.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords, type WordKind } from '#server/text/words.ts'
import { at, type Postings } from './postings.ts'
import { gramsOf, type IndexState } from './word-index.ts'

/** Chosen on the twelve languages of `npm run bench answers`; docs/benchmarks.md has the figures. */
export const WEIGHTS = {
  k1: 1.2,
  b: 0.5,
  grams: 0.3,
  head: 0.8,
  pairs: 0.3,
  sentence: 1,
  small: 0.4,
  opening: 0.5,
  named: 3,
  mentioned: 0.5,
  cell: 0.5,
  history: 0.75,
}
export type Weights = typeof WEIGHTS

/** How many of the best passages are looked at closely. */
const CANDIDATES = 200

/** A word of the question: its term in each language of the selection, and those of them that the index holds. */
type QuestionTerm = { forms: string[]; ids: number[]; idf: number; kind: WordKind }

export function rankPassages(state: IndexState, question: string, k: number, weights: Weights = WEIGHTS) {
  const terms = questionTerms(state, question)
  const scores = new Float32Array(state.size)
  for (const term of distinct(terms)) addTerm(state, scores, term, weights)
  addGrams(state, scores, terms, weights)
  addNamed(state, scores, question, weights)
  if (!asksForHistory(question)) {
    for (let n = 0; n < state.size; n++) if (state.isHistory[n] === 1) scores[n] = at(scores, n) * weights.history
  }
  const candidates = best(scores, Math.max(k, CANDIDATES))
  for (const candidate of candidates) candidate.score += closeLook(state, candidate.passage, terms, weights)
  return candidates.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, k)
}

/** Adds to the passages that bear the name of what the question asks to be explained, or a name that it mentions. */
function addNamed(state: IndexState, scores: Float32Array, question: string, { named, mentioned }: Weights): void {
  const added = new Map<number, number>()
  const add = (name: string, weight: number) => {
    const rarity = name.split(' ').reduce((sum, term) => sum + rarityOfTerm(state, term), 0)
    for (const { passage, share } of state.named.get(name) ?? []) {
      added.set(passage, Math.max(added.get(passage) ?? 0, weight * share * rarity))
    }
  }
  for (const termOf of state.languages.map(termReader)) {
    for (const name of mentionedNames(question, termOf)) add(name, mentioned)
    for (const name of subjectNames(question, termOf)) add(name, named)
  }
  for (const [passage, score] of added) scores[passage] = at(scores, passage) + score
}

function rarityOfTerm(state: IndexState, term: string): number {
  const id = state.terms.get(term)
  return id === undefined ? 0 : idf(state, documentCount(state.body, id))
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

/** The question's words in order, each as the terms it may be in the languages of the selection. */
function questionTerms(state: IndexState, question: string): QuestionTerm[] {
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
    return { forms, ids, idf: small || isPart ? rarity * WEIGHTS.small : rarity, kind: word.kind }
  })
}

function distinct(terms: QuestionTerm[]): QuestionTerm[] {
  const seen = new Map<string, QuestionTerm>()
  for (const term of terms) if (term.ids.length > 0) seen.set(term.ids.join(), term)
  return [...seen.values()]
}

function documentCount(postings: Postings, term: number): number {
  return at(postings.starts, term + 1) - at(postings.starts, term)
}

function idf(state: IndexState, count: number): number {
  return Math.log(1 + (state.size - count + 0.5) / (count + 0.5))
}

function addTerm(state: IndexState, scores: Float32Array, term: QuestionTerm, { k1, b, head }: Weights): void {
  for (const id of term.ids) {
    const { starts, passages, counts } = state.body
    for (let place = at(starts, id); place < at(starts, id + 1); place++) {
      const passage = at(passages, place)
      const count = at(counts, place)
      const length = 1 - b + (b * at(state.lengths, passage)) / state.meanLength
      scores[passage] = at(scores, passage) + (term.idf * (count * (k1 + 1))) / (count + k1 * length)
    }
    for (let place = at(state.head.starts, id); place < at(state.head.starts, id + 1); place++) {
      const passage = at(state.head.passages, place)
      scores[passage] = at(scores, passage) + head * term.idf
    }
  }
}

/** BM25 over four-letter grams; a gram's passages are those of the terms that contain it. */
function addGrams(state: IndexState, scores: Float32Array, terms: QuestionTerm[], weights: Weights): void {
  const { k1, b } = weights
  const counted = new Float32Array(state.size)
  const touched = new Uint32Array(state.size)
  const { starts, passages, counts } = state.body
  const forms = terms.flatMap((term) => (term.kind === 'word' ? term.forms : []))
  for (const gram of new Set(forms.flatMap((form) => [...gramsOf(form)]))) {
    let size = 0
    let entries = 0
    const holders = state.grams.get(gram) ?? []
    for (const id of holders) entries += documentCount(state.body, id)
    // A gram of every second passage tells nothing and would cost most of the time.
    if (entries > state.size * 0.6) continue
    for (const id of holders) {
      for (let place = at(starts, id); place < at(starts, id + 1); place++) {
        const passage = at(passages, place)
        if (counted[passage] === 0) touched[size++] = passage
        counted[passage] = at(counted, passage) + at(counts, place)
      }
    }
    const rarity = idf(state, size)
    for (let n = 0; n < size; n++) {
      const passage = at(touched, n)
      const count = at(counted, passage)
      counted[passage] = 0
      const length = 1 - b + (b * at(state.lengths, passage)) / state.meanLength
      scores[passage] = at(scores, passage) + (weights.grams * rarity * (count * (k1 + 1))) / (count + k1 * length)
    }
  }
}

/** The `k` passages with the highest scores above zero, best first. */
function best(scores: Float32Array, k: number): { passage: number; score: number }[] {
  let chosen: { passage: number; score: number }[] = []
  let floor = 0
  for (let passage = 0; passage < scores.length; passage++) {
    const score = at(scores, passage)
    if (score <= floor) continue
    chosen.push({ passage, score })
    // Sorting only now and then is cheaper than keeping a heap, as most passages fall below the floor soon.
    if (chosen.length === k * 4) {
      chosen = chosen.sort((a, b) => b.score - a.score).slice(0, k)
      floor = chosen[k - 1]?.score ?? 0
    }
  }
  return chosen.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, k)
}

/** What neighbouring words and the best single sentence add to a passage's score. */
function closeLook(state: IndexState, passage: number, terms: QuestionTerm[], weights: Weights): number {
  const placesOf = new Map<number, number[]>()
  for (const [place, term] of terms.entries()) {
    if (term.kind === 'gram') continue
    for (const id of term.ids) placesOf.set(id, [...(placesOf.get(id) ?? []), place])
  }
  const pairs = new Set<number>()
  let pairScore = 0
  let bestSentence = 0
  let sentence = 0
  let inSentence = new Set<number>()
  let previous: number[] = []
  let previousAt = -9

  let opening = 0
  let bestLabel = 0
  const begin = at(state.sequenceStarts, passage)
  let from = begin
  const end = at(state.sequenceStarts, passage + 1)
  for (let n = begin; n < end; n++) {
    const id = at(state.sequence, n)
    if (id === 0) {
      bestSentence = Math.max(bestSentence, sentence)
      if (inSentence.size > 1) bestLabel = Math.max(bestLabel, (sentence * inSentence.size) / (n - from))
      sentence = 0
      from = n + 1
      inSentence = new Set()
      previous = []
      continue
    }
    const places = placesOf.get(id)
    if (!places) continue
    if (n === begin || at(state.sequence, n - 1) === 0) opening = Math.max(opening, terms[places[0] ?? 0]?.idf ?? 0)
    if (!inSentence.has(id)) {
      inSentence.add(id)
      sentence += terms[places[0] ?? 0]?.idf ?? 0
    }
    for (const place of places) {
      if (n - previousAt > 2 || !previous.includes(place - 1) || pairs.has(place)) continue
      pairs.add(place)
      pairScore += (terms[place]?.idf ?? 0) + (terms[place - 1]?.idf ?? 0)
    }
    previous = places
    previousAt = n
  }
  return weights.pairs * pairScore + weights.sentence * Math.max(bestSentence, sentence) + weights.opening * opening + weights.cell * bestLabel
}
