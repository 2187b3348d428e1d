import { isStopWord } from '#server/platform/text/stop-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { splitWords } from '#server/platform/text/split-words.ts'

/** The index terms of a text without its stop words. `language` is a primary subtag, '' when unknown. */
export function contentTerms(text: string, language: string): Set<string> {
  const toTerm = stemmerFor(language)
  const words = splitWords(text).filter(
    (word) => word.kind === 'word' && !isStopWord(fold(word.text, language), language),
  )
  return new Set(words.map((word) => toTerm(word.text)))
}
