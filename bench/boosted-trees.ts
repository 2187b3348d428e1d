/**
 * Trains gradient-boosted decision trees with logistic loss on histograms (as LightGBM does); for a million samples.
 */
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
  /** At most 256. */
  bins: number
  seed: number
}

const DEFAULTS: TrainingOptions = {
  trees: 200,
  depth: 4,
  learningRate: 0.12,
  columnShare: 0.3,
  rowShare: 0.4,
  bins: 32,
  seed: 1,
}
/** L2 regularisation of leaf values. */
const LEAF_PENALTY = 0.3
const MIN_LEAF_WEIGHT = 0.1
const MIN_GAIN = 1e-3

/** Samples of a node of a tree: `order` from `start` to `end`, with the sums of their gradients per feature and bin. */
type Node = { start: number; end: number; histogram: Float64Array; gradient: number; hessian: number }

/** Deterministic for the same samples, options and seed. */
export function trainTrees(samples: Samples, overrides: Partial<TrainingOptions> = {}): Trees {
  const options = { ...DEFAULTS, ...overrides }
  const { features, labels, weights } = samples
  const { bins } = options
  const count = labels.length
  const random = randomFrom(options.seed)
  const cuts = Array.from({ length: features }, (_, feature) => cutsOf(samples, feature, bins))
  const binned = cuts.map((thresholds, feature) => binsOf(samples, feature, thresholds))
  const base = logOddsOf(samples)
  const scores = new Float64Array(count).fill(base)
  const gradients = new Float64Array(count)
  const hessians = new Float64Array(count)
  const order = new Int32Array(count)
  const scratch = new Int32Array(count)
  let columns: number[] = []

  const trees = Array.from({ length: options.trees }, () => {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)))
      gradients[i] = (weights[i] ?? 0) * (p - (labels[i] ?? 0))
      hessians[i] = (weights[i] ?? 0) * p * (1 - p)
    }
    columns = cuts.flatMap((cut, feature) => (cut.length > 0 && random() < options.columnShare ? [feature] : []))
    let sampled = 0
    for (let i = 0; i < count; i++) if (random() < options.rowShare) order[sampled++] = i
    const tree: number[][] = []
    grow(tree, nodeOf(0, sampled), options.depth)
    for (let i = 0; i < count; i++) scores[i] = (scores[i] ?? 0) + valueOf(tree, i)
    return tree
  })
  return { base: round(base), trees }

  function nodeOf(start: number, end: number): Node {
    const histogram = new Float64Array(columns.length * bins * 2)
    let gradient = 0
    let hessian = 0
    for (let at = start; at < end; at++) {
      const i = order[at] ?? 0
      gradient += gradients[i] ?? 0
      hessian += hessians[i] ?? 0
    }
    for (let column = 0; column < columns.length; column++) {
      const values = binned[columns[column] ?? 0] ?? new Uint8Array()
      const offset = column * bins * 2
      for (let at = start; at < end; at++) {
        const i = order[at] ?? 0
        const slot = offset + (values[i] ?? 0) * 2
        histogram[slot] = (histogram[slot] ?? 0) + (gradients[i] ?? 0)
        histogram[slot + 1] = (histogram[slot + 1] ?? 0) + (hessians[i] ?? 0)
      }
    }
    return { start, end, histogram, gradient, hessian }
  }

  function grow(tree: number[][], node: Node, depth: number): number {
    const at = tree.push([]) - 1
    const split = depth > 0 ? bestSplit(node) : null
    if (!split) {
      tree[at] = [round((-options.learningRate * node.gradient) / (node.hessian + LEAF_PENALTY))]
      return at
    }
    const middle = partition(node, binned[split.feature] ?? new Uint8Array(), split.bin)
    const [left, right] = childrenOf(node, middle)
    const below = grow(tree, left, depth - 1)
    const above = grow(tree, right, depth - 1)
    tree[at] = [split.feature, cuts[split.feature]?.[split.bin] ?? 0, below, above]
    return at
  }

  /** Sums only the smaller child; the other is the difference. */
  function childrenOf(node: Node, middle: number): [Node, Node] {
    const isLeftSmaller = middle - node.start < node.end - middle
    const small = isLeftSmaller ? nodeOf(node.start, middle) : nodeOf(middle, node.end)
    const large: Node = {
      start: isLeftSmaller ? middle : node.start,
      end: isLeftSmaller ? node.end : middle,
      histogram: node.histogram.map((value, slot) => value - (small.histogram[slot] ?? 0)),
      gradient: node.gradient - small.gradient,
      hessian: node.hessian - small.hessian,
    }
    return isLeftSmaller ? [small, large] : [large, small]
  }

  function partition({ start, end }: Node, values: Uint8Array, bin: number): number {
    let middle = start
    let above = 0
    for (let at = start; at < end; at++) {
      const i = order[at] ?? 0
      if ((values[i] ?? 0) <= bin) order[middle++] = i
      else scratch[above++] = i
    }
    order.set(scratch.subarray(0, above), middle)
    return middle
  }

  function bestSplit({ histogram, gradient, hessian }: Node): { feature: number; bin: number } | null {
    const score = (g: number, h: number) => (g * g) / (h + LEAF_PENALTY)
    const whole = score(gradient, hessian)
    let best: { feature: number; bin: number; gain: number } | null = null
    for (const [column, feature] of columns.entries()) {
      let g = 0
      let h = 0
      for (let bin = 0; bin < (cuts[feature]?.length ?? 0); bin++) {
        const slot = (column * bins + bin) * 2
        g += histogram[slot] ?? 0
        h += histogram[slot + 1] ?? 0
        if (h < MIN_LEAF_WEIGHT || hessian - h < MIN_LEAF_WEIGHT) continue
        const gain = score(g, h) + score(gradient - g, hessian - h) - whole
        if (gain > (best?.gain ?? MIN_GAIN)) best = { feature, bin, gain }
      }
    }
    return best
  }

  function valueOf(tree: readonly number[][], row: number): number {
    let node = tree[0] ?? []
    while (node.length > 1) {
      const [feature = 0, threshold = 0, below = 0, above = 0] = node
      node = tree[(samples.rows[row * features + feature] ?? 0) < threshold ? below : above] ?? []
    }
    return node[0] ?? 0
  }
}

