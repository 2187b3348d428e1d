/** Grows boosted decision trees (gradient boosting with logistic loss on histograms), enough for a few thousand pages. */
import type { Trees } from '#server/reader/block-scores.ts'

export type Samples = {
  /** `features` numbers for each sample, one after the other. */
  rows: Float32Array
  features: number
  /** How much of the sample is wanted, 0 to 1. */
  labels: Float64Array
  weights: Float64Array
}

export type Growth = {
  trees: number
  depth: number
  rate: number
  columns: number
  rowShare: number
  bins: number
  seed: number
}

const GROWTH: Growth = { trees: 150, depth: 3, rate: 0.12, columns: 0.4, rowShare: 0.6, bins: 32, seed: 1 }
/** Keeps leaves from being sure on little evidence. */
const LEAF_PENALTY = 0.1
const MIN_LEAF_WEIGHT = 0.02

/** The same samples, growth and seed give the same trees. */
export function growTrees(samples: Samples, growth: Partial<Growth> = {}): Trees {
  const g = { ...GROWTH, ...growth }
  const { features, labels, weights } = samples
  const count = labels.length
  const random = randomFrom(g.seed)
  const cuts = Array.from({ length: features }, (_, feature) => cutsOf(samples, feature, g.bins))
  const binned = binsOf(samples, cuts)

  let total = 0
  let wanted = 0
  for (let i = 0; i < count; i++) {
    total += weights[i] ?? 0
    wanted += (weights[i] ?? 0) * (labels[i] ?? 0)
  }
  const base = Math.log(wanted / (total - wanted))
  const sums = new Float64Array(count).fill(base)
  const slope = new Float64Array(count)
  const curve = new Float64Array(count)

  const trees = Array.from({ length: g.trees }, () => {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(sums[i] ?? 0)))
      slope[i] = (weights[i] ?? 0) * (p - (labels[i] ?? 0))
      curve[i] = (weights[i] ?? 0) * p * (1 - p)
    }
    const columns = Array.from({ length: features }, (_, at) => at).filter(
      (at) => (cuts[at]?.length ?? 0) > 0 && random() < g.columns,
    )
    const rows = Array.from({ length: count }, (_, at) => at).filter(() => random() < g.rowShare)
    const tree: number[][] = []
    grow(tree, rows, columns, g.depth)
    for (let i = 0; i < count; i++) sums[i] = (sums[i] ?? 0) + valueOf(tree, i)
    return tree
  })
  return { base: round(base), trees }

  function grow(tree: number[][], rows: number[], columns: number[], depth: number): number {
    const at = tree.push([]) - 1
    const split = depth > 0 ? bestSplit(rows, columns) : null
    if (!split) {
      tree[at] = [round((-g.rate * sum(slope, rows)) / (sum(curve, rows) + LEAF_PENALTY))]
      return at
    }
    const isBelow = (row: number) => (binned[row * features + split.feature] ?? 0) <= split.bin
    const below = grow(tree, rows.filter(isBelow), columns, depth - 1)
    const above = grow(
      tree,
      rows.filter((row) => !isBelow(row)),
      columns,
      depth - 1,
    )
    tree[at] = [split.feature, cuts[split.feature]?.[split.bin] ?? 0, below, above]
    return at
  }

  function bestSplit(rows: number[], columns: number[]): { feature: number; bin: number } | null {
    const slopes = sum(slope, rows)
    const curves = sum(curve, rows)
    const worth = (s: number, c: number) => (s * s) / (c + LEAF_PENALTY)
    let best: { feature: number; bin: number; gain: number } | null = null
    for (const feature of columns) {
      const bins = (cuts[feature]?.length ?? 0) + 1
      const slopeIn = new Float64Array(bins)
      const curveIn = new Float64Array(bins)
      for (const row of rows) {
        const bin = binned[row * features + feature] ?? 0
        slopeIn[bin] = (slopeIn[bin] ?? 0) + (slope[row] ?? 0)
        curveIn[bin] = (curveIn[bin] ?? 0) + (curve[row] ?? 0)
      }
      let s = 0
      let c = 0
      for (let bin = 0; bin < bins - 1; bin++) {
        s += slopeIn[bin] ?? 0
        c += curveIn[bin] ?? 0
        if (c < MIN_LEAF_WEIGHT || curves - c < MIN_LEAF_WEIGHT) continue
        const gain = worth(s, c) + worth(slopes - s, curves - c) - worth(slopes, curves)
        if (gain > (best?.gain ?? 1e-3)) best = { feature, bin, gain }
      }
    }
    return best
  }

  function valueOf(tree: number[][], row: number): number {
    let node = tree[0] ?? []
    while (node.length > 1) {
      const [feature = 0, threshold = 0, below = 0, above = 0] = node
      node = tree[(samples.rows[row * features + feature] ?? 0) < threshold ? below : above] ?? []
    }
    return node[0] ?? 0
  }
}

/** Thresholds that split a feature's values into bins of about the same size. */
function cutsOf({ rows, features, labels }: Samples, feature: number, bins: number): number[] {
  const step = Math.max(1, Math.floor(labels.length / 20_000))
  const values = Array.from(
    { length: Math.ceil(labels.length / step) },
    (_, at) => rows[at * step * features + feature] ?? 0,
  )
  values.sort((a, b) => a - b)
  const quantiles = Array.from(
    { length: bins - 1 },
    (_, at) => values[Math.floor((values.length * (at + 1)) / bins)] ?? 0,
  )
  // Rounded as it is stored, so that training and reading split alike.
  return [...new Set(quantiles.filter((value) => value > (values[0] ?? 0)).map(round))].sort((a, b) => a - b)
}

function binsOf({ rows, features, labels }: Samples, cuts: number[][]): Uint8Array {
  const binned = new Uint8Array(labels.length * features)
  for (let at = 0; at < binned.length; at++) {
    const own = cuts[at % features] ?? []
    let bin = 0
    while (bin < own.length && (rows[at] ?? 0) >= (own[bin] ?? 0)) bin++
    binned[at] = bin
  }
  return binned
}

function sum(values: Float64Array, rows: readonly number[]): number {
  let total = 0
  for (const row of rows) total += values[row] ?? 0
  return total
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}

/** Numerical Recipes' linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296
}
