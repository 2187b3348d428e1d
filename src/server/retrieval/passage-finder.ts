/** Finds the passages that match a question. Builds the index of a selection once and caches it. */
import { buildPassageIndex, type IndexablePassage, type PassageIndex } from './build-passage-index.ts'
import { comparedSides } from '#server/platform/question/compared-sides.ts'
import { COMPARED_PASSAGES, comparePassages } from './compare-passages.ts'
import { siteSuffixes, titleShortener } from '#shared/crawl/short-titles.ts'
import { applyCorrections, type Correction } from '#server/platform/text/corrections.ts'
import { foreignLanguage } from '#server/platform/text/detect-language.ts'
import type { TermWeights } from './question-terms.ts'
import { fuseRankings, type VectorRanking } from './fusion/fuse-rankings.ts'
import { fuseWithReranker, type Rerank, RERANKED_PASSAGES } from './fusion/fuse-with-reranker.ts'
import {
  fuseWithSimilarity,
  type Similarity,
  SIMILARITY_PASSAGES,
  type SimilarityOptions,
} from './fusion/fuse-with-similarity.ts'
import { createSelectionVectors, type SelectionVectors, type VectorQuery } from './selection-vectors.ts'

/** What an engine receives: the passage, its score, and data from the search. */
export type FoundPassage = Omit<IndexablePassage, 'language'> & {
  /** Higher is better; comparable only within one search. */
  score: number
  found: {
    /** Primary language subtag that the passage was indexed in; '' if unknown. */
    language: string
    /** The page's title without the name of the site, as it is shown. */
    title: string
    /** The weights of the question's terms in the whole selection; one object for all passages of a search. */
    terms: TermWeights
    /** Words of the question that were searched for in another spelling. */
    corrections: readonly Correction[]
    /** True if vectors took part in the ranking. */
    usesVectors: boolean
    /** Cosine of the question and the passage, -1 to 1; absent if only words were compared. */
    cosine?: number
    /** For a comparison: the position of the passage among those that answer it. */
    comparison?: number
  }
}

type PassageRequest = {
  /** Identifies the selection: page ids with their content hashes. Different content needs a different key. */
  key: string
  /** Loads the selection's passages; called only if its index is not cached. */
  load: () => Promise<IndexablePassage[]>
  question: string
  limit: number
  /** Adds a ranking by vectors for the passages that have one. */
  vectorQuery?: VectorQuery | undefined
  rerank?: Rerank | undefined
  /** Compares the meaning of an English question and the best passages too, unless vectors or a reranker do. */
  compareMeaning?: SimilarityOptions
}

export type PassageFinder = {
  /** Best first; empty if no passage shares a word with the question or is close to its vector. */
  find(request: PassageRequest): Promise<FoundPassage[]>
  /** The passages of one page of the selection, in page order. */
  passagesOf(request: Pick<PassageRequest, 'key' | 'load'> & { pageId: string }): Promise<IndexablePassage[]>
  /** All passages of the selection, in the order of `load`. */
  allPassages(request: Pick<PassageRequest, 'key' | 'load'>): Promise<IndexablePassage[]>
  /** Builds the selection's index before the first question. */
  warm(request: Pick<PassageRequest, 'key' | 'load'>): Promise<SelectionSummary>
  /** Estimated memory of the cache. */
  bytes(): number
}

/** The number of passages, and the primary language subtag of most of them; '' if unknown. */
export type SelectionSummary = { passages: number; language: string }

type IndexedSelection = {
  index: PassageIndex
  passages: Map<string, IndexablePassage>
  /** The passages of each page, in page order. */
  byPage: Map<string, IndexablePassage[]>
  /** A page's title without the name of the site. */
  shownTitle: (passage: IndexablePassage) => string
  vectors: SelectionVectors
  bytes: number
}

/** Minimum depth of the ranking by words when it is fused with one by vectors. */
const MIN_FUSION_DEPTH = 100

