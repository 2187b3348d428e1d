/** The words of a page and the terms by which sentences are compared. `language` is a primary language subtag or ''. */
import type { SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { wordFeaturesFor, type WordFeatures } from '#server/platform/text/word-features.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'

/** A word of a page, without compounds. `start` and `end` are offsets into the page's content. */
export type PageWord = { text: string; start: number; end: number; features: WordFeatures }

/** The words of each unit, read once for ranking and for topics. Code has none. */
export function readWords(content: string, spans: readonly SentenceSpan[], language: string): PageWord[][] {
  const featuresOf = wordFeaturesFor(language)
  return spans.map((span) => {
    const words: PageWord[] = []
    if (span.kind === 'code') return words
    forEachWord(content.slice(span.start, span.end), (text, start, end, kind) => {
      if (kind === 'word')
        words.push({ text, start: span.start + start, end: span.start + end, features: featuresOf(text) })
    })
    return words
  })
}

/** The stems of the words that are neither stop words nor numbers. */
export function contentTermsOf(words: readonly PageWord[]): Set<string> {
  const terms = new Set<string>()
  for (const { features } of words) if (!features.isStopWord && !features.isNumber) terms.add(features.term)
  return terms
}

/** Key to the number of sets that contain it. */
export function documentFrequencies(sets: Iterable<ReadonlySet<string>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const set of sets) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
