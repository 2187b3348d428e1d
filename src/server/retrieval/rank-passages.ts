/**
 * Ranks the passages of an index for a question in two stages. Stage one scores all passages: BM25 over stems, BM25 over
 * character four-grams for word forms that no stemmer unifies, and matches in titles, headings and names. Stage two adds
 * term proximity to the best of them, and raises the passages about the names that these mention.
 */
import { asksAboutChanges } from '#server/platform/text/changelogs.ts'
import { askedContactDetails } from '#server/platform/text/contact-details.ts'
import { mentionedNames, possibleNames, subjectNames } from '#server/platform/question/question-names.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { forEachPosting, valueAt } from './postings.ts'
import { createProximityScorer } from './proximity-score.ts'
import { documentFrequency, idf, idfOrZero, indexedTerms, type QuestionTerm, questionTerms } from './question-terms.ts'
import { ngramsOf, type TermIndex } from './term-index.ts'

/**
 * Tuned together on XQuAD in twelve languages (`npm run bench answers`, figures in docs/benchmarks.md, Knowledge).
 * Four-grams at 0.3 alone raised Greek recall@1 from .860 to .908 (docs/decisions/007-own-ranking.md).
 */
const WEIGHTS = {
  /** BM25's term frequency saturation and length normalization. */
  k1: 1.2,
  b: 0.5,
  ngram: 0.3,
  /** A related term instead of the term itself. */
  related: 0.6,
  /** A related term instead of one that no passage has: it is what the pages say for it. */
  relatedToAbsent: 1,
  /** What pages may say instead of a phrase. */
  phrase: 0.8,
  heading: 0.8,
  neighbors: 0.3,
  sentence: 1,
  sentenceOpening: 0.5,
  subjectName: 3,
  mentionedName: 0.5,
  /** A passage of the manual page of a command that the question mentions. */
  command: 1,
  /** A passage with a phone number, if the question asks for one, in units of the IDF of phone numbers. */
  contact: 1,
  label: 0.5,
  /** A passage named by a word that all of the best passages mention, in units of that word's IDF. */
  nameInBest: 1.5,
  /** Factors for changelogs and for the index of a book. */
  changelog: 0.75,
  indexOrContents: 0.3,
  /** A passage with an example, in units of the weight of the question's words. */
  code: 0.17,
}

/** Weight of the best other passages of a page, each counting half as much as the one before. */
const PAGE_WEIGHT = 0.1
const PASSAGES_PER_PAGE = 5

/** Passages that enter stage two. */
const CANDIDATES = 200
/** The best passages whose names count. */
const BEST_PASSAGES = 20

/** A four-gram with more postings than this share of the passages is not selective and would take most of the time. */
const MAX_NGRAM_SHARE = 0.6

/** A passage by its number in the index. */
type Scored = { passage: number; score: number }

/** The `k` best passages by their number in the index, best first. Passages that match no term are left out. */
export function rankPassages(index: TermIndex, question: string, k: number): Scored[] {
  const terms = questionTerms(index, question)
  const scores = scoreAllPassages(index, question, terms)
  const candidates = topPassages(scores, Math.max(k, CANDIDATES))
  const proximityScore = createProximityScorer(index, terms, WEIGHTS)
  for (const candidate of candidates) {
    // In an index, words are next to each other for no reason.
    if (index.isIndexOrContents[candidate.passage] !== 1) candidate.score += proximityScore(candidate.passage)
  }
  addPageScores(index, candidates)
  addScoresOfNamesInBest(index, scores, candidates)
  addCodeScores(index, candidates, terms)
  return candidates.sort(bestFirst).slice(0, k)
}

/** Among equal scores, the passage that was indexed first. */
function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || a.passage - b.passage
}

