/**
 * Finds near-duplicates among thousands of texts. Candidates share the smallest hashes of their five-word runs
 * (MinHash; Broder, "On the resemblance and containment of documents", 1997) and are then compared exactly.
 */
import { NEAR_DUPLICATE_SIMILARITY, shinglesOf, jaccardSimilarity } from '#server/platform/text/near-duplicate.ts'

/** Two texts of .9 resemblance share no pair of smallest hashes with a probability of .19^4, about .001. */
const PAIRS = 4
/** Of one bucket. More that are not alike share only a common frame. */
const MAX_COMPARED = 20

export function findNearDuplicates() {
  const shingles: ReadonlySet<number>[] = []
  const groups: number[][] = []
  /** The groups whose first text has the same pair of smallest hashes. */
  const buckets = new Map<string, number[]>()

  return {
    /** `index` counts up from 0. */
    add(index: number, text: string) {
      const own = shinglesOf(text)
      // Only the first text of a group is compared later.
      shingles[index] = own
      const keys = bucketKeys(own)
      const candidates = new Set(keys.flatMap((key) => (buckets.get(key) ?? []).slice(0, MAX_COMPARED)))
      for (const candidate of [...candidates].toSorted((one, other) => one - other)) {
        const first = shingles[groups[candidate]?.[0] ?? -1]
        if (!first || !mayBeNear(first.size, own.size) || jaccardSimilarity(first, own) < NEAR_DUPLICATE_SIMILARITY)
          continue
        groups[candidate]?.push(index)
        shingles[index] = new Set()
        return
      }
      const group = groups.push([index]) - 1
      for (const key of keys) buckets.set(key, [...(buckets.get(key) ?? []), group])
    },
    /** The first text of each group, and those that are nearly the same. */
    pairs: (): [number, number[]][] =>
      groups.filter((group) => group.length > 1).map(([first = 0, ...others]) => [first, others]),
  }
}

const mayBeNear = (one: number, other: number) =>
  Math.min(one, other) >= NEAR_DUPLICATE_SIMILARITY * Math.max(one, other)

/** Odd multipliers permute the 32-bit hashes. */
const MULTIPLIERS = Array.from({ length: 2 * PAIRS }, (_, n) => (Math.imul(n + 1, 0x9e3779b1) | 1) >>> 0)

function bucketKeys(shingles: ReadonlySet<number>): string[] {
  if (shingles.size === 0) return []
  const smallest = MULTIPLIERS.map(() => 0xffffffff)
  for (const shingle of shingles) {
    for (let n = 0; n < smallest.length; n++) {
      const value = mix(Math.imul(shingle, MULTIPLIERS[n] ?? 1))
      if (value < (smallest[n] ?? 0)) smallest[n] = value
    }
  }
  return Array.from({ length: PAIRS }, (_, n) => `${n} ${smallest[2 * n]} ${smallest[2 * n + 1]}`)
}

/** The finalizer of MurmurHash3: after it, low bits depend on high bits too. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
