/**
 * Ranks the passages of an index for a question in two stages. Stage one scores all passages: BM25 over stems, BM25 over
 * character four-grams for word forms that no stemmer unifies, and matches in titles, headings and names. Stage two adds
 * term proximity to the best of them, and raises the passages about the names that these mention.
 */
import { asksAboutChanges } from '#server/platform/text/changelogs.ts'
import { mentionedNames, subjectNames } from '#server/platform/text/names.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { valueAt } from './postings.ts'
import { proximityScore } from './proximity-score.ts'
import { documentFrequency, idf, idfOrZero, indexedTerms, type QuestionTerm, questionTerms } from './question-terms.ts'
import { ngramsOf, type TermIndex } from './term-index.ts'

/**
 * Tuned together on XQuAD in twelve languages (`npm run bench answers`, figures in docs/benchmarks.md, Knowledge).
 * Four-grams at 0.3 alone raised Greek recall@1 from .860 to .908 (docs/decisions/007-own-ranking.md).
 */
const WEIGHTS = {
  /** BM25's term frequency saturation and length normalisation. */
  k1: 1.2,
  b: 0.5,
  ngram: 0.3,
  /** A related term instead of the term itself. */
  related: 0.6,
  /** What pages may say instead of a phrase. */
  phrase: 0.8,
  heading: 0.8,
  neighbours: 0.3,
  sentence: 1,
  sentenceOpening: 0.5,
  subjectName: 3,
  mentionedName: 0.5,
  label: 0.5,
  /** A passage named by a word that all of the best passages mention, in units of that word's IDF. */
  nameInBest: 1.5,
  /** Factor for changelog pages. */
  changelog: 0.75,
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

/** The `k` best passages by their number in the index, best first. Passages that match no term are left out. */
export function rankPassages(index: TermIndex, question: string, k: number): { passage: number; score: number }[] {
  const terms = questionTerms(index, question)
  const scores = new Float32Array(index.size)
  const addTermScores = createTermScorer(index)
  for (const term of indexedTerms(terms)) addTermScores(scores, term)
  addNgramScores(index, scores, terms)
  addNameScores(index, scores, question)
  if (!asksAboutChanges(question)) {
    for (let n = 0; n < index.size; n++)
      if (index.isChangelog[n] === 1) scores[n] = valueAt(scores, n) * WEIGHTS.changelog
  }
  const candidates = topPassages(scores, Math.max(k, CANDIDATES))
  for (const candidate of candidates) candidate.score += proximityScore(index, candidate.passage, terms, WEIGHTS)
  addPageScores(index, candidates)
  addScoresOfNamesInBest(index, scores, candidates)
  const codeScore = WEIGHTS.code * contentWeight(terms)
  for (const candidate of candidates) if (index.hasCode[candidate.passage] === 1) candidate.score += codeScore
  return candidates.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, k)
}

/** The weight of the question's words without stop words. */
function contentWeight(terms: readonly QuestionTerm[]): number {
  return terms.reduce(
    (sum, { forms, idf: termIdf, isMinor }) => (forms.length > 0 && !isMinor ? sum + termIdf : sum),
    0,
  )
}

/** Raises the passages of pages with several good ones: a page about the subject says more than a mention. */
function addPageScores(index: TermIndex, candidates: { passage: number; score: number }[]): void {
  const scoresByPage = new Map<number, number[]>()
  for (const { passage, score } of candidates.toSorted((a, b) => b.score - a.score)) {
    const page = valueAt(index.pages, passage)
    scoresByPage.set(page, [...(scoresByPage.get(page) ?? []), score])
  }
  for (const candidate of candidates) {
    const [, ...others] = (scoresByPage.get(valueAt(index.pages, candidate.passage)) ?? []).slice(0, PASSAGES_PER_PAGE)
    candidate.score += PAGE_WEIGHT * others.reduce((sum, score, n) => sum + score / 2 ** (n + 1), 0)
  }
}

/**
 * Raises the passages named by a word that the best ones mention: passages about simultaneous connections mention
 * max_connections. Adds named passages that were no candidates, if they match the question at all.
 */
function addScoresOfNamesInBest(
  index: TermIndex,
  scores: Float32Array,
  candidates: { passage: number; score: number }[],
): void {
  const best = candidates.toSorted((a, b) => b.score - a.score || a.passage - b.passage).slice(0, BEST_PASSAGES)
  const total = best.reduce((sum, { score }) => sum + score, 0)
  const shareByName = new Map<number, number>()
  for (const { passage, score } of best) {
    const terms = index.sequence.subarray(index.sequenceStarts[passage], index.sequenceStarts[passage + 1])
    for (const term of new Set(terms))
      if (index.namedByTerm.has(term)) shareByName.set(term, (shareByName.get(term) ?? 0) + score / total)
  }
  const bonusByPassage = new Map<number, number>()
  for (const [term, share] of shareByName) {
    const bonus = WEIGHTS.nameInBest * share * idf(index, documentFrequency(index.body, term))
    for (const { passage, weight } of index.namedByTerm.get(term) ?? [])
      bonusByPassage.set(passage, Math.max(bonusByPassage.get(passage) ?? 0, bonus * weight))
  }
  const candidateOf = new Map(candidates.map((candidate) => [candidate.passage, candidate]))
  for (const [passage, bonus] of bonusByPassage) {
    const candidate = candidateOf.get(passage)
    const score = valueAt(scores, passage)
    if (candidate) candidate.score += bonus
    else if (score > 0) candidates.push({ passage, score: score + bonus })
  }
}

