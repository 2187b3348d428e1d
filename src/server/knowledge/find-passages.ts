/** Finds the passages that speak to a question; each selection's index is built once and kept while there is room. */
import { buildPassageIndex, type IndexablePassage, type PassageIndex } from './index-passages.ts'

/** What an engine is given: the passage, how well it fits, and what the search knew beyond it. */
export type FoundPassage = Omit<IndexablePassage, 'language'> & {
  /** Higher is better; comparable only within one search. */
  score: number
  found: {
    /** Primary language subtag the passage was read in; '' when unknown. */
    language: string
    /** BM25's idf of each term of the question in the whole selection; one object for all passages of a search. */
    rarity: Record<string, number>
  }
}

export type FindPassages = {
  /** Names the selection: page ids with their content hashes. Another content must have another key. */
  key: string
  /** Reads the selection's passages; called only when its index is not at hand. */
  load: () => Promise<IndexablePassage[]>
  question: string
  limit: number
}

export type PassageFinder = {
  /** Best first; empty when no passage shares a word with the question. */
  find(request: FindPassages): Promise<FoundPassage[]>
  /** The passages of one page of the selection, in the page's order. */
  passagesOf(request: Pick<FindPassages, 'key' | 'load'> & { pageId: string }): Promise<IndexablePassage[]>
  /** Builds the selection's index ahead of the first question; answers how many passages it holds. */
  warm(request: Pick<FindPassages, 'key' | 'load'>): Promise<number>
  /** Estimated memory in bytes of what is kept. */
  bytes(): number
}

type Selection = { index: PassageIndex; passages: Map<string, IndexablePassage>; bytes: number }

/** `maxBytes` bounds the indexes and texts that are kept; the least recently asked go first. */
export function createPassageFinder({ maxBytes }: { maxBytes: number }): PassageFinder {
  // In the order of use, the latest last. A selection that is still being built has no size yet.
  const kept = new Map<string, { selection: Promise<Selection>; bytes: number }>()
  const total = () => [...kept.values()].reduce((sum, entry) => sum + entry.bytes, 0)

  return {
    async find({ key, load, question, limit }) {
      const { index, passages } = await selectionFor(key, load)
      const rarity = index.rarity(question)
      return index.search(question, limit).flatMap(({ id, score, language }) => {
        const stored = passages.get(id)
        if (!stored) return []
        const { language: _tag, ...passage } = stored
        return { ...passage, score, found: { language, rarity } }
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
  return { index, passages, bytes: index.bytes + texts }
}
