/** What summaries need to know about a word, cached: a page has few distinct words, and the lookups dominate. */
import { isStopWord } from './stop-words.ts'
import { fold, stemmerFor } from './stemmer.ts'

export type WordFeatures = {
  term: string
  isStopWord: boolean
  /** "42"; not "42nd", which only has a digit. */
  isNumber: boolean
  hasDigit: boolean
  /** Starts with a letter of a script that has capitals and spaces between words. */
  isCased: boolean
}

const lookups = new Map<string, (word: string) => WordFeatures>()
/** Words cached per language; beyond that the cache starts again, so that it stays small. */
const CACHED_WORDS = 50_000

/** The lookup for a primary language subtag (may be ''). */
export function wordFeaturesFor(language: string): (word: string) => WordFeatures {
  let lookup = lookups.get(language)
  if (!lookup) lookups.set(language, (lookup = createLookup(language)))
  return lookup
}

function createLookup(language: string) {
  const toTerm = stemmerFor(language)
  const cache = new Map<string, WordFeatures>()
  return (word: string) => {
    const cached = cache.get(word)
    if (cached) return cached
    if (cache.size >= CACHED_WORDS) cache.clear()
    const features = {
      term: toTerm(word),
      isStopWord: isStopWord(fold(word, language), language),
      isNumber: /^\p{N}+$/u.test(word),
      hasDigit: /\p{N}/u.test(word),
      isCased: /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
    }
    cache.set(word, features)
    return features
  }
}