/** The sentence-embedding model reads English. */
const SIMILARITY_LANGUAGE = 'en'

/**
 * `maxBytes` bounds the cached indexes and texts; the least recently used selections are evicted first. Without `similarity`,
 * requests cannot compare meaning.
 */
export function createPassageFinder({
  maxBytes,
  similarity,
}: {
  maxBytes: number
  similarity?: Similarity
}): PassageFinder {
  // Least recently used first. A selection has no size until its index is built.
  const cache = new Map<string, { selection: Promise<IndexedSelection>; bytes: number }>()
  const totalBytes = () => [...cache.values()].reduce((sum, entry) => sum + entry.bytes, 0)

  return {
    async find(request) {
      const selection = await selectionFor(request.key, request.load)
      const byWords = searchByWords(selection, request)
      const byVectors = request.vectorQuery ? await selection.vectors.rank(request.vectorQuery) : null
      updateBytes(request.key)
      return choosePassages(selection, { byWords, byVectors }, request, similarity)
    },
    passagesOf: async ({ key, load, pageId }) => (await selectionFor(key, load)).byPage.get(pageId) ?? [],
    allPassages: async ({ key, load }) => [...(await selectionFor(key, load)).passages.values()],
    async warm({ key, load }) {
      const { index, passages } = await selectionFor(key, load)
      return { passages: passages.size, language: index.language }
    },
    bytes: totalBytes,
  }

  /** Concurrent questions share one build. */
  function selectionFor(key: string, load: () => Promise<IndexablePassage[]>): Promise<IndexedSelection> {
    const cached = cache.get(key)
    if (cached) {
      // Set again, so that it is the one used last.
      cache.delete(key)
      cache.set(key, cached)
      return cached.selection
    }
    const entry = { selection: build(load), bytes: 0 }
    cache.set(key, entry)
    entry.selection.then(
      ({ bytes }) => {
        entry.bytes = bytes
        evict()
      },
      () => cache.delete(key), // The next question retries a failed load.
    )
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

type WordSearch = {
  /** The question with its corrections. */
  question: string
  corrections: readonly Correction[]
  terms: TermWeights
  /** What the question compares. */
  sides: readonly [string, string] | undefined
  /** Best first. */
  ranking: { id: string; score: number; language: string }[]
  /** Passages of the ranking that count, if no more are asked for. */
  depth: number
}

function searchByWords(
  { index }: IndexedSelection,
  { question: asked, limit, vectorQuery, rerank, compareMeaning }: PassageRequest,
): WordSearch {
  const corrections = index.corrections(asked)
  const question = applyCorrections(asked, corrections)
  const depth = Math.max(2 * limit, vectorQuery ? MIN_FUSION_DEPTH : 0)
  // What an earlier question compares, on the next line, is not asked again.
  const [newest = ''] = question.split('\n')
  const sides = comparedSides(newest)
  const ranked = Math.max(
    depth,
    rerank ? RERANKED_PASSAGES : 0,
    compareMeaning ? SIMILARITY_PASSAGES : 0,
    sides ? COMPARED_PASSAGES : 0,
  )
  const ranking = index.search(question, ranked)
  return { question, corrections, terms: index.termWeights(question), sides, ranking, depth }
}

type Rankings = { byWords: WordSearch; byVectors: VectorRanking | null }

/** The passages of both rankings, reranked if possible, and in the last places those that answer a comparison. */
async function choosePassages(
  { index, passages, shownTitle }: IndexedSelection,
  { byWords, byVectors }: Rankings,
  { limit, rerank, compareMeaning }: PassageRequest,
  similarity: Similarity | undefined,
): Promise<FoundPassage[]> {
  const { question, corrections, terms, sides, ranking } = byWords
  const compared = sides ? comparePassages(sides, ranking, index, passages) : []
  const languages = new Map([...ranking, ...compared].map(({ id, language }) => [id, language]))
  const search = { terms, corrections, usesVectors: byVectors !== null }
  const toFound = ({ id, score }: { id: string; score: number }): FoundPassage[] => {
    const stored = passages.get(id)
    if (!stored) return []
    const { language: _tag, ...passage } = stored
    const comparison = compared.findIndex((each) => each.id === id)
    const shown = { language: languages.get(id) ?? '', title: shownTitle(stored) }
    const found = { ...shown, ...search, ...(comparison >= 0 && { comparison }) }
    return [{ ...passage, score, found }]
  }
  // Twice as many as wanted: some may be copies of others.
  const bestPassages = (depth: number) => withoutCopies(fuse({ byWords, byVectors }, depth).flatMap(toFound))
  const rerankDepth = Math.max(2 * limit, RERANKED_PASSAGES)
  const reranked = rerank ? await fuseWithReranker(bestPassages(rerankDepth), question, rerank) : null
  const isComparable =
    !byVectors && !reranked && index.language === SIMILARITY_LANGUAGE && !foreignLanguage(question, index.language)
  const fused =
    similarity && compareMeaning && isComparable
      ? await fuseWithSimilarity(bestPassages(Math.max(2 * limit, SIMILARITY_PASSAGES)), (texts) =>
          similarity(question, texts, compareMeaning),
        )
      : null
  const best = reranked ?? fused ?? bestPassages(2 * limit)

  if (compared.length === 0) return best.slice(0, limit)

  const kept = best.slice(0, Math.max(0, limit - compared.length))
  const lastScore = kept.at(-1)?.score ?? 0
  const explaining = compared.flatMap(({ id }) => toFound({ id, score: lastScore }))
  // Some of them may be among the best passages already; the next ones take their place.
  return withoutCopies([...kept, ...explaining, ...best]).slice(0, limit)
}

/** The ranking by words, fused with the one by vectors if there is one. */
function fuse({ byWords, byVectors }: Rankings, depth: number): { id: string; score: number }[] {
  const ranking = byWords.ranking.slice(0, Math.max(depth, byWords.depth))
  if (!byVectors) return ranking
  const ids = ranking.map(({ id }) => id)
  return fuseRankings(ids, byVectors, depth)
}

/**
 * Several pages may include the same section, one of them the whole manual with headings one level lower: only the best of
 * equal texts stays.
 */
function withoutCopies<Passage extends { text: string }>(passages: Passage[]): Passage[] {
  const seen = new Set<string>()
  return passages.filter(({ text }) => {
    const key = text.replace(/^#+ /gm, '').replace(/\s+/g, ' ')
    return seen.has(key) ? false : seen.add(key)
  })
}

async function build(load: () => Promise<IndexablePassage[]>): Promise<IndexedSelection> {
  const stored = await load()
  const index = await buildPassageIndex(stored)
  const passages = new Map(stored.map((passage) => [passage.id, passage]))
  const inPageOrder = stored.toSorted((a, b) => a.startOffset - b.startOffset)
  const byPage = Map.groupBy(inPageOrder, ({ pageId }) => pageId)
  // At most two bytes per character of text, and 400 for the object with its ids and address.
  const textBytes = stored.reduce((sum, { text }) => sum + text.length * 2 + 400, 0)
  const vectors = createSelectionVectors(stored)
  return { index, passages, byPage, shownTitle: titleOf(stored), vectors, bytes: index.bytes + textBytes }
}

/** Shortens the titles of a selection, whose pages share the names of their sites. */
function titleOf(stored: readonly IndexablePassage[]): IndexedSelection['shownTitle'] {
  const toTitled = ({ pageUrl, pageTitle }: IndexablePassage) => ({ url: pageUrl, title: pageTitle })
  const shorten = titleShortener(siteSuffixes(stored.map(toTitled)))
  return (passage) => shorten(toTitled(passage))
}
