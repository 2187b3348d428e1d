/**
 * Whether two texts are the same but for a line or two: the share of five-word runs that they have in common, of all
 * that either has (resemblance of shingles: Broder, "On the resemblance and containment of documents", 1997).
 */
import { eachWord } from '#server/text/words.ts'

const SHINGLE_WORDS = 5
/** A changed line of navigation stays above this, a translation or another article far below. */
const NEAR_SAME = 0.9

export function isNearSame(one: string, other: string): boolean {
  return one === other || resemblance(one, other) >= NEAR_SAME
}

/** 0 to 1; 0 when a text is too short to say. */
export function resemblance(one: string, other: string): number {
  const [first, second] = [shinglesOf(one), shinglesOf(other)]
  if (first.size === 0 || second.size === 0) return 0
  let common = 0
  for (const shingle of first) if (second.has(shingle)) common++
  return common / (first.size + second.size - common)
}

function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>()
  const run: number[] = []
  eachWord(text.toLowerCase(), (word, _start, _end, kind) => {
    if (kind !== 'word') return
    run.push(hash(word))
    if (run.length > SHINGLE_WORDS) run.shift()
    if (run.length === SHINGLE_WORDS) shingles.add(run.reduce((sum, each) => Math.imul(sum, 31) + each, 7) >>> 0)
  })
  return shingles
}

/** FNV-1a, 32 bits: two of a page's few thousand runs are hardly ever taken for one. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193)
  return value
}
