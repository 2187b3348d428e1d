/** What summaries want to know of a word, remembered: a page says few different ones, and looking is most of the work. */
import { isStopWord } from './stop-words.ts'
import { fold, termReader } from './terms.ts'

export type WordFacts = {
  term: string
  /** A small word of the language. */
  isSmall: boolean
  /** Nothing but digits. */
  isNumber: boolean
  hasDigit: boolean
  /** Begins in a script that is written with spaces and has capitals. */
  isLatin: boolean
}

const readers = new Map<string, (word: string) => WordFacts>()
/** Words remembered for each language. */
const REMEMBERED_WORDS = 50_000

/** The reader for a language (primary subtag, may be ''). */
export function wordFacts(language: string): (word: string) => WordFacts {
  let reader = readers.get(language)
  if (!reader) readers.set(language, (reader = makeReader(language)))
  return reader
}

function makeReader(language: string) {
  const termOf = termReader(language)
  const known = new Map<string, WordFacts>()
  return (word: string) => {
    const before = known.get(word)
    if (before) return before
    if (known.size >= REMEMBERED_WORDS) known.clear()
    const facts = {
      term: termOf(word),
      isSmall: isStopWord(fold(word, language), language),
      isNumber: /^\p{N}+$/u.test(word),
      hasDigit: /\p{N}/u.test(word),
      isLatin: /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
    }
    known.set(word, facts)
    return facts
  }
}
