/**
 * Trains the two models that select a page's main text, and cross-validates them on unseen sites. The second one learns
 * from scores of pages that the first one never saw. With `--write` it also writes
 * src/server/extraction/main-text/main-text-model.json.
 */
import { writeFileSync } from 'node:fs'
import { describeBlocks, FEATURES } from '#server/extraction/main-text/block-features.ts'
import { createScorer, type Trees } from '#server/extraction/main-text/score-blocks.ts'
import { parsePage } from '#server/extraction/html/parse-html.ts'
import { chooseBlocks, completeChoice, demote, keepVisible } from '#server/extraction/main-text/keep-main-text.ts'
import { listBlocks, type PageBlocks } from '#server/extraction/main-text/page-blocks.ts'
import { pageKind, type PageKind } from '#server/extraction/main-text/page-kind.ts'
import { FALLBACK_BELOW_CHARACTERS, fallbackText } from '#server/extraction/read-html.ts'
import { CONTEXT_FEATURES, describeContext } from '#server/extraction/main-text/score-context.ts'
import { trainTrees, type TrainingOptions } from './boosted-trees.ts'
import {
  compareWords,
  printScores,
  readLabeledPages,
  wordsOf,
  type LabeledPage,
  type Score,
} from './main-text-pages.ts'

type Example = {
  kind: string
  /** True for a page that calls itself a news article. */
  isNews: boolean
  site: string
  fold: number
  main: string[]
  blocks: PageBlocks
  words: string[][]
  rows: Float32Array
  /** The share of each block that is main text, 0 to 1. */
  labels: number[]
  page: PageKind
  /** The words of the page's metadata, used when the visible text is too short. */
  fallback: string[]
}

const FOLDS = 4
/** More blocks than this of one page add time and nothing new. */
const MAX_BLOCKS_PER_PAGE = 500
const NEWS = /"(?:Reportage|Analysis)?NewsArticle"/

/** Of the second model. */
const IN_CONTEXT: Partial<TrainingOptions> = { trees: 100, columnShare: 0.5 }

type Scorer = (example: Example) => number[]

const sites = new Map<string, number>()
const examples = readLabeledPages().map(toExample)
/** By fold and second fold: the first model, trained without either of them. */
const without = Array.from({ length: FOLDS }, () => new Map<number, Scorer>())
for (let one = 0; one < FOLDS; one++) {
  for (let other = one; other < FOLDS; other++) {
    const score = trainAlone(examples.filter(({ fold }) => fold !== one && fold !== other))
    without[one]?.set(other, score)
    without[other]?.set(one, score)
  }
}

const scores = Array.from({ length: FOLDS }, (_, fold) => {
  const inContext = createScorer(
    trainInContext((example) => example.fold !== fold, fold),
    CONTEXT_FEATURES,
  )
  return examples
    .filter((example) => example.fold === fold)
    .map((example) => ({
      kind: example.kind,
      isNews: example.isNews,
      ...judge(example, inContext(contextOf(example, without[fold]?.get(fold)?.(example) ?? []))),
    }))
}).flat()

console.log('On unseen sites:')
printScores(scores)
console.log('Of these, articles that call themselves news:')
printScores(scores.filter(({ kind, isNews }) => kind === 'article' && isNews))
console.log('Pages of uncertain text, by confidence:')
for (const limit of [0.4, 0.5, 0.6, 0.7, 0.8]) {
  const below = scores.filter(({ confidence }) => confidence < limit)
  const poor = below.filter(({ f1 }) => f1 < 0.7).length
  console.log(
    `under ${limit}: ${below.length} pages, F1 under .7: ${poor} of ${scores.filter(({ f1 }) => f1 < 0.7).length}`,
  )
}

if (process.argv.includes('--write')) {
  const file = new URL('../src/server/extraction/main-text/main-text-model.json', import.meta.url)
  const model = { alone: alone(examples), inContext: trainInContext(() => true) }
  writeFileSync(file, `${JSON.stringify(model).replaceAll(']],[[', ']],\n[[')}\n`)
}

