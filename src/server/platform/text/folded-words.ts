import { splitWords } from './split-words.ts'
import { fold } from './stemmer.ts'

/** The words of `text` in their case-folded form; compounds and bigrams, which repeat them, are left out. */
export function foldedWords(text: string, language = ''): string[] {
  return splitWords(text)
    .filter(({ kind }) => kind === 'word')
    .map((word) => fold(word.text, language))
}
