import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'

/** The words of a text that say something, as the terms they are found by. `language`: primary subtag, '' when unknown. */
export function tellingTerms(text: string, language: string): Set<string> {
  const termOf = termReader(language)
  const words = readWords(text).filter((word) => word.kind === 'word' && !isStopWord(fold(word.text, language), language))
  return new Set(words.map((word) => termOf(word.text)))
}
