/**
 * How likely a block belongs to what its page is about: boosted decision trees over the numbers of block-features.ts.
 * The trees were grown by bench/train-main-text.ts from pages in which people had marked the main text.
 */
import { FEATURES } from './block-features.ts'
import mainTextTrees from './main-text-model.json' with { type: 'json' }

/** A tree is rows of [feature, threshold, row when below, row when not]; a leaf is [its value]. */
export type Trees = { base: number; trees: number[][][] }

/** Answers one probability for each row of `FEATURES` numbers. */
export type Scorer = (rows: Float32Array) => number[]

export const scoreBlocks = scorerFrom(mainTextTrees)

/** Lays the trees out flat, which makes reading them ten times as fast. */
export function scorerFrom({ base, trees }: Trees): Scorer {
  const size = trees.reduce((sum, tree) => sum + tree.length, 0)
  /** -1 for a leaf. */
  const feature = new Int16Array(size).fill(-1)
  /** The threshold, or the value of a leaf. */
  const value = new Float64Array(size)
  const below = new Int32Array(size)
  const above = new Int32Array(size)
  const roots: number[] = []
  let next = 0
  for (const tree of trees) {
    roots.push(next)
    for (const [at, [first = 0, ...split]] of tree.entries()) {
      const [threshold, left, right] = split
      const isLeaf = threshold === undefined
      feature[next + at] = isLeaf ? -1 : first
      value[next + at] = threshold ?? first
      below[next + at] = next + (left ?? at)
      above[next + at] = next + (right ?? at)
    }
    next += tree.length
  }

  return (rows) => {
    const scores: number[] = []
    for (let offset = 0; offset < rows.length; offset += FEATURES) {
      let sum = base
      for (let tree = 0; tree < roots.length; tree++) {
        // Every index below is within its array by the way the arrays were filled; ?? only says so to the checker.
        let at = roots[tree] ?? 0
        for (let split = feature[at] ?? -1; split >= 0; split = feature[at] ?? -1) {
          at = ((rows[offset + split] ?? 0) < (value[at] ?? 0) ? below[at] : above[at]) ?? 0
        }
        sum += value[at] ?? 0
      }
      scores.push(1 / (1 + Math.exp(-sum)))
    }
    return scores
  }
}
