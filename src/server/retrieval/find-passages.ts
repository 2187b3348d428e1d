/** Finds the passages that match a question. Builds the index of a selection once and caches it. */
import { buildPassageIndex, type IndexablePassage, type PassageIndex } from './build-passage-index.ts'
import { comparedSides } from '#server/platform/text/compared-sides.ts'
import { comparePassages } from './compare-passages.ts'
import { applyCorrections, type Correction } from '#server/platform/text/corrections.ts'
import type { TermWeights } from './question-terms.ts'
import { fuseRankings } from './fuse-rankings.ts'
import { createSelectionVectors, type SelectionVectors, type VectorQuery } from './selection-vectors.ts'

/** What an engine receives: the passage, its score, and data from the search. */
export type FoundPassage = Omit<IndexablePassage, 'language'> & {
  /** Higher is better; comparable only within one search. */
  score: number
  found: {
    /** Primary language subtag that the passage was indexed in; '' if unknown. */
    language: string
    /** The weights of the question's terms in the whole selection; one object for all passages of a search. */
    terms: TermWeights
    /** Words of the question that were searched for in another spelling. */
    corrections: readonly Correction[]
    /** True if vectors took part in the ranking. */
    usesVectors: boolean
    /** For a comparison: the position of the passage among those that answer it. */
    comparison?: number
  }
}

/** A score for each text, higher is better; null if the order of the search is to be kept. Never rejects. */
export type Rerank = (question: string, texts: readonly string[]) => Promise<readonly number[] | null>

type FindPassages = {
  /** Identifies the selection: page ids with their content hashes. Different content needs a different key. */
  key: string
  /** Loads the selection's passages; called only if its index is not cached. */
  load: () => Promise<IndexablePassage[]>
  question: string
  limit: number
  /** Adds a ranking by vectors for the passages that have one. */
  vectorQuery?: VectorQuery | undefined
  rerank?: Rerank | undefined
}

export type PassageFinder = {
  /** Best first; empty if no passage shares a word with the question or is close to its vector. */
  find(request: FindPassages): Promise<FoundPassage[]>
  /** The passages of one page of the selection, in page order. */
  passagesOf(request: Pick<FindPassages, 'key' | 'load'> & { pageId: string }): Promise<IndexablePassage[]>
  /** All passages of the selection, in the order of `load`. */
  allPassages(request: Pick<FindPassages, 'key' | 'load'>): Promise<IndexablePassage[]>
  /** Builds the selection's index before the first question. Returns its number of passages. */
  warm(request: Pick<FindPassages, 'key' | 'load'>): Promise<number>
  /** Estimated memory of the cache. */
  bytes(): number
}

type Selection = {
  index: PassageIndex
  passages: Map<string, IndexablePassage>
  /** The passages of each page, in page order. */
  byPage: Map<string, IndexablePassage[]>
  vectors: SelectionVectors
  bytes: number
}

/** Minimum depth of the ranking by words when it is fused with one by vectors. */
const MIN_FUSION_DEPTH = 100
/** The best passages, which a model orders again. */
const RERANKED_PASSAGES = 50

/** `maxBytes` bounds the cached indexes and texts; the least recently used selections are evicted first. */
export function createPassageFinder({ maxBytes }: { maxBytes: number }): PassageFinder {
  // Least recently used first. A selection has no size until its index is built.
  const cache = new Map<string, { selection: Promise<Selection>; bytes: number }>()
  const totalBytes = () => [...cache.values()].reduce((sum, entry) => sum + entry.bytes, 0)

  return {
    async find({ key, load, question, limit, vectorQuery, rerank }) {
      const { index, passages, vectors } = await selectionFor(key, load)
      const corrections = index.corrections(question)
      const corrected = applyCorrections(question, corrections)
      const terms = index.termWeights(corrected)
      const wordDepth = Math.max(2 * limit, vectorQuery ? MIN_FUSION_DEPTH : 0)
      const byWords = index.search(corrected, Math.max(wordDepth, rerank ? RERANKED_PASSAGES : 0))
      const byVectors = vectorQuery ? await vectors.rank(vectorQuery) : null
      updateBytes(key)
      const wordIds = byWords.map(({ id }) => id)
      const sides = comparedSides(corrected)
      const compared = sides ? comparePassages(sides, corrected, index, passages) : []
      const languages = new Map([...byWords, ...compared].map(({ id, language }) => [id, language]))
      const toFound = ({ id, score }: { id: string; score: number }) => {
        const stored = passages.get(id)
        if (!stored) return []
        const { language: _tag, ...passage } = stored
        const search = { language: languages.get(id) ?? '', terms, corrections, usesVectors: byVectors !== null }
        const comparison = compared.findIndex((each) => each.id === id)
        return [{ ...passage, score, found: { ...search, ...(comparison >= 0 && { comparison }) } }]
      }
      const rank = (depth: number) =>
        byVectors
          ? fuseRankings(wordIds.slice(0, Math.max(depth, wordDepth)), byVectors, depth)
          : byWords.slice(0, Math.max(depth, wordDepth))
      const findRanked = (depth: number) => withoutCopies(rank(depth).flatMap(toFound))
      const reranked =
        rerank && (await fuseWithReranker(findRanked(Math.max(2 * limit, RERANKED_PASSAGES)), corrected, rerank))
      const found = reranked ?? findRanked(2 * limit)
      const kept = found.slice(0, Math.max(0, limit - compared.length))
      const score = kept.at(-1)?.score ?? 0
      const explaining = compared.flatMap(({ id }) => toFound({ id, score }))
      // Some of them may be among the best passages already; the next ones take their place.
      return withoutCopies([...kept, ...explaining, ...found]).slice(0, limit)
    },
    passagesOf: async ({ key, load, pageId }) => (await selectionFor(key, load)).byPage.get(pageId) ?? [],
    allPassages: async ({ key, load }) => [...(await selectionFor(key, load)).passages.values()],
    warm: async ({ key, load }) => (await selectionFor(key, load)).passages.size,
    bytes: totalBytes,
  }

  /** Concurrent questions share one build. */
  function selectionFor(key: string, load: () => Promise<IndexablePassage[]>): Promise<Selection> {
    const cached = cache.get(key)
    cache.delete(key)
    const entry = cached ?? { selection: build(load), bytes: 0 }
    cache.set(key, entry)
    if (!cached) {
      entry.selection.then(
        ({ bytes }) => {
          entry.bytes = bytes
          evict()
        },
        () => cache.delete(key), // The next question retries a failed load.
      )
    }
    return entry.selection
  }

  /** Vectors are loaded after the selection was cached and change its size. */
  function updateBytes(key: string) {
    const entry = cache.get(key)
    void entry?.selection.then(({ bytes, vectors }) => {
      entry.bytes = bytes + vectors.bytes()
      evict()
    })
  }

  function evict() {
    for (const [key, entry] of cache) {
      if (totalBytes() <= maxBytes) return
      if (entry.bytes > 0) cache.delete(key)
    }
  }
}

