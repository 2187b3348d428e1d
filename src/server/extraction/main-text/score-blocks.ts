/**
 * The probability that a block belongs to the main text: boosted decision trees over the features of block-features.ts,
 * then a second set over how the rest of the page was scored. bench/train-main-text.ts trains both on pages in which
 * people marked the main text.
 */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { describeInBatches, FEATURES } from './block-features.ts'
import type { PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import { CONTEXT_FEATURES, describeContext } from './score-context.ts'
import mainTextModel from './main-text-model.json' with { type: 'json' }

/** A tree is rows of [feature, threshold, row if below, row otherwise]; a leaf is [value]. */
export type Trees = { base: number; trees: number[][][] }

/** Returns one probability per row. */
type Scorer = (rows: Float32Array) => number[]

const BATCH_BLOCKS = 2_000

const scoreAlone = createScorer(mainTextModel.alone, FEATURES)
const scoreInContext = createScorer(mainTextModel.inContext, CONTEXT_FEATURES)

/** One probability per block. */
export function scoreBlocks(page: PageBlocks, body: HtmlElement, title: string, kind: PageKind): number[] {
  const alone = collect(scoreAlone, describeInBatches(page, body, title, kind, BATCH_BLOCKS))
  return collect(scoreInContext, describeContext(page, alone, kind, BATCH_BLOCKS))
}

function collect(score: Scorer, batches: Iterable<Float32Array>): number[] {
  const scores: number[] = []
  for (const rows of batches) for (const each of score(rows)) scores.push(each)
  return scores
}

/** Flattens the trees into typed arrays, which makes scoring ten times as fast. `features` is the length of a row. */
export function createScorer({ base, trees }: Trees, features: number): Scorer {
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
    for (const [row, [first = 0, ...split]] of tree.entries()) {
      const [threshold, left, right] = split
      const isLeaf = threshold === undefined
      feature[next + row] = isLeaf ? -1 : first
      value[next + row] = threshold ?? first
      below[next + row] = next + (left ?? row)
      above[next + row] = next + (right ?? row)
    }
    next += tree.length
  }

  return (rows) => {
    const scores: number[] = []
    for (let offset = 0; offset < rows.length; offset += features) {
      let sum = base
      for (let tree = 0; tree < roots.length; tree++) {
        // All indexes are within their arrays by construction; ?? satisfies the type checker.
        let node = roots[tree] ?? 0
        for (let split = feature[node] ?? -1; split >= 0; split = feature[node] ?? -1) {
          node = ((rows[offset + split] ?? 0) < (value[node] ?? 0) ? below[node] : above[node]) ?? 0
        }
        sum += value[node] ?? 0
      }
      scores.push(1 / (1 + Math.exp(-sum)))
    }
    return scores
  }
}