function toExample(page: LabeledPage, index: number): Example {
  const tree = parsePage(page.html)
  const { body, head } = tree
  const kind = pageKind(head, page.url)
  keepVisible(tree, kind)
  const blocks = listBlocks(body)
  const main = wordsOf(page.main)
  const words = blocks.blocks.map((block) => wordsOf(block.text))
  // The last two labels; pages without an address are sites of their own.
  const site = URL.parse(page.url)?.host.split('.').slice(-2).join('.') ?? `page ${index}`
  if (!sites.has(site)) sites.set(site, sites.size % FOLDS)
  return {
    fold: sites.get(site) ?? 0,
    kind: page.kind,
    isNews: head.structured.some((text) => NEWS.test(text)),
    site,
    main,
    blocks,
    words,
    rows: describeBlocks(blocks, body, head.title, kind),
    labels: labelBlocks(words, main),
    page: kind,
    fallback: wordsOf(fallbackText([kind.text, head.description])),
  }
}

/**
 * Long blocks by the share of word trigrams that are in the main text, short ones by their number of occurrences there.
 */
function labelBlocks(blocks: readonly string[][], main: readonly string[]): number[] {
  const trigrams = new Set(main.slice(2).map((word, at) => `${main[at]} ${main[at + 1]} ${word}`))
  const joined = ` ${main.join(' ')} `
  const copies = new Map<string, number>()
  for (const words of blocks) copies.set(words.join(' '), (copies.get(words.join(' ')) ?? 0) + 1)
  return blocks.map((words) => {
    if (words.length === 0) return 0
    if (words.length < 4) {
      const times = joined.split(` ${words.join(' ')} `).length - 1
      return Math.min(1, times / (copies.get(words.join(' ')) ?? 1))
    }
    return (
      words.slice(2).filter((word, at) => trigrams.has(`${words[at]} ${words[at + 1]} ${word}`)).length /
      (words.length - 2)
    )
  })
}

function alone(from: readonly Example[]): Trees {
  return train(from, ({ rows }) => rows, FEATURES)
}

function trainAlone(from: readonly Example[]): Scorer {
  const score = createScorer(alone(from), FEATURES)
  return ({ rows }) => score(rows)
}

/** Trains on scores by models that saw neither the page's fold nor `heldOut`. */
function trainInContext(isTraining: (example: Example) => boolean, heldOut?: number): Trees {
  const from = examples.filter(isTraining)
  const rows = new Map(
    from.map((example) => {
      const score = without[example.fold]?.get(heldOut ?? example.fold)
      return [example, contextOf(example, score?.(example) ?? [])]
    }),
  )
  return train(from, (example) => rows.get(example) ?? new Float32Array(), CONTEXT_FEATURES, IN_CONTEXT)
}

function contextOf({ blocks, page }: Example, scores: readonly number[]): Float32Array {
  const [rows] = describeContext(blocks, scores, page, blocks.blocks.length)
  return rows ?? new Float32Array()
}

function train(
  from: readonly Example[],
  rowsOf: (example: Example) => Float32Array,
  features: number,
  options: Partial<TrainingOptions> = {},
): Trees {
  const picked = from.flatMap((example) => {
    const step = Math.max(1, example.words.length / MAX_BLOCKS_PER_PAGE)
    const count = Math.floor(example.words.length / step)
    return Array.from({ length: count }, (_, at) => ({ example, block: Math.floor(at * step), step }))
  })
  const rows = new Float32Array(picked.length * features)
  for (const [at, { example, block }] of picked.entries())
    rows.set(rowsOf(example).subarray(block * features, (block + 1) * features), at * features)
  const samples = {
    rows,
    features,
    labels: Float64Array.from(picked, ({ example, block }) => example.labels[block] ?? 0),
    // Weighted so that every page counts about the same regardless of its length.
    weights: Float64Array.from(
      picked,
      ({ example, block, step }) => ((example.words[block]?.length ?? 0) * step) / (example.main.length + 50),
    ),
  }
  return trainTrees(samples, options)
}

/** Lowers `scores` in place as extraction does. */
function judge(example: Example, scores: number[]): Score & { confidence: number } {
  const { blocks, words, main, page, fallback } = example
  demote(blocks, scores, page)
  const { kept, confidence } = chooseBlocks(blocks.blocks, scores)
  completeChoice(blocks, scores, kept, page)
  const found = words.filter((_, at) => kept[at]).flat()
  const keptLength = blocks.blocks.reduce((length, block, at) => length + (kept[at] ? block.text.length : 0), 0)
  const isCompleted = keptLength < FALLBACK_BELOW_CHARACTERS && fallback.length > found.length
  return { ...compareWords(isCompleted ? [...found, ...fallback] : found, main), confidence }
}
