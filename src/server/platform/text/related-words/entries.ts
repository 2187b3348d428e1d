/**
 * The words that pages use for what people ask with. A line of en.txt has a word or a phrase joined by
 * underscores as people type it, then the words of the pages, best first: "out_of_the_box default".
 */
import { readFileSync } from 'node:fs'
import { splitWords } from '#server/platform/text/split-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'

const LANGUAGES: ReadonlySet<string> = new Set(['en', 'de', 'es', 'fr', 'it'])

/**
 * A line of the file: the words as typed and as terms, and the words of the pages. `isParticle` says of each typed word
 * whether it is a stop word: "of" and "the" in "out of the box".
 */
export type Entry = { typed: string[]; terms: string[]; isParticle: boolean[]; pageWords: string[] }

const entries = new Map<string, readonly Entry[]>()

/** The lines for a language; none for a language without a list. */
export function entriesFor(language: string): readonly Entry[] {
  const known = entries.get(language) ?? (LANGUAGES.has(language) ? readEntries(language) : [])
  entries.set(language, known)
  return known
}

function readEntries(language: string): Entry[] {
  const toTerm = stemmerFor(language)
  const lines = readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [phrase = '', ...pageWords] = line.split(' ')
    const typed = phrase.includes('_') ? wordsOf(phrase) : [phrase]
    const isParticle = typed.map((word) => isStopWord(fold(word, language), language))
    return { typed, terms: typed.map(toTerm), isParticle, pageWords }
  })
}

/** The words of "out_of_the_box". Segmenting takes most of the time of reading the list, and few phrases need it. */
function wordsOf(phrase: string): string[] {
  const parts = phrase.split('_')
  if (parts.every((part) => /^[a-zäöüß]+$/.test(part))) return parts
  return splitWords(parts.join(' ')).flatMap(({ text, kind }) => (kind === 'word' ? text : []))
}
