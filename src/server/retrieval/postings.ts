/** An inverted index as flat typed arrays, so that millions of postings stay small. */

/** The passages that contain a term, with the term frequency (capped at 255). */
export type Postings = {
  /** The postings of term t are at starts[t] up to starts[t + 1]. */
  starts: Uint32Array
  passages: Uint32Array
  frequencies: Uint8Array
}

export function forEachPosting(
  { starts, passages, frequencies }: Postings,
  term: number,
  visit: (passage: number, frequency: number) => void,
) {
  const end = valueAt(starts, term + 1)
  for (let n = valueAt(starts, term); n < end; n++) visit(valueAt(passages, n), valueAt(frequencies, n))
}

/** Await the result between small units of work: a promise once other work is due, otherwise undefined. */
export type YieldIfDue = () => Promise<void> | undefined

/** Passages processed between two calls of `yieldIfDue`. */
const PASSAGES_PER_SLICE = 256

/**
 * Builds the postings of a forward index. The terms of passage n are at starts[n] up to starts[n + 1] of `sequence`;
 * 0 is a sentence boundary, not a term.
 */
export async function invert(
  sequence: Uint32Array,
  starts: Uint32Array,
  termCount: number,
  yieldIfDue: YieldIfDue,
): Promise<Postings> {
  const size = starts.length - 1
  const termStarts = new Uint32Array(termCount + 2)
  const lastSeen = new Uint32Array(termCount + 1) // passage number plus one
  await forEachOccurrence((passage, term) => {
    if (lastSeen[term] === passage + 1) return
    lastSeen[term] = passage + 1
    termStarts[term + 1] = valueAt(termStarts, term + 1) + 1
  })
  for (let term = 0; term <= termCount; term++)
    termStarts[term + 1] = valueAt(termStarts, term + 1) + valueAt(termStarts, term)

  const passages = new Uint32Array(valueAt(termStarts, termCount + 1))
  const frequencies = new Uint8Array(passages.length)
  const next = termStarts.slice()
  lastSeen.fill(0)
  await forEachOccurrence((passage, term) => {
    const slot = valueAt(next, term)
    if (lastSeen[term] === passage + 1) {
      const frequency = frequencies[slot - 1] ?? 0
      if (frequency < 255) frequencies[slot - 1] = frequency + 1
      return
    }
    lastSeen[term] = passage + 1
    passages[slot] = passage
    frequencies[slot] = 1
    next[term] = slot + 1
  })
  return { starts: termStarts, passages, frequencies }

  async function forEachOccurrence(visit: (passage: number, term: number) => void) {
    for (let passage = 0; passage < size; passage++) {
      const end = valueAt(starts, passage + 1)
      for (let n = valueAt(starts, passage); n < end; n++) {
        const term = valueAt(sequence, n)
        if (term !== 0) visit(passage, term)
      }
      if (passage % PASSAGES_PER_SLICE === 0) await yieldIfDue()
    }
  }
}

/** Callers stay inside the bounds; the fallback only satisfies the compiler. */
export function valueAt(array: Uint32Array | Uint8Array | Float32Array | Float64Array, index: number): number {
  return array[index] ?? 0
}
