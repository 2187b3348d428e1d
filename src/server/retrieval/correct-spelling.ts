/** Corrects misspelt words of a question against the words of the selected pages. */
import type { Correction } from '#server/platform/text/corrections.ts'
import { editDistance } from '#server/platform/text/edit-distance.ts'
import { isExpanded } from '#server/platform/text/related-words/expand-words.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { isStopWord, stopWords } from '#server/platform/text/stop-words.ts'

export type Vocabulary = {
  /** Folded words of the pages by length, each with the number of passages that contain it. */
  byLength: ReadonlyMap<number, readonly { word: string; frequency: number }[]>
  languages: readonly string[]
  /** Number of words. */
  size: number
  /** True if the pages contain the word in any form. */
  contains: (word: string) => boolean
}

/** Lengths in letters from which an edit is more likely a slip than another word. */
const MIN_LENGTH = { transposition: 3, name: 4, oneEdit: 6, twoEdits: 9 }
const MAX_LENGTH = 24
/** Alphabetic scripts; elsewhere a different letter is a different word. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u

/** The corrections for `question`, in the order of its words. Identifiers and numbers stay as typed. */
export function correctSpelling(question: string, vocabulary: Vocabulary): Correction[] {
  const corrections = new Map<string, string>()
  const words = splitWords(question)
  for (const { text, kind, start, end } of words) {
    const isPart = words.some((other) => other.kind === 'compound' && other.start <= start && end <= other.end)
    if (kind !== 'word' || isPart || !LETTERS.test(text)) continue
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

/** A stop word of any language is no slip: the question may be in another language than the pages. */
function isKnown(word: string, { contains, languages }: Vocabulary): boolean {
  const isStop = Object.values(stopWords).some((words) => words.has(word))
  return contains(word) || isStop || isSearchedAs(word, languages)
}

/** A word with capitals inside is a name or a keyword: only two swapped letters of a long one are a slip. */
function transposedName(name: string, { contains }: Vocabulary): string | undefined {
  if (name.length < MIN_LENGTH.name) return undefined
  return transpositions(name).find((each) => contains(fold(each)))
}

/** "waht" is "what" and "focre" is "force", which the pages need not contain. */
function transposedWord(word: string, { contains, languages }: Vocabulary): string | undefined {
  const all = transpositions(word)
  return (
    all.find((each) => ['en', ...languages].some((language) => isStopWord(each, language))) ??
    all.find((each) => contains(each) || isSearchedAs(each, languages))
  )
}

/** A word that is searched for by another one as well. */
function isSearchedAs(word: string, languages: readonly string[]): boolean {
  return languages.some((language) => isExpanded(word, language))
}

function transpositions(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, n) => word.slice(0, n) + word[n + 1] + word[n] + word.slice(n + 2))
}

/** The word with the fewest edits, transpositions first, then the most frequent; undefined if none is near enough. */
function nearestWord(word: string, { byLength }: Vocabulary): string | undefined {
  const maxEdits = word.length >= MIN_LENGTH.twoEdits ? 2 : word.length >= MIN_LENGTH.oneEdit ? 1 : 0
  const swapped = new Set(transpositions(word))
  let best: { word: string; edits: number; frequency: number } | undefined
  for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
    for (const { word: candidate, frequency } of byLength.get(length) ?? []) {
      const edits = swapped.has(candidate)
        ? 0.5
        : maxEdits > 0 && candidate[0] === word[0]
          ? editDistance(word, candidate, maxEdits)
          : Infinity
      if (edits > maxEdits && edits !== 0.5) continue
      if (!best || edits < best.edits || (edits === best.edits && frequency > best.frequency)) {
        best = { word: candidate, edits, frequency }
      }
    }
  }
  return best?.word
}