/** Stage one: a score for each passage by its number, 0 for those that match no term. */
function scoreAllPassages(index: TermIndex, question: string, terms: QuestionTerm[]): Float32Array {
  const scores = new Float32Array(index.size)
  const addTermScores = createTermScorer(index)
  for (const term of indexedTerms(terms)) addTermScores(scores, term)
  addNgramScores(index, scores, terms)
  addNameScores(index, scores, question)
  addCommandScores(index, scores, question)
  addContactScores(index, scores, question)
  lowerAsides(index, scores, { keepsChangelogs: asksAboutChanges(question) })
  return scores
}

/**
 * Scores a term: BM25 over the texts, and a constant for a match in title or headings. What pages may say instead of a
 * word counts as some occurrences of it, so that three words for one thing say no more than the right word three times. Of
 * what they may say instead of a phrase, which has no term of its own, the rarest that a passage has counts.
 */
function createTermScorer(index: TermIndex): (scores: Float32Array, term: QuestionTerm) => void {
  const { body, headings } = index
  // Of the term that is being scored, by passage. Reused for each term, since most passages match no term.
  const inBody = new Float32Array(index.size)
  const inHeadings = new Float32Array(index.size)
  const matched: number[] = []

  return (scores, term) => {
    const isPhrase = term.forms.length === 0
    if (isPhrase) addPhraseScores(scores, term)
    else addWordScores(scores, term)
    clearMatches()
  }

  /** `inBody` has the occurrences of the word and of what pages may say instead. */
  function addWordScores(scores: Float32Array, { ids, relatedIds, idf: wordIdf }: QuestionTerm) {
    for (const id of ids) addOccurrences(id, 1)
    const relatedWeight = ids.length > 0 ? WEIGHTS.related : WEIGHTS.relatedToAbsent
    for (const id of new Set(relatedIds)) addOccurrences(id, relatedWeight)
    for (const passage of matched) {
      const bodyScore = wordIdf * saturate(index, passage, valueAt(inBody, passage))
      const headingScore = WEIGHTS.heading * valueAt(inHeadings, passage) * wordIdf
      scores[passage] = valueAt(scores, passage) + bodyScore + headingScore
    }
  }

  /** `inBody` has scores, which include the IDF: it differs between the terms that pages may say instead. */
  function addPhraseScores(scores: Float32Array, { relatedIds, weight: certainty }: QuestionTerm) {
    for (const id of new Set(relatedIds)) {
      keepBestScores(id, certainty * WEIGHTS.phrase * idf(index, documentFrequency(body, id)))
    }
    for (const passage of matched) {
      const headingScore = WEIGHTS.heading * valueAt(inHeadings, passage)
      scores[passage] = valueAt(scores, passage) + valueAt(inBody, passage) + headingScore
    }
  }

  function addOccurrences(id: number, weight: number) {
    forEachPosting(body, id, (passage, frequency) => {
      rememberMatch(passage)
      inBody[passage] = valueAt(inBody, passage) + weight * frequency
    })
    keepBestHeadings(id, weight)
  }

  function keepBestScores(id: number, weight: number) {
    forEachPosting(body, id, (passage, frequency) => {
      rememberMatch(passage)
      const score = weight * saturate(index, passage, frequency)
      inBody[passage] = Math.max(valueAt(inBody, passage), score)
    })
    keepBestHeadings(id, weight)
  }

  function keepBestHeadings(id: number, weight: number) {
    forEachPosting(headings, id, (passage) => {
      rememberMatch(passage)
      inHeadings[passage] = Math.max(valueAt(inHeadings, passage), weight)
    })
  }

  function rememberMatch(passage: number) {
    if (inBody[passage] === 0 && inHeadings[passage] === 0) matched.push(passage)
  }

  function clearMatches() {
    for (const passage of matched) {
      inBody[passage] = 0
      inHeadings[passage] = 0
    }
    matched.length = 0
  }
}

/** BM25's term frequency, between 0 and k1 + 1: each further occurrence counts less. */
function saturate(index: TermIndex, passage: number, frequency: number): number {
  const { k1 } = WEIGHTS
  return (frequency * (k1 + 1)) / (frequency + k1 * lengthFactor(index, passage))
}

