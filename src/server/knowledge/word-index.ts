/** What ranking works on: the words of all passages as numbers. */
import type { Pause, Postings } from './postings.ts'

/** Passages and terms are numbers here; term 0 is the end of a sentence. */
export type IndexState = {
  size: number
  terms: Map<string, number>
  /** Terms (of four letters or more) that contain each four-letter gram. */
  grams: Map<string, number[]>
  body: Postings
  /** Title and headings. */
  head: Postings
  /** Words in each passage's text. */
  lengths: Uint32Array
  meanLength: number
  /** The terms of all texts in order; those of passage n stand from sequenceStarts[n] to sequenceStarts[n + 1]. */
  sequence: Uint32Array
  sequenceStarts: Uint32Array
  languages: string[]
  /** The passages that bear a name (namesOfPassage), and how far it is theirs. */
  named: Map<string, { passage: number; share: number }[]>
  /** 1 for a passage of a page that tells what changed from version to version. */
  isHistory: Uint8Array
}

/** Which terms contain each four-letter gram. */
export async function readGrams(terms: Map<string, number>, pause: Pause) {
  const grams = new Map<string, number[]>()
  for (const [term, id] of terms) {
    for (const gram of gramsOf(term)) {
      const list = grams.get(gram)
      if (list) list.push(id)
      else grams.set(gram, [id])
    }
    await pause()
  }
  return grams
}

/** The distinct runs of four letters in a term; identifiers and numbers have none, since half of one means nothing. */
export function gramsOf(term: string): Set<string> {
  const grams = new Set<string>()
  if (term.length < 4 || !/^[\p{L}\p{M}]+$/u.test(term)) return grams
  for (let at = 0; at + 4 <= term.length; at++) grams.add(term.slice(at, at + 4))
  return grams
}

/** In bytes. */
export function estimateBytes(state: IndexState): number {
  const arrays = [
    state.body.starts, state.body.passages, state.body.counts, state.head.starts, state.head.passages, state.head.counts,
    state.lengths, state.sequence, state.sequenceStarts,
  ]
  const numbers = arrays.reduce((sum, array) => sum + array.byteLength, 0)
  let gramEntries = 0
  for (const list of state.grams.values()) gramEntries += list.length
  let nameEntries = 0
  for (const list of state.named.values()) nameEntries += list.length
  // A map entry with its short string takes about 90 bytes in V8, a gram's list 60 and 8 for each member.
  return numbers + state.terms.size * 90 + state.grams.size * 150 + gramEntries * 8 + state.named.size * 150 + nameEntries * 40 + state.size * 100
}