/** Raises passages named after the subject of a definition question, or after a name that the question mentions. */
function addNameScores(index: TermIndex, scores: Float32Array, question: string): void {
  const scoreByPassage = new Map<number, number>()
  const add = (name: string, weight: number) => {
    const nameIdf = name.split(' ').reduce((sum, term) => sum + idfOrZero(index, term), 0)
    for (const named of index.names.get(name) ?? []) {
      const score = weight * named.weight * nameIdf
      scoreByPassage.set(named.passage, Math.max(scoreByPassage.get(named.passage) ?? 0, score))
    }
  }
  for (const toTerm of index.languages.map(stemmerFor)) {
    for (const name of mentionedNames(question, toTerm)) add(name, WEIGHTS.mentionedName)
    for (const name of subjectNames(question, toTerm)) add(name, WEIGHTS.subjectName)
  }
  for (const [passage, score] of scoreByPassage) scores[passage] = valueAt(scores, passage) + score
}

/**
 * BM25 of a term over the texts, and a constant for a match in title or headings. What pages may say instead of a word
 * counts as some occurrences of it, so that three words for one thing say no more than the right word three times. Of what
 * they may say instead of a phrase, which has no term of its own, the rarest that a passage has counts.
 */
function createTermScorer(index: TermIndex) {
  const { k1, b, heading } = WEIGHTS
  const { body, headings } = index
  const inBody = new Float32Array(index.size)
  const inHeadings = new Float32Array(index.size)
  const saturate = (passage: number, frequency: number) => {
    const length = 1 - b + (b * valueAt(index.lengths, passage)) / index.meanLength
    return (frequency * (k1 + 1)) / (frequency + k1 * length)
  }
  return (scores: Float32Array, { ids, relatedIds, idf: termIdf, forms, weight: certainty }: QuestionTerm): void => {
    const isPhrase = forms.length === 0
    const matched: number[] = []
    const match = (passage: number) => {
      if (inBody[passage] === 0 && inHeadings[passage] === 0) matched.push(passage)
      return passage
    }
    const visit = (id: number, weight: number) => {
      for (let n = valueAt(body.starts, id); n < valueAt(body.starts, id + 1); n++) {
        const passage = match(valueAt(body.passages, n))
        const frequency = valueAt(body.frequencies, n)
        const before = valueAt(inBody, passage)
        inBody[passage] = isPhrase
          ? Math.max(before, weight * saturate(passage, frequency))
          : before + weight * frequency
      }
      for (let n = valueAt(headings.starts, id); n < valueAt(headings.starts, id + 1); n++) {
        const passage = match(valueAt(headings.passages, n))
        inHeadings[passage] = Math.max(valueAt(inHeadings, passage), weight)
      }
    }
    for (const id of ids) visit(id, 1)
    for (const id of new Set(relatedIds))
      visit(id, isPhrase ? certainty * WEIGHTS.phrase * idf(index, documentFrequency(body, id)) : WEIGHTS.related)
    for (const passage of matched) {
      const own = valueAt(inBody, passage)
      const bodyScore = isPhrase ? own : termIdf * saturate(passage, own)
      const headingScore = heading * valueAt(inHeadings, passage) * (isPhrase ? 1 : termIdf)
      scores[passage] = valueAt(scores, passage) + bodyScore + headingScore
      inBody[passage] = 0
      inHeadings[passage] = 0
    }
  }
}

/** BM25 over character four-grams. The postings of a four-gram are the union of those of the terms that contain it. */
function addNgramScores(index: TermIndex, scores: Float32Array, terms: QuestionTerm[]): void {
  const { k1, b, ngram: weight } = WEIGHTS
  const frequencies = new Float32Array(index.size)
  const matched = new Uint32Array(index.size)
  const { body } = index
  const forms = terms.flatMap((term) => (term.kind === 'word' ? term.forms : []))
  for (const ngram of new Set(forms.flatMap((form) => [...ngramsOf(form)]))) {
    let matchedCount = 0
    let postings = 0
    const termIds = index.ngrams.get(ngram) ?? []
    for (const id of termIds) postings += documentFrequency(body, id)
    if (postings > index.size * MAX_NGRAM_SHARE) continue
    for (const id of termIds) {
      for (let n = valueAt(body.starts, id); n < valueAt(body.starts, id + 1); n++) {
        const passage = valueAt(body.passages, n)
        if (frequencies[passage] === 0) matched[matchedCount++] = passage
        frequencies[passage] = valueAt(frequencies, passage) + valueAt(body.frequencies, n)
      }
    }
    const ngramIdf = idf(index, matchedCount)
    for (let n = 0; n < matchedCount; n++) {
      const passage = valueAt(matched, n)
      const frequency = valueAt(frequencies, passage)
      frequencies[passage] = 0
      const length = 1 - b + (b * valueAt(index.lengths, passage)) / index.meanLength
      scores[passage] =
        valueAt(scores, passage) + (weight * ngramIdf * (frequency * (k1 + 1))) / (frequency + k1 * length)
    }
  }
}

/** The `k` passages with the highest scores above zero, best first. */
function topPassages(scores: Float32Array, k: number): { passage: number; score: number }[] {
  let top: { passage: number; score: number }[] = []
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
  return top.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, k)
}
