/**
 * Ranks the passages of an index for a question: BM25 over stems, four-letter grams for the word forms that no stemmer
 * joins, titles and headings; then, among the best of these, neighbouring words and the best single sentence.
 */
import { asksForHistory } from '#server/text/history-pages.ts'
import { mentionedNames, subjectNames } from '#server/text/names.ts'
import { termReader } from '#server/text/terms.ts'
import { closeLook } from './close-look.ts'
import { at } from './postings.ts'
import { distinct, documentCount, idf, type QuestionTerm, questionTerms, rarityOfTerm } from './question-terms.ts'
import { gramsOf, type IndexState } from './word-index.ts'

/** Chosen on the twelve languages of `npm run bench answers`; docs/benchmarks.md has the figures. */
const WEIGHTS = {
  k1: 1.2,
  b: 0.5,
  grams: 0.3,
  head: 0.8,
  pairs: 0.3,
  sentence: 1,
  opening: 0.5,
  named: 3,
  mentioned: 0.5,
  cell: 0.5,
  history: 0.75,
}

/** How many of the best passages are looked at closely. */
const CANDIDATES = 200

/** The `k` best passages by their number in the index, best first; those that share no word with the question are left out. */
export function rankPassages(state: IndexState, question: string, k: number): { passage: number; score: number }[] {
  const terms = questionTerms(state, question)
  const scores = new Float32Array(state.size)
  for (const term of distinct(terms)) addTerm(state, scores, term)
  addGrams(state, scores, terms)
  addNamed(state, scores, question)
  if (!asksForHistory(question)) {
    for (let n = 0; n < state.size; n++) if (state.isHistory[n] === 1) scores[n] = at(scores, n) * WEIGHTS.history
  }
  const candidates = best(scores, Math.max(k, CANDIDATES))
  for (const candidate of candidates) candidate.score += closeLook(state, candidate.passage, terms, WEIGHTS)
  return candidates.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, k)
}

/** Adds to the passages that bear the name of what the question asks to be explained, or a name that it mentions. */
function addNamed(state: IndexState, scores: Float32Array, question: string): void {
  const added = new Map<number, number>()
  const add = (name: string, weight: number) => {
    const rarity = name.split(' ').reduce((sum, term) => sum + rarityOfTerm(state, term), 0)
    for (const { passage, share } of state.named.get(name) ?? []) {
      added.set(passage, Math.max(added.get(passage) ?? 0, weight * share * rarity))
    }
  }
  for (const termOf of state.languages.map(termReader)) {
    for (const name of mentionedNames(question, termOf)) add(name, WEIGHTS.mentioned)
    for (const name of subjectNames(question, termOf)) add(name, WEIGHTS.named)
  }
  for (const [passage, score] of added) scores[passage] = at(scores, passage) + score
}

function addTerm(state: IndexState, scores: Float32Array, term: QuestionTerm): void {
  const { k1, b, head } = WEIGHTS
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
function addGrams(state: IndexState, scores: Float32Array, terms: QuestionTerm[]): void {
  const { k1, b, grams } = WEIGHTS
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
      scores[passage] = at(scores, passage) + (grams * rarity * (count * (k1 + 1))) / (count + k1 * length)
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
