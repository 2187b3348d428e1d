/** The data that ranking works on. Passages and terms are numbers. */
import type { ContactDetail } from '#server/platform/text/contact-details.ts'
import type { Postings, YieldIfDue } from './postings.ts'

/** The term between two sentences of a passage. */
export const SENTENCE_BOUNDARY = 0

export type TermIndex = {
  /** Number of passages. */
  size: number
  /** Term to its number. */
  terms: Map<string, number>
  /** Character four-gram to the terms that contain it. */
  ngrams: Map<string, number[]>
  body: Postings
  /** Page title and heading path. */
  headings: Postings
  /** Words in each passage's text. */
  lengths: Uint32Array
  meanLength: number
  /** Forward index: the terms of passage n are at sequenceStarts[n] up to sequenceStarts[n + 1]. */
  sequence: Uint32Array
  sequenceStarts: Uint32Array
  languages: string[]
  /** Name to the passages it names (`passageNames`), with the weight of the name. */
  names: Map<string, { passage: number; weight: number }[]>
  /** The name of a command to the passages of its manual page. */
  commandPages: Map<string, number[]>
  /** The entries of `names` that are one term, by its number. */
  namedByTerm: Map<number, { passage: number; weight: number }[]>
  /** For each passage the number of its page. */
  pages: Uint32Array
  /** The terms in nearly all page titles, such as the name of the site. */
  siteTerms: ReadonlySet<number>
  /** 1 for a passage of a changelog page. */
  isChangelog: Uint8Array
  /** 1 for a passage of the index or the contents of a book. */
  isIndexOrContents: Uint8Array
  /** 1 for a passage with a code block. */
  hasCode: Uint8Array
  /** The passages with a phone number, an e-mail address or a postal address. */
  contactPassages: ReadonlyMap<ContactDetail, readonly number[]>
}

/** Maps each character four-gram to the terms that contain it. */
export async function buildNgramIndex(terms: Map<string, number>, yieldIfDue: YieldIfDue) {
  const ngrams = new Map<string, number[]>()
  for (const [term, id] of terms) {
    for (const ngram of ngramsOf(term)) {
      const ids = ngrams.get(ngram)
      if (ids) ids.push(id)
      else ngrams.set(ngram, [id])
    }
    await yieldIfDue()
  }
  return ngrams
}

/** The distinct character four-grams of a term; none for identifiers and numbers, whose parts have no meaning. */
export function ngramsOf(term: string): Set<string> {
  const ngrams = new Set<string>()
  if (term.length < 4 || !/^[\p{L}\p{M}]+$/u.test(term)) return ngrams
  for (let start = 0; start + 4 <= term.length; start++) ngrams.add(term.slice(start, start + 4))
  return ngrams
}

/**
 * Bytes. A Map entry with a short string key takes about 90 bytes in V8; an array value takes 60 more, and 8 for each
 * element.
 */
export function estimateBytes(index: TermIndex): number {
  const arrays = [
    index.body.starts,
    index.body.passages,
    index.body.frequencies,
    index.headings.starts,
    index.headings.passages,
    index.headings.frequencies,
    index.lengths,
    index.sequence,
    index.sequenceStarts,
    index.pages,
  ]
  const arrayBytes = arrays.reduce((sum, array) => sum + array.byteLength, 0)
  let ngramEntries = 0
  for (const ids of index.ngrams.values()) ngramEntries += ids.length
  let nameEntries = 0
  for (const passages of index.names.values()) nameEntries += passages.length
  return (
    arrayBytes +
    index.terms.size * 90 +
    index.ngrams.size * 150 +
    ngramEntries * 8 +
    index.names.size * 150 +
    index.namedByTerm.size * 40 +
    nameEntries * 40 +
    index.size * 100
  )
}
