/** The index of a selection: built once, queried often. docs/decisions/007-own-ranking.md explains why it is our own. */
import { isChangelogTitle } from '#server/platform/text/changelogs.ts'
import type { Correction } from '#server/platform/text/corrections.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { crossReferenceTarget, nameVariants, passageNames } from '#server/platform/text/names.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'
import { correctSpelling, type Vocabulary } from './correct-spelling.ts'
import { invert, type YieldIfDue } from './postings.ts'
import { documentFrequency, termWeights, type TermWeights } from './question-terms.ts'
import { rankPassages } from './rank-passages.ts'
import { buildNgramIndex, estimateBytes, SENTENCE_BOUNDARY, type TermIndex } from './term-index.ts'

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
  /** Estimated memory in bytes. */
  bytes: number
}

/** No term has this number. */
const NO_TERM = 0xffff_ffff

/** Longest run of work before control returns to the event loop. */
const SLICE_MS = 8

/** Characters of a page that its language is detected from. */
const LANGUAGE_SAMPLE_LENGTH = 1500

/** Estimated memory of a vocabulary entry: the object, its place in a list and in the map. */
const BYTES_PER_WORD = 150

/** Indexes about 15 MB of text per second and blocks the event loop for about 15 ms at most. */
export async function buildPassageIndex(passages: readonly IndexablePassage[]): Promise<PassageIndex> {
  const yieldIfDue = createYieldIfDue()
  const terms = new Map<string, number>()
  const termIdsByLanguage = new Map<string, Map<string, number>>()
  const languages = await languagesByPage(passages, yieldIfDue)
  const body = createUint32List()
  const headings = createUint32List()
  const bodyStarts = new Uint32Array(passages.length + 1)
  const headingStarts = new Uint32Array(passages.length + 1)
  const lengths = new Uint32Array(passages.length)
  const names: TermIndex['names'] = new Map()
  const isChangelog = new Uint8Array(passages.length)
  const hasCode = new Uint8Array(passages.length)
  const crossReferences: { from: string[]; to: string[] }[] = []

  /** Appends the term ids of `text` to `list`. Returns the number of words. */
  const addTerms = (list: ReturnType<typeof createUint32List>, text: string, language: string) => {
    const termIds = termIdsByLanguage.get(language) ?? new Map<string, number>()
    termIdsByLanguage.set(language, termIds)
    const toTerm = stemmerFor(language)
    let lastEnd = 0
    let count = 0
    forEachWord(text, (word, start, end) => {
      let id = termIds.get(word)
      if (id === undefined) {
        const term = toTerm(word)
        id = terms.get(term) ?? terms.size + 1
        terms.set(term, id)
        termIds.set(word, id)
      }
      if (start > lastEnd && hasSentenceBoundary(text, lastEnd, start)) list.push(SENTENCE_BOUNDARY)
      list.push(id)
      lastEnd = end
      count++
    })
    return count
  }

  for (const [n, passage] of passages.entries()) {
    const language = languages.get(passage.pageId) ?? ''
    lengths[n] = addTerms(body, passage.text, language)
    bodyStarts[n + 1] = body.length()
    addTerms(headings, [passage.pageTitle, ...passage.headingPath].join('\n'), language)
    headingStarts[n + 1] = headings.length()
    const toTerm = stemmerFor(language)
    const ownNames = passageNames(passage, toTerm)
    for (const [name, weight] of ownNames) {
      const named = names.get(name)
      if (named) named.push({ passage: n, weight })
      else names.set(name, [{ passage: n, weight }])
    }
    const target = crossReferenceTarget(passage.text)
    if (target) crossReferences.push({ from: [...ownNames.keys()], to: nameVariants(target, toTerm) })
    if (isChangelogTitle(passage.pageTitle)) isChangelog[n] = 1
    if (passage.text.includes('```')) hasCode[n] = 1
    await yieldIfDue()
  }

  // The target of a cross-reference ("GIL: see global interpreter lock") also gets the name of the reference.
  for (const { from, to } of crossReferences) {
    const targets = to.flatMap((name) => names.get(name) ?? [])
    for (const name of from) names.set(name, [...(names.get(name) ?? []), ...targets])
  }

  const namedByTerm: TermIndex['namedByTerm'] = new Map()
  for (const [name, named] of names) {
    const term = terms.get(name)
    if (term !== undefined) namedByTerm.set(term, named)
  }

  const sequence = body.toArray()
  const index: TermIndex = {
    size: passages.length,
    terms,
    ngrams: await buildNgramIndex(terms, yieldIfDue),
    body: await invert(sequence, bodyStarts, terms.size, yieldIfDue),
    headings: await invert(headings.toArray(), headingStarts, terms.size, yieldIfDue),
    lengths,
    meanLength: Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, passages.length)),
    sequence,
    sequenceStarts: bodyStarts,
    languages: [...new Set(languages.values())],
    names,
    namedByTerm,
    isChangelog,
    hasCode,
    pages: numberPages(passages),
  }
  const vocabulary = createVocabulary(index, termIdsByLanguage)
  const ids = passages.map((passage) => passage.id)
  const numberOf = new Map(ids.map((id, n) => [id, n]))
  const passageLanguages = passages.map((passage) => languages.get(passage.pageId) ?? '')
  return {
    bytes: estimateBytes(index) + vocabulary.size * BYTES_PER_WORD,
    search: (question, k) =>
      rankPassages(index, question, k).map(({ passage, score }) => ({
        id: ids[passage] ?? '',
        score,
        language: passageLanguages[passage] ?? '',
      })),
    containsAll: (passageId, wanted) => {
      const n = numberOf.get(passageId)
      if (n === undefined) return false
      const ownTerms = sequence.subarray(bodyStarts[n], bodyStarts[n + 1])
      return wanted.every((term) => ownTerms.includes(terms.get(term) ?? NO_TERM))
    },
    termWeights: (question) => termWeights(index, question),
    corrections: (question) => correctSpelling(question, vocabulary),
  }
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

