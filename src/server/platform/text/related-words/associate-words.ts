/**
 * Terms of pages that several words of a question suggest together, though it has no whole phrase of the list: "stuck" and
 * "waiting" are in different phrases, and both suggest "lock".
 */
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { entriesFor } from './entries.ts'

/** Fewer suggest too little. */
const MIN_WORDS = 2
/** The least sum of the words' mutual information, and the most terms. Tuned on the questions about manuals. */
const MIN_ASSOCIATION = 4
const MAX_TERMS = 3

/** `words` are the terms of the question that suggest `term`. */
type Association = { term: string; words: string[] }

type Counts = {
  /** Of each page term, how much each term of the question suggests it. */
  pairs: Map<string, Map<string, number>>
  word: Map<string, number>
  page: Map<string, number>
  total: number
}

const tables = new Map<string, Counts>()

/** The most associated page terms, best first, without those in `terms`. */
export function associateWords(terms: ReadonlySet<string>, language: string): Association[] {
  const counts = tables.get(language) ?? countPairs(language)
  tables.set(language, counts)
  const found = new Map<string, { words: string[]; sum: number }>()
  for (const word of terms) {
    for (const [page, count] of counts.pairs.get(word) ?? []) {
      const information = mutualInformation(counts, word, page, count)
      if (information <= 0 || terms.has(page)) continue
      const { words, sum } = found.get(page) ?? { words: [], sum: 0 }
      found.set(page, { words: [...words, word], sum: sum + information })
    }
  }
  return [...found]
    .filter(([, { words, sum }]) => words.length >= MIN_WORDS && sum >= MIN_ASSOCIATION)
    .toSorted(([, a], [, b]) => b.sum - a.sum)
    .slice(0, MAX_TERMS)
    .map(([term, { words }]) => ({ term, words }))
}

/** Pointwise mutual information, discounted for pairs that were counted rarely. */
function mutualInformation({ word: words, page: pages, total }: Counts, word: string, page: string, count: number) {
  const independent = (words.get(word) ?? 0) * (pages.get(page) ?? 0)
  return Math.log((count * total) / independent) * (count / (count + 1))
}

function countPairs(language: string): Counts {
  const toTerm = stemmerFor(language)
  const counts: Counts = { pairs: new Map(), word: new Map(), page: new Map(), total: 0 }
  for (const { terms, isParticle, pageWords } of entriesFor(language)) {
    const words = new Set(terms.filter((_, n) => !isParticle[n]))
    for (const [rank, pageWord] of pageWords.entries()) {
      const page = toTerm(pageWord)
      // The first word of a line is the best.
      for (const word of words) if (word !== page) addPair(counts, word, page, 2 / (2 + rank))
    }
  }
  return counts
}

function addPair(counts: Counts, word: string, page: string, count: number) {
  const ofWord = counts.pairs.get(word) ?? new Map<string, number>()
  counts.pairs.set(word, ofWord.set(page, (ofWord.get(page) ?? 0) + count))
  counts.word.set(word, (counts.word.get(word) ?? 0) + count)
  counts.page.set(page, (counts.page.get(page) ?? 0) + count)
  counts.total += count
}
