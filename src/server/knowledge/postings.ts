/** Which passages hold a term, and how often: flat arrays of numbers, so that millions of entries stay small. */

export type Postings = {
  /** Entries of term t stand from starts[t] to starts[t + 1]. */
  starts: Uint32Array
  passages: Uint32Array
  counts: Uint8Array
}

/** To be awaited between small pieces of work: it gives way to others once enough time has passed. */
export type Pause = () => Promise<void> | undefined

/** Passages handled between two looks at the clock. */
const SLICE = 256

/**
 * Turns the terms of each passage (those of passage n stand in `sequence` from starts[n] to starts[n + 1]; 0 is no term)
 * into the passages of each term. `pause` is awaited regularly.
 */
export async function invert(
  sequence: Uint32Array,
  starts: Uint32Array,
  termCount: number,
  pause: Pause,
): Promise<Postings> {
  const size = starts.length - 1
  const termStarts = new Uint32Array(termCount + 2)
  const lastSeen = new Uint32Array(termCount + 1) // passage number plus one
  await eachPassage((passage, term) => {
    if (lastSeen[term] === passage + 1) return
    lastSeen[term] = passage + 1
    termStarts[term + 1] = at(termStarts, term + 1) + 1
  })
  for (let term = 0; term <= termCount; term++) termStarts[term + 1] = at(termStarts, term + 1) + at(termStarts, term)

  const passages = new Uint32Array(at(termStarts, termCount + 1))
  const counts = new Uint8Array(passages.length)
  const next = termStarts.slice()
  lastSeen.fill(0)
  await eachPassage((passage, term) => {
    const place = at(next, term)
    if (lastSeen[term] === passage + 1) {
      const count = counts[place - 1] ?? 0
      if (count < 255) counts[place - 1] = count + 1
      return
    }
    lastSeen[term] = passage + 1
    passages[place] = passage
    counts[place] = 1
    next[term] = place + 1
  })
  return { starts: termStarts, passages, counts }

  async function eachPassage(visit: (passage: number, term: number) => void) {
    for (let passage = 0; passage < size; passage++) {
      const end = at(starts, passage + 1)
      for (let place = at(starts, passage); place < end; place++) {
        const term = at(sequence, place)
        if (term !== 0) visit(passage, term)
      }
      if (passage % SLICE === 0) await pause()
    }
  }
}

/** Typed arrays are read inside their bounds here; the fallback only satisfies the compiler. */
export function at(array: Uint32Array | Uint8Array | Float32Array, place: number): number {
  return array[place] ?? 0
}
