/** Finds the passages that speak to a question; each selection's index is built once and kept while there is room. */
import { fuseRankings } from './fuse-rankings.ts'
import { buildPassageIndex, type IndexablePassage, type PassageIndex } from './index-passages.ts'
import { keepVectors, type Meaning, type SelectionVectors } from './selection-vectors.ts'

/** What an engine is given: the passage, how well it fits, and what the search knew beyond it. */
export type FoundPassage = Omit<IndexablePassage, 'language'> & {
  /** Higher is better; comparable only within one search. */
  score: number
  found: {
    /** Primary language subtag the passage was read in; '' when unknown. */
    language: string
    /** BM25's idf of each term of the question in the whole selection; one object for all passages of a search. */
    rarity: Record<string, number>
    /** True when the passages were ranked by their meaning too. */
    byMeaning: boolean
  }
}

export type FindPassages = {
  /** Names the selection: page ids with their content hashes. Another content must have another key. */
  key: string
  /** Reads the selection's passages; called only when its index is not at hand. */
  load: () => Promise<IndexablePassage[]>
  question: string
  limit: number
  /** With it, passages are ranked by their vectors too, as far as they have one. */
  meaning?: Meaning | undefined
}

export type PassageFinder = {
  /** Best first; empty when no passage shares a word with the question, or comes near its meaning. */
  find(request: FindPassages): Promise<FoundPassage[]>
  /** The passages of one page of the selection, in the page's order. */
  passagesOf(request: Pick<FindPassages, 'key' | 'load'> & { pageId: string }): Promise<IndexablePassage[]>
  /** Builds the selection's index ahead of the first question; answers how many passages it holds. */
  warm(request: Pick<FindPassages, 'key' | 'load'>): Promise<number>
  /** Estimated memory in bytes of what is kept. */
  bytes(): number
}

type Selection = { index: PassageIndex; passages: Map<string, IndexablePassage>; vectors: SelectionVectors; bytes: number }

/** The second ranking may have its best passages this far down in the first. */
const LEAST_FUSED = 100

/** `maxBytes` bounds the indexes and texts that are kept; the least recently asked go first. */
export function createPassageFinder({ maxBytes }: { maxBytes: number }): PassageFinder {
  // In the order of use, the latest last. A selection that is still being built has no size yet.
  const kept = new Map<string, { selection: Promise<Selection>; bytes: number }>()
  const total = () => [...kept.values()].reduce((sum, entry) => sum + entry.bytes, 0)

  return {
    async find({ key, load, question, limit, meaning }) {
      const { index, passages, vectors } = await selectionFor(key, load)
      const rarity = index.rarity(question)
      const byWords = index.search(question, meaning ? Math.max(limit, LEAST_FUSED) : limit)
      const near = meaning ? await vectors.rank(meaning) : null
      grown(key)
      const languages = new Map(byWords.map(({ id, language }) => [id, language]))
      const ranked = near ? fuseRankings(byWords.map(({ id }) => id), near, limit) : byWords.slice(0, limit)
      return ranked.flatMap(({ id, score }) => {
        const stored = passages.get(id)
        if (!stored) return []
        const { language: _tag, ...passage } = stored
        return { ...passage, score, found: { language: languages.get(id) ?? '', rarity, byMeaning: near !== null } }
      })
    },
    async passagesOf({ key, load, pageId }) {
      const { passages } = await selectionFor(key, load)
      return [...passages.values()].filter((passage) => passage.pageId === pageId).sort((a, b) => a.startOffset - b.startOffset)
    },
    warm: async ({ key, load }) => (await selectionFor(key, load)).passages.size,
    bytes: total,
  }

  /** Two questions that race wait for one and the same build. */
  function selectionFor(key: string, load: () => Promise<IndexablePassage[]>): Promise<Selection> {
    const known = kept.get(key)
    kept.delete(key)
    const entry = known ?? { selection: build(load), bytes: 0 }
    kept.set(key, entry)
    if (!known) {
      entry.selection.then(
        ({ bytes }) => {
          entry.bytes = bytes
          makeRoom()
        },
        () => kept.delete(key), // A failed load is tried anew by the next question.
      )
    }
    return entry.selection
  }

  /** Vectors join a selection that is kept already. */
  function grown(key: string) {
    const entry = kept.get(key)
    void entry?.selection.then(({ bytes, vectors }) => {
      entry.bytes = bytes + vectors.bytes()
      makeRoom()
    })
  }

  function makeRoom() {
    for (const [key, entry] of kept) {
      if (total() <= maxBytes) return
      if (entry.bytes > 0) kept.delete(key)
    }
  }
}

async function build(load: () => Promise<IndexablePassage[]>): Promise<Selection> {
  const stored = await load()
  const index = await buildPassageIndex(stored)
  const passages = new Map(stored.map((passage) => [passage.id, passage]))
  // Texts count two bytes a character at worst; 400 for the object, its ids and address.
  const texts = stored.reduce((sum, { text }) => sum + text.length * 2 + 400, 0)
  return { index, passages, vectors: keepVectors(stored), bytes: index.bytes + texts }
}
