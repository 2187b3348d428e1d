/** The index of a selection: built once, queried often. docs/decisions/007-own-ranking.md explains why it is our own. */
import type { Correction } from '#server/platform/text/corrections.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { buildTermIndex } from './build-term-index.ts'
import { correctSpelling, type Vocabulary } from './correct-spelling.ts'
import type { YieldIfDue } from './postings.ts'
import { documentFrequency, termWeights, type TermWeights } from './question-terms.ts'
import { rankPassages } from './rank-passages.ts'
import { estimateBytes, type TermIndex } from './term-index.ts'

/** A stored passage with the page metadata that is shown. All passages of a page are treated as one language. */
export type IndexablePassage = {
  id: string
  pageId: string
  pageUrl: string
  pageTitle: string
  headingPath: string[]
  /** `page.content.slice(startOffset, …)` */
  text: string
  startOffset: number
  /** The language that the page declares: BCP 47 tag or ''. */
  language: string
}

export type PassageIndex = {
  /** The `k` best passages for a question, best first. Passages that match no term are left out. */
  search(question: string, k: number): { id: string; score: number; language: string }[]
  /** True if the text of the passage has every one of these terms, stemmed by the language of its page. */
  containsAll(passageId: string, terms: readonly string[]): boolean
  termWeights(question: string): TermWeights
  /** Words of the question that no passage contains, with the most similar word of the passages. */
  corrections(question: string): Correction[]
  /** Primary language subtag of most passages; '' if unknown. */
  language: string
  /** Estimated memory in bytes. */
  bytes: number
}

/** No term has this number. */
const NO_TERM = 0xffff_ffff

/** Longest run of work before control returns to the event loop. */
const SLICE_MS = 8

/** Estimated memory of a vocabulary entry: the object, its place in a list and in the map. */
const BYTES_PER_WORD = 150

/** Words that can be corrected; longer ones are not names but data. */
const ORDINARY_WORD = /^\p{L}{3,24}$/u

/** Indexes about 15 MB of text per second and blocks the event loop for about 15 ms at most. */
export async function buildPassageIndex(passages: readonly IndexablePassage[]): Promise<PassageIndex> {
  const { index, languages, termIdsByLanguage } = await buildTermIndex(passages, createYieldIfDue())
  const vocabulary = createVocabulary(index, termIdsByLanguage)
  const ids = passages.map((passage) => passage.id)
  const numberOf = new Map(ids.map((id, n) => [id, n]))
  const passageLanguages = passages.map((passage) => languages.get(passage.pageId) ?? '')
  return {
    bytes: estimateBytes(index) + vocabulary.size * BYTES_PER_WORD,
    language: mostFrequent(passageLanguages),
    search: (question, k) =>
      rankPassages(index, question, k).map(({ passage, score }) => ({
        id: ids[passage] ?? '',
        score,
        language: passageLanguages[passage] ?? '',
      })),
    containsAll(passageId, wanted) {
      const n = numberOf.get(passageId)
      if (n === undefined) return false
      const ownTerms = index.sequence.subarray(index.sequenceStarts[n], index.sequenceStarts[n + 1])
      return wanted.every((term) => ownTerms.includes(index.terms.get(term) ?? NO_TERM))
    },
    termWeights: (question) => termWeights(index, question),
    corrections: (question) => correctSpelling(question, vocabulary),
  }
}

function mostFrequent(languages: readonly string[]): string {
  const groups = [...Map.groupBy(languages, (language) => language)]
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

function createYieldIfDue(): YieldIfDue {
  let sliceStart = performance.now()
  return () => {
    if (performance.now() - sliceStart < SLICE_MS) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        sliceStart = performance.now()
        resolve()
      })
    })
  }
}

/** The words of ordinary letters as they were indexed. */
function createVocabulary(
  index: TermIndex,
  termIdsByLanguage: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Vocabulary {
  const frequencies = new Map<string, number>()
  for (const [language, termIds] of termIdsByLanguage) {
    for (const [word, id] of termIds) {
      if (!ORDINARY_WORD.test(word)) continue
      const folded = fold(word, language)
      const frequency = documentFrequency(index.body, id)
      frequencies.set(folded, Math.max(frequencies.get(folded) ?? 0, frequency))
    }
  }
  const byLength = new Map<number, { word: string; frequency: number }[]>()
  for (const [word, frequency] of frequencies) {
    const sameLength = byLength.get(word.length)
    if (sameLength) sameLength.push({ word, frequency })
    else byLength.set(word.length, [{ word, frequency }])
  }
  const stemmers = index.languages.map(stemmerFor)
  const contains = (word: string) => frequencies.has(word) || stemmers.some((toTerm) => index.terms.has(toTerm(word)))
  return { byLength, languages: index.languages, contains, size: frequencies.size }
}