/** BM25's length normalization: 1 for a passage of mean length, more for a longer one. */
function lengthFactor(index: TermIndex, passage: number): number {
  const { b } = WEIGHTS
  return 1 - b + (b * valueAt(index.lengths, passage)) / index.meanLength
}

/** BM25 over character four-grams. The postings of a four-gram are the union of those of the terms that contain it. */
function addNgramScores(index: TermIndex, scores: Float32Array, terms: QuestionTerm[]): void {
  const { body } = index
  // Of the four-gram that is being scored, by passage. Reused for each.
  const frequencies = new Float32Array(index.size)
  const matched: number[] = []
  const words = terms.filter(({ kind }) => kind === 'word')
  const ngrams = new Set(words.flatMap(({ forms }) => forms.flatMap((form) => [...ngramsOf(form)])))

  for (const ngram of ngrams) {
    const termIds = index.ngrams.get(ngram) ?? []
    const postings = termIds.reduce((sum, id) => sum + documentFrequency(body, id), 0)
    if (postings > index.size * MAX_NGRAM_SHARE) continue
    for (const id of termIds) forEachPosting(body, id, addOccurrences)
    addScores(WEIGHTS.ngram * idf(index, matched.length))
  }

  function addOccurrences(passage: number, frequency: number) {
    if (frequencies[passage] === 0) matched.push(passage)
    frequencies[passage] = valueAt(frequencies, passage) + frequency
  }

  function addScores(weight: number) {
    for (const passage of matched) {
      const score = weight * saturate(index, passage, valueAt(frequencies, passage))
      scores[passage] = valueAt(scores, passage) + score
      frequencies[passage] = 0
    }
    matched.length = 0
  }
}

/** A page with an e-mail address seldom says "email address". */
function addContactScores(index: TermIndex, scores: Float32Array, question: string): void {
  for (const kind of askedContactDetails(question)) {
    const passages = index.contactPassages.get(kind) ?? []
    const score = WEIGHTS.contact * idf(index, passages.length)
    for (const passage of passages) scores[passage] = valueAt(scores, passage) + score
  }
}

/**
 * Raises passages named after the subject of a definition question, or after a name that the question mentions. Only for
 * a definition is an entry of a glossary worth more than another section of that name.
 */
function addNameScores(index: TermIndex, scores: Float32Array, question: string): void {
  const scoreByPassage = new Map<number, number>()
  const add = (name: string, weight: number, maxNamedWeight = Infinity) => {
    const nameIdf = name.split(' ').reduce((sum, term) => sum + idfOrZero(index, term), 0)
    for (const named of index.names.get(name) ?? []) {
      const score = weight * Math.min(named.weight, maxNamedWeight) * nameIdf
      scoreByPassage.set(named.passage, Math.max(scoreByPassage.get(named.passage) ?? 0, score))
    }
  }
  for (const toTerm of index.languages.map(stemmerFor)) {
    for (const name of mentionedNames(question, toTerm)) add(name, WEIGHTS.mentionedName, 1)
    for (const name of subjectNames(question, toTerm)) add(name, WEIGHTS.subjectName)
  }
  for (const [passage, score] of scoreByPassage) scores[passage] = valueAt(scores, passage) + score
}

function addCommandScores(index: TermIndex, scores: Float32Array, question: string): void {
  if (index.commandPages.size === 0) return
  const names = new Set(index.languages.flatMap((language) => possibleNames(question, stemmerFor(language))))
  for (const name of names) {
    const score = WEIGHTS.command * name.split(' ').reduce((sum, term) => sum + idfOrZero(index, term), 0)
    for (const passage of index.commandPages.get(name) ?? []) scores[passage] = valueAt(scores, passage) + score
  }
}

function lowerAsides(index: TermIndex, scores: Float32Array, { keepsChangelogs }: { keepsChangelogs: boolean }): void {
  for (let passage = 0; passage < index.size; passage++) {
    const isLowered = index.isChangelog[passage] === 1 && !keepsChangelogs
    if (isLowered) scores[passage] = valueAt(scores, passage) * WEIGHTS.changelog
    if (index.isIndexOrContents[passage] === 1) scores[passage] = valueAt(scores, passage) * WEIGHTS.indexOrContents
  }
}