function logOddsOf({ labels, weights }: Samples): number {
  let total = 0
  let positive = 0
  for (let i = 0; i < labels.length; i++) {
    total += weights[i] ?? 0
    positive += (weights[i] ?? 0) * (labels[i] ?? 0)
  }
  return Math.log(positive / (total - positive))
}

/** Thresholds that split a feature's values into bins of about equal size. */
function cutsOf({ rows, features, labels }: Samples, feature: number, bins: number): number[] {
  const step = Math.max(1, Math.floor(labels.length / 20_000))
  const values = Float32Array.from(
    { length: Math.ceil(labels.length / step) },
    (_, at) => rows[at * step * features + feature] ?? 0,
  ).sort()
  const quantiles = Array.from(
    { length: bins - 1 },
    (_, at) => values[Math.floor((values.length * (at + 1)) / bins)] ?? 0,
  )
  // Rounded like the stored model, so that training and inference split identically.
  return [...new Set(quantiles.filter((value) => value > (values[0] ?? 0)).map(round))].sort((a, b) => a - b)
}

/** The bin of each sample for one feature. */
function binsOf({ rows, features, labels }: Samples, feature: number, thresholds: readonly number[]): Uint8Array {
  const binned = new Uint8Array(labels.length)
  for (let i = 0; i < binned.length; i++) {
    const value = rows[i * features + feature] ?? 0
    let bin = 0
    while (bin < thresholds.length && value >= (thresholds[bin] ?? 0)) bin++
    binned[i] = bin
  }
  return binned
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}

/** Numerical Recipes' linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296
}
