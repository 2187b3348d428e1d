/**
 * Terms of pages that several words of a question suggest together, though it has no whole phrase of the list: "stuck" and
 * "waiting" are in different phrases, and both suggest "lock".
 */
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { entriesFor, type Entry } from './entries.ts'

/** Fewer suggest too little. */
const MIN_WORDS = 2
/** The least sum of the words' mutual information, and the most terms. Tuned on the questions about manuals. */
const MIN_ASSOCIATION = 4
const MAX_TERMS = 3

/** `words` are the terms of the question that suggest `term`. */
type Association = { term: string; words: string[] }

/** How often terms of questions and of pages are in one line; the first page word of a line counts most. */
type Counts = {
  /** The lines that have a term of a question. */
  lines: Map<string, Entry[]>
  /** Sums over all pairs with a term of a question, and with a term of a page. */
  words: Map<string, number>
  pages: Map<string, number>
  total: number
}

/** A term of pages, and its mutual information with a term of questions, above 0. */
type Suggestion = { page: string; information: number }

const lookups = new Map<string, (word: string) => readonly Suggestion[]>()

/** The most associated page terms, best first, without those in `terms`. */
export function associateWords(terms: ReadonlySet<string>, language: string): Association[] {
  let suggestionsFor = lookups.get(language)
  if (!suggestionsFor) lookups.set(language, (suggestionsFor = createLookup(language)))
  const found = new Map<string, { words: string[]; sum: number }>()
  for (const word of terms) {
    for (const { page, information } of suggestionsFor(word)) {
      if (terms.has(page)) continue
      const known = found.get(page)
      if (!known) found.set(page, { words: [word], sum: information })
      else {
        known.words.push(word)
        known.sum += information
      }
    }
  }
  return [...found]
    .filter(([, { words, sum }]) => words.length >= MIN_WORDS && sum >= MIN_ASSOCIATION)
    .toSorted(([, a], [, b]) => b.sum - a.sum)
    .slice(0, MAX_TERMS)
    .map(([term, { words }]) => ({ term, words }))
}

/** What a term of questions suggests, cached: a word such as "get" is in hundreds of lines. */
function createLookup(language: string): (word: string) => readonly Suggestion[] {
  const counts = countPairs(language)
  const cache = new Map<string, readonly Suggestion[]>()
  return (word) => {
    const cached = cache.get(word)
    if (cached) return cached
    const suggestions = suggestionsOf(counts, word, language)
    // Only words of the list: there is no limit to the others.
    if (counts.lines.has(word)) cache.set(word, suggestions)
    return suggestions
  }
}

function suggestionsOf(counts: Counts, word: string, language: string): Suggestion[] {
  const toTerm = stemmerFor(language)
  const pages = new Map<string, number>()
  for (const { pageWords } of counts.lines.get(word) ?? []) {
    for (const [rank, pageWord] of pageWords.entries()) {
      const page = toTerm(pageWord)
      if (page !== word) add(pages, page, shareOf(rank))
    }
  }
  return [...pages].flatMap(([page, count]) => {
    const information = mutualInformation(counts, word, page, count)
    return information > 0 ? { page, information } : []
  })
}

/** Pointwise mutual information, discounted for pairs that were counted rarely. */
function mutualInformation({ words, pages, total }: Counts, word: string, page: string, count: number): number {
  const independent = (words.get(word) ?? 0) * (pages.get(page) ?? 0)
  return Math.log((count * total) / independent) * (count / (count + 1))
}

function countPairs(language: string): Counts {
  const toTerm = stemmerFor(language)
  const counts: Counts = { lines: new Map(), words: new Map(), pages: new Map(), total: 0 }
  for (const entry of entriesFor(language)) {
    const words = new Set(entry.terms.filter((_, n) => !entry.isParticle[n]))
    const ofLine = entry.pageWords.reduce((sum, _, rank) => sum + shareOf(rank), 0)
    for (const word of words) {
      const lines = counts.lines.get(word)
      if (lines) lines.push(entry)
      else counts.lines.set(word, [entry])
      add(counts.words, word, ofLine)
    }
    for (const [rank, page] of entry.pageWords.entries()) add(counts.pages, toTerm(page), words.size * shareOf(rank))
    counts.total += words.size * ofLine
  }
  return counts
}

const shareOf = (rank: number) => 2 / (2 + rank)

function add(sums: Map<string, number>, key: string, count: number) {
  sums.set(key, (sums.get(key) ?? 0) + count)
}
