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
/** The depth of the trees that bench/train-main-text.ts trains. */
const DEPTH = 4
const LEAVES = 16
const SPLITS = LEAVES - 1

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

/** A complete binary tree: the children of node n are 2n + 1 and 2n + 2. */
type CompleteTree = { feature: Int32Array; threshold: Float64Array; leafValue: Float64Array }

/** Tree after tree instead of row after row: less than half the time. `features` is the length of a row. */
export function createScorer({ base, trees }: Trees, features: number): Scorer {
  const complete = trees.map(completeTree)
  return (rows) => {
    const sums = new Float64Array(rows.length / features).fill(base)
    for (const tree of complete) addScores(sums, tree, rows, features)
    return Array.from(sums, (sum) => 1 / (1 + Math.exp(-sum)))
  }
}

function completeTree(tree: number[][]): CompleteTree {
  const feature = new Int32Array(SPLITS)
  const threshold = new Float64Array(SPLITS)
  const leafValue = new Float64Array(LEAVES)

  /** A leaf above the last level is stored for each leaf that a complete tree has below it. */
  function store(row: number, node: number) {
    const [featureOrValue = 0, limit, below = row, above = row] = tree[row] ?? []
    if (node >= SPLITS) {
      if (limit !== undefined) throw new Error(`A tree is deeper than ${DEPTH}`)
      leafValue[node - SPLITS] = featureOrValue
      return
    }
    if (limit !== undefined) {
      feature[node] = featureOrValue
      threshold[node] = limit
    }
    store(below, 2 * node + 1)
    store(above, 2 * node + 2)
  }
  store(0, 0)
  return { feature, threshold, leafValue }
}

/** Adds to the sum of each row the value of the leaf that the row reaches. */
function addScores(sums: Float64Array, tree: CompleteTree, rows: Float32Array, features: number) {
  const { feature, threshold, leafValue } = tree
  // All indexes are within their arrays by construction; ?? satisfies the type checker.
  const next = (row: number, node: number) => {
    const isBelow = (rows[row + (feature[node] ?? 0)] ?? 0) < (threshold[node] ?? 0)
    return 2 * node + (isBelow ? 1 : 2)
  }
  for (let index = 0, row = 0; index < sums.length; index++, row += features) {
    // Four levels; a loop takes longer.
    const leaf = next(row, next(row, next(row, next(row, 0)))) - SPLITS
    sums[index] = (sums[index] ?? 0) + (leafValue[leaf] ?? 0)
  }
}
