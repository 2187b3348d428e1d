/**
 * Corrects misspelled words of a question against the words of the selected pages, and takes combined options apart.
 */
import type { Correction } from '#server/platform/text/corrections.ts'
import { foreignLanguage } from '#server/platform/text/detect-language.ts'
import { editDistance } from '#server/platform/text/edit-distance.ts'
import { isExpanded } from '#server/platform/text/related-words/expand-words.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { isStopWord, stopWords } from '#server/platform/text/stop-words.ts'
import { isEnglishWord } from './sentence-embedding/model-vocabulary.ts'

export type Vocabulary = {
  /** Folded words of the pages by length, each with the number of passages that contain it. */
  byLength: ReadonlyMap<number, readonly { word: string; frequency: number }[]>
  languages: readonly string[]
  /** Number of words. */
  size: number
  /** True if the pages contain the word in any form. */
  contains: (word: string) => boolean
}

/** Lengths in letters from which an edit is more likely a typing error than another word. */
const MIN_LENGTH = { transposition: 3, name: 4, oneEdit: 6, twoEdits: 9 }
const MAX_LENGTH = 24
/** Swapped letters are the most common typing error, so they come before any other edit. */
const TRANSPOSITION_COST = 0.5
/** Alphabetic scripts; elsewhere a different letter is a different word. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u

/** "-fd"; the letters are "fd". */
const COMBINED_OPTIONS = /^-(?<letters>[A-Za-z]{2,4})$/
/** Shorter words are no names of options: "-am" is "-a -m", but "-name" is not "-n -a -m -e". */
const MIN_OPTION_NAME_LENGTH = 3

/** The corrections for `question`, in the order of its words. Identifiers and numbers stay as typed. */
export function correctSpelling(question: string, vocabulary: Vocabulary): Correction[] {
  const { languages } = vocabulary
  const corrections = new Map<string, string>()
  const words = splitWords(question)
  const isForeign = languages.length > 0 && languages.every((language) => foreignLanguage(question, language) !== '')
  for (const { text, kind, start, end } of words) {
    const options = separateOptions(text, vocabulary)
    if (options) corrections.set(text, options)
    const isInCompound = words.some((other) => other.kind === 'compound' && other.start <= start && end <= other.end)
    // Words of another language are not misspelled.
    if (isForeign || kind !== 'word' || isInCompound || !LETTERS.test(text)) continue
    if (text.length < MIN_LENGTH.transposition || text.length > MAX_LENGTH || corrections.has(text)) continue
    const word = fold(text)
    if (isKnown(word, vocabulary)) continue
    const correction = /.\p{Lu}/u.test(text)
      ? transposedName(text, vocabulary)
      : (transposedWord(word, vocabulary) ?? nearestWord(word, vocabulary))
    if (correction) corrections.set(text, correction)
  }
  return [...corrections].map(([from, to]) => ({ from, to }))
}

/** "-f -d" for "-fd", which pages explain one by one; undefined for what is no such word, or is on the pages as it is. */
function separateOptions(text: string, { contains }: Vocabulary): string | undefined {
  const letters = COMBINED_OPTIONS.exec(text)?.groups?.['letters']
  if (letters === undefined || contains(text)) return undefined
  if (letters.length >= MIN_OPTION_NAME_LENGTH && contains(fold(letters))) return undefined
  const options = [...letters].map((letter) => `-${letter}`)
  return options.every((option) => contains(option)) ? options.join(' ') : undefined
}

/**
 * Stop words of all languages count: the question may be in another language than the pages. So do English words, which are
 * no misspelled words of the pages: "world cup" is not "world cpu".
 */
function isKnown(word: string, { contains, languages }: Vocabulary): boolean {
  const isStop = Object.values(stopWords).some((words) => words.has(word))
  return (
    contains(word) || isStop || hasRelatedWords(word, languages) || (languages.includes('en') && isEnglishWord(word))
  )
}

/** A word with capitals inside is a name or a keyword: only two swapped letters of a long one are corrected. */
function transposedName(name: string, { contains }: Vocabulary): string | undefined {
  if (name.length < MIN_LENGTH.name) return undefined
  return transpositions(name).find((each) => contains(fold(each)))
}

/** "waht" is "what" and "focre" is "force", which the pages need not contain. */
function transposedWord(word: string, { contains, languages }: Vocabulary): string | undefined {
  const all = transpositions(word)
  return (
    all.find((each) => ['en', ...languages].some((language) => isStopWord(each, language))) ??
    all.find((each) => contains(each) || hasRelatedWords(each, languages))
  )
}

/** True if the list of related words has the word: other words are searched for it. */
function hasRelatedWords(word: string, languages: readonly string[]): boolean {
  return languages.some((language) => isExpanded(word, language))
}

function transpositions(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, n) => word.slice(0, n) + word[n + 1] + word[n] + word.slice(n + 2))
}

/** The word with the fewest edits, transpositions first, then the most frequent; undefined if none is near enough. */
function nearestWord(word: string, { byLength }: Vocabulary): string | undefined {
  const maxEdits = maxEditsFor(word)
  const swapped = new Set(transpositions(word))
  let best: { word: string; cost: number; frequency: number } | undefined
  for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
    for (const { word: candidate, frequency } of byLength.get(length) ?? []) {
      const cost = swapped.has(candidate) ? TRANSPOSITION_COST : editCost(word, candidate, maxEdits)
      if (cost === null) continue
      const isBetter = !best || cost < best.cost || (cost === best.cost && frequency > best.frequency)
      if (isBetter) best = { word: candidate, cost, frequency }
    }
  }
  return best?.word
}

function maxEditsFor(word: string): number {
  if (word.length >= MIN_LENGTH.twoEdits) return 2
  return word.length >= MIN_LENGTH.oneEdit ? 1 : 0
}

/** The number of edits; null for more than `maxEdits`, or another first letter, which people rarely get wrong. */
function editCost(word: string, candidate: string, maxEdits: number): number | null {
  if (maxEdits === 0 || candidate[0] !== word[0]) return null
  const edits = editDistance(word, candidate, maxEdits)
  return edits > maxEdits ? null : edits
}
