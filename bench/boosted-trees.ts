/** Trains gradient-boosted decision trees with logistic loss on histograms; fast enough for a few thousand pages. */
import type { Trees } from '#server/extraction/main-text/score-blocks.ts'

export type Samples = {
  /** A row of `features` numbers per sample. */
  rows: Float32Array
  features: number
  /** The target value of each sample, 0 to 1. */
  labels: Float64Array
  weights: Float64Array
}

export type TrainingOptions = {
  trees: number
  depth: number
  learningRate: number
  /** The share of features and of samples that each tree sees. */
  columnShare: number
  rowShare: number
  bins: number
  seed: number
}

const DEFAULTS: TrainingOptions = {
  trees: 150,
  depth: 3,
  learningRate: 0.12,
  columnShare: 0.4,
  rowShare: 0.6,
  bins: 32,
  seed: 1,
}
/** L2 regularisation of leaf values. */
const LEAF_PENALTY = 0.1
const MIN_LEAF_WEIGHT = 0.02

/** Deterministic for the same samples, options and seed. */
export function trainTrees(samples: Samples, overrides: Partial<TrainingOptions> = {}): Trees {
  const options = { ...DEFAULTS, ...overrides }
  const { features, labels, weights } = samples
  const count = labels.length
  const random = randomFrom(options.seed)
  const cuts = Array.from({ length: features }, (_, feature) => cutsOf(samples, feature, options.bins))
  const binned = binsOf(samples, cuts)

  let total = 0
  let positive = 0
  for (let i = 0; i < count; i++) {
    total += weights[i] ?? 0
    positive += (weights[i] ?? 0) * (labels[i] ?? 0)
  }
  const base = Math.log(positive / (total - positive))
  const scores = new Float64Array(count).fill(base)
  const gradients = new Float64Array(count)
  const hessians = new Float64Array(count)

  const trees = Array.from({ length: options.trees }, () => {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)))
      gradients[i] = (weights[i] ?? 0) * (p - (labels[i] ?? 0))
      hessians[i] = (weights[i] ?? 0) * p * (1 - p)
    }
    const columns = Array.from({ length: features }, (_, at) => at).filter(
      (at) => (cuts[at]?.length ?? 0) > 0 && random() < options.columnShare,
    )
    const rows = Array.from({ length: count }, (_, at) => at).filter(() => random() < options.rowShare)
    const tree: number[][] = []
    grow(tree, rows, columns, options.depth)
    for (let i = 0; i < count; i++) scores[i] = (scores[i] ?? 0) + valueOf(tree, i)
    return tree
  })
  return { base: round(base), trees }

  function grow(tree: number[][], rows: number[], columns: number[], depth: number): number {
    const at = tree.push([]) - 1
    const split = depth > 0 ? bestSplit(rows, columns) : null
    if (!split) {
      tree[at] = [round((-options.learningRate * sum(gradients, rows)) / (sum(hessians, rows) + LEAF_PENALTY))]
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
    const gradient = sum(gradients, rows)
    const hessian = sum(hessians, rows)
    const score = (g: number, h: number) => (g * g) / (h + LEAF_PENALTY)
    let best: { feature: number; bin: number; gain: number } | null = null
    for (const feature of columns) {
      const bins = (cuts[feature]?.length ?? 0) + 1
      const binGradients = new Float64Array(bins)
      const binHessians = new Float64Array(bins)
      for (const row of rows) {
        const bin = binned[row * features + feature] ?? 0
        binGradients[bin] = (binGradients[bin] ?? 0) + (gradients[row] ?? 0)
        binHessians[bin] = (binHessians[bin] ?? 0) + (hessians[row] ?? 0)
      }
      let g = 0
      let h = 0
      for (let bin = 0; bin < bins - 1; bin++) {
        g += binGradients[bin] ?? 0
        h += binHessians[bin] ?? 0
        if (h < MIN_LEAF_WEIGHT || hessian - h < MIN_LEAF_WEIGHT) continue
        const gain = score(g, h) + score(gradient - g, hessian - h) - score(gradient, hessian)
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

/** Thresholds that split a feature's values into bins of about equal size. */
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
  // Rounded like the stored model, so that training and inference split identically.
  return [...new Set(quantiles.filter((value) => value > (values[0] ?? 0)).map(round))].sort((a, b) => a - b)
}

function binsOf({ rows, features, labels }: Samples, cuts: number[][]): Uint8Array {
  const binned = new Uint8Array(labels.length * features)
  for (let at = 0; at < binned.length; at++) {
    const thresholds = cuts[at % features] ?? []
    let bin = 0
    while (bin < thresholds.length && (rows[at] ?? 0) >= (thresholds[bin] ?? 0)) bin++
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
