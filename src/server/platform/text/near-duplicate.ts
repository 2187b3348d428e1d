/**
 * Near-duplicate detection by shingles: the Jaccard similarity of the sets of five-word runs (Broder, "On the
 * resemblance and containment of documents", 1997).
 */
import { forEachWord } from '#server/platform/text/split-words.ts'

const SHINGLE_WORDS = 5
/** Two versions of a page that differ in a line of navigation are above this; a translation is far below. */
export const NEAR_DUPLICATE_SIMILARITY = 0.9

export function isNearDuplicate(one: string, other: string): boolean {
  return one === other || resemblance(one, other) >= NEAR_DUPLICATE_SIMILARITY
}

/** 0 to 1; 0 when a text has fewer than five words. */
export function resemblance(one: string, other: string): number {
  return jaccardSimilarity(shinglesOf(one), shinglesOf(other))
}

/** The Jaccard similarity of two sets; 0 when one is empty. */
export function jaccardSimilarity(first: ReadonlySet<number>, second: ReadonlySet<number>): number {
  if (first.size === 0 || second.size === 0) return 0
  let common = 0
  for (const shingle of first) if (second.has(shingle)) common++
  return common / (first.size + second.size - common)
}

/** The hash of each run of five words. */
export function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>()
  const run: number[] = []
  forEachWord(text.toLowerCase(), (word, _start, _end, kind) => {
    if (kind !== 'word') return
    run.push(hash(word))
    if (run.length > SHINGLE_WORDS) run.shift()
    if (run.length === SHINGLE_WORDS) shingles.add(run.reduce((sum, each) => Math.imul(sum, 31) + each, 7) >>> 0)
  })
  return shingles
}

/** FNV-1a, 32 bits: collisions among the few thousand runs of a page are rare enough. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < word.length; index++) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193)
  return value
}
