/** The terms by which sentences are compared. `language` is a primary language subtag or ''. */
import { wordFeaturesFor } from '#server/platform/text/word-features.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'

/** Returns a function from text to the stems of its words that are neither stop words nor numbers. */
export function contentTermExtractor(language: string): (text: string) => Set<string> {
  const featuresOf = wordFeaturesFor(language)
  return (text) => {
    const terms = new Set<string>()
    forEachWord(text, (word, _start, _end, kind) => {
      if (kind !== 'word') return
      const { term, isStopWord, isNumber } = featuresOf(word)
      if (!isStopWord && !isNumber) terms.add(term)
    })
    return terms
  }
}

/** Returns a function from text to the stems of all its words, in order. */
export function wordStemmer(language: string): (text: string) => string[] {
  const featuresOf = wordFeaturesFor(language)
  return (text) => {
    const words: string[] = []
    forEachWord(text, (word, _start, _end, kind) => {
      if (kind === 'word') words.push(featuresOf(word).term)
    })
    return words
  }
}

/** Key to the number of sets that contain it. */
export function documentFrequencies(sets: Iterable<ReadonlySet<string>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const set of sets) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