/** For each passage the number of its page. */
function numberPages(passages: readonly IndexablePassage[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(passages, ({ pageId }) => {
    const number = numbers.get(pageId) ?? numbers.size
    numbers.set(pageId, number)
    return number
  })
}

/** The words of ordinary letters as they were indexed. */
function createVocabulary(index: TermIndex, termIdsByLanguage: ReadonlyMap<string, Map<string, number>>): Vocabulary {
  const frequencies = new Map<string, number>()
  for (const [language, termIds] of termIdsByLanguage) {
    for (const [word, id] of termIds) {
      if (!/^\p{L}{3,24}$/u.test(word)) continue
      const folded = fold(word, language)
      frequencies.set(folded, Math.max(frequencies.get(folded) ?? 0, documentFrequency(index.body, id)))
    }
  }
  const byLength = new Map<number, { word: string; frequency: number }[]>()
  for (const [word, frequency] of frequencies) {
    const list = byLength.get(word.length)
    if (list) list.push({ word, frequency })
    else byLength.set(word.length, [{ word, frequency }])
  }
  const stemmers = index.languages.map(stemmerFor)
  const contains = (word: string) => frequencies.has(word) || stemmers.some((toTerm) => index.terms.has(toTerm(word)))
  return { byLength, languages: index.languages, contains, size: frequencies.size }
}

/** Detects each page's language from its first passages. An undetected page gets the most frequent language. */
async function languagesByPage(
  passages: readonly IndexablePassage[],
  yieldIfDue: YieldIfDue,
): Promise<Map<string, string>> {
  const samples = new Map<string, { text: string; tag: string }>()
  for (const { pageId, text, language } of passages) {
    const sample = samples.get(pageId)
    if (!sample) samples.set(pageId, { text, tag: language })
    else if (sample.text.length < LANGUAGE_SAMPLE_LENGTH) sample.text += `\n${text}`
  }
  const counts = new Map<string, number>()
  const languages = new Map<string, string>()
  for (const [pageId, { text, tag }] of samples) {
    const language = detectLanguage(text, tag)
    languages.set(pageId, language)
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
    await yieldIfDue()
  }
  const mostFrequent = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  for (const [pageId, language] of languages) if (!language) languages.set(pageId, mostFrequent)
  return languages
}

/** True if a sentence, a line or a table cell ends between two words. */
function hasSentenceBoundary(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 33 || code === 63 || code === 124) return true // line feed ! ? |
    if (code === 46 && (i + 1 === to || text.charCodeAt(i + 1) <= 34)) return true // a full stop before a space or "
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x061f) return true // 。！？। ؟
  }
  return false
}

/** A growable Uint32Array. A plain array of this size would take several times the memory. */
function createUint32List() {
  let numbers = new Uint32Array(1 << 12)
  let length = 0
  return {
    push(value: number) {
      if (length === numbers.length) {
        const larger = new Uint32Array(numbers.length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = value
    },
    length: () => length,
    toArray: () => numbers.slice(0, length),
  }
}