/**
 * Fuses the search's ranking of the first passages with that of the reranker. Null without scores, and if both rankings
 * have too little in common: the search's ranking is then better. Each position keeps its score.
 */
async function fuseWithReranker(found: readonly FoundPassage[], question: string, rerank: Rerank) {
  const first = found.slice(0, RERANKED_PASSAGES)
  if (first.length < 2) return null
  const texts = first.map(({ headingPath, text }) => [...headingPath, text].join('\n'))
  const scores = await rerank(question, texts)
  if (!scores) return null
  const byReranker = first
    .map((passage, rank) => ({ passage, rank, score: scores[rank] ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
  if (agreement(byReranker.map(({ rank }) => rank)) < MIN_AGREEMENT) return null
  const fused = byReranker
    .map(({ passage, rank }, newRank) => ({ passage, rank, score: fusedScore(rank) + fusedScore(newRank) }))
    .toSorted((a, b) => b.score - a.score || a.rank - b.rank)
  const [best, second] = first
  const isClear = best && second && best.score >= second.score * CLEAR_LEAD
  const ranked = isClear ? [best, ...fused.map(({ passage }) => passage).filter((each) => each !== best)] : null
  const ordered = (ranked ?? fused.map(({ passage }) => passage)).map((passage, n) => {
    return { ...passage, score: first[n]?.score ?? passage.score }
  })
  return [...ordered, ...found.slice(RERANKED_PASSAGES)]
}

/** With this many times the score of the second, the search's first passage stays first (docs/benchmarks.md#reranking). */
const CLEAR_LEAD = 1.1
/** Random rankings have a fifth of their best fifth in common. */
const MIN_AGREEMENT = 0.4

/** The share of the search's best fifth that is in the reranker's. `ranks` are the search's, in the reranker's order. */
function agreement(ranks: readonly number[]): number {
  const count = Math.max(1, Math.floor(ranks.length / 5))
  return ranks.slice(0, count).filter((rank) => rank < count).length / count
}

/** Reciprocal rank fusion with a small constant: a reranker's first passage then passes about ten others. */
const fusedScore = (rank: number) => 1 / (10 + rank)

/** Several pages may include the same section: only the best of equal texts stays. */
function withoutCopies<Passage extends { text: string }>(passages: Passage[]): Passage[] {
  const seen = new Set<string>()
  return passages.filter(({ text }) => {
    const key = text.replace(/\s+/g, ' ')
    return seen.has(key) ? false : seen.add(key)
  })
}

async function build(load: () => Promise<IndexablePassage[]>): Promise<Selection> {
  const stored = await load()
  const index = await buildPassageIndex(stored)
  const passages = new Map(stored.map((passage) => [passage.id, passage]))
  const inPageOrder = stored.toSorted((a, b) => a.startOffset - b.startOffset)
  const byPage = Map.groupBy(inPageOrder, ({ pageId }) => pageId)
  // At most two bytes per character of text, and 400 for the object with its ids and address.
  const textBytes = stored.reduce((sum, { text }) => sum + text.length * 2 + 400, 0)
  return { index, passages, byPage, vectors: createSelectionVectors(stored), bytes: index.bytes + textBytes }
}