/** The `k` passages with the highest scores above zero, best first. */
function topPassages(scores: Float32Array, k: number): Scored[] {
  let top: Scored[] = []
  let threshold = 0
  for (let passage = 0; passage < scores.length; passage++) {
    const score = valueAt(scores, passage)
    if (score <= threshold) continue
    top.push({ passage, score })
    // Sorting every 3k insertions is cheaper than a heap: most passages soon fall below the threshold.
    if (top.length === k * 4) {
      top = top.sort((a, b) => b.score - a.score).slice(0, k)
      threshold = top[k - 1]?.score ?? 0
    }
  }
  return top.sort(bestFirst).slice(0, k)
}

/** Raises the passages of pages with several good ones: a page about the subject says more than a mention. */
function addPageScores(index: TermIndex, candidates: Scored[]): void {
  const scoresByPage = new Map<number, number[]>()
  const bestCandidatesFirst = candidates.toSorted((a, b) => b.score - a.score)
  for (const { passage, score } of bestCandidatesFirst) {
    const page = valueAt(index.pages, passage)
    const ofPage = scoresByPage.get(page)
    if (ofPage) ofPage.push(score)
    else scoresByPage.set(page, [score])
  }
  for (const candidate of candidates) {
    const ofPage = scoresByPage.get(valueAt(index.pages, candidate.passage)) ?? []
    const others = ofPage.slice(1, PASSAGES_PER_PAGE)
    let bonus = 0
    for (const [position, score] of others.entries()) bonus += score / 2 ** (position + 1)
    candidate.score += PAGE_WEIGHT * bonus
  }
}

/**
 * Raises the passages named by a word that the best ones mention: passages about simultaneous connections mention
 * max_connections. Adds named passages that were no candidates, if they match the question at all.
 */
function addScoresOfNamesInBest(index: TermIndex, scores: Float32Array, candidates: Scored[]): void {
  const bonuses = new Float64Array(index.size)
  const named: number[] = []
  for (const [term, share] of namesInBest(index, candidates)) {
    const bonus = WEIGHTS.nameInBest * share * idf(index, documentFrequency(index.body, term))
    for (const { passage, weight } of index.namedByTerm.get(term) ?? []) {
      const known = valueAt(bonuses, passage)
      if (known === 0) named.push(passage)
      bonuses[passage] = Math.max(known, bonus * Math.min(weight, 1))
    }
  }
  const candidateOf = new Map(candidates.map((candidate) => [candidate.passage, candidate]))
  for (const passage of named) {
    const candidate = candidateOf.get(passage)
    const score = valueAt(scores, passage)
    const bonus = valueAt(bonuses, passage)
    if (candidate) candidate.score += bonus
    else if (score > 0) candidates.push({ passage, score: score + bonus })
  }
}

/** The terms that are names and that the best passages mention, each with their share of the best scores, 0 to 1. */
function namesInBest(index: TermIndex, candidates: readonly Scored[]): Map<number, number> {
  const best = candidates.toSorted(bestFirst).slice(0, BEST_PASSAGES)
  const total = best.reduce((sum, { score }) => sum + score, 0)
  const shareByName = new Map<number, number>()
  for (const { passage, score } of best) {
    const terms = index.sequence.subarray(index.sequenceStarts[passage], index.sequenceStarts[passage + 1])
    for (const term of new Set(terms)) {
      if (index.namedByTerm.has(term)) shareByName.set(term, (shareByName.get(term) ?? 0) + score / total)
    }
  }
  return shareByName
}

function addCodeScores(index: TermIndex, candidates: Scored[], terms: readonly QuestionTerm[]): void {
  const words = terms.filter(({ forms, isMinor }) => forms.length > 0 && !isMinor)
  const codeScore = WEIGHTS.code * words.reduce((sum, word) => sum + word.idf, 0)
  for (const candidate of candidates) {
    if (index.hasCode[candidate.passage] === 1) candidate.score += codeScore
  }
}
