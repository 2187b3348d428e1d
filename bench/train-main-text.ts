/**
 * Trains the model that selects a page's main text, and cross-validates it on unseen sites. With `--write` it also writes
 * src/server/extraction/main-text/main-text-model.json.
 */
import { writeFileSync } from 'node:fs'
import { describeBlocks, FEATURES } from '#server/extraction/main-text/block-features.ts'
import { createScorer, type Trees } from '#server/extraction/main-text/score-blocks.ts'
import { demoteSecondarySections } from '#server/extraction/main-text/demote-secondary-sections.ts'
import { removeHidden } from '#server/extraction/html/remove-hidden.ts'
import { parsePage } from '#server/extraction/html/parse-html.ts'
import { chooseBlocks } from '#server/extraction/main-text/keep-main-text.ts'
import { listBlocks, type Block } from '#server/extraction/main-text/page-blocks.ts'
import { pageKind, type PageKind } from '#server/extraction/main-text/page-kind.ts'
import { FALLBACK_BELOW_CHARACTERS, fallbackText } from '#server/extraction/read-html.ts'
import { trainTrees } from './boosted-trees.ts'
import { f1, mean, readLabelledPages, wordsOf, type LabelledPage } from './main-text-pages.ts'

type Example = {
  kind: string
  host: string
  main: string[]
  blocks: Block[]
  words: string[][]
  rows: Float32Array
  /** The share of each block that is main text, 0 to 1. */
  labels: number[]
  page: PageKind
  /** The words of the page's metadata, used when the visible text is too short. */
  fallback: string[]
}

const FOLDS = 5
const examples = readLabelledPages().map(toExample)
const hosts = [...new Set(examples.map((example) => example.host))]
const foldOf = new Map(hosts.map((host, at) => [host, at % FOLDS]))

const scores = Array.from({ length: FOLDS }, (_, fold) => {
  const trees = train(examples.filter((example) => foldOf.get(example.host) !== fold))
  return examples
    .filter((example) => foldOf.get(example.host) === fold)
    .map((example) => ({ kind: example.kind, score: scoreOf(example, trees) }))
}).flat()

console.log('| kind | F1 on unseen sites |\n|---|---|')
const byKind = [...new Set(scores.map(({ kind }) => kind))].map((kind) => ({
  kind,
  score: mean(scores.filter((each) => each.kind === kind).map(({ score }) => score)),
}))
for (const { kind, score } of byKind) console.log(`| ${kind} | ${score.toFixed(3)} |`)
console.log(`| mean of the kinds | ${mean(byKind.map(({ score }) => score)).toFixed(3)} |`)

if (process.argv.includes('--write')) {
  const file = new URL('../src/server/extraction/main-text/main-text-model.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(train(examples)).replaceAll(']],[[', ']],\n[[')}\n`)
}

function toExample(page: LabelledPage): Example {
  const { body, head } = parsePage(page.html)
  removeHidden(body)
  const { blocks, measures } = listBlocks(body)
  const main = wordsOf(page.main)
  const words = blocks.map((block) => wordsOf(block.text))
  const kind = pageKind(head, page.url)
  return {
    kind: page.kind,
    host: new URL(page.url).host,
    main,
    blocks,
    words,
    rows: describeBlocks({ blocks, measures }, body, head.title, kind),
    labels: labelBlocks(words, main),
    page: kind,
    fallback: wordsOf(fallbackText([kind.text, head.description])),
  }
}

/** Long blocks by the share of word trigrams that are in the main text, short ones by their number of occurrences there. */
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

function train(from: readonly Example[]): Trees {
  const rows = new Float32Array(from.reduce((sum, example) => sum + example.rows.length, 0))
  const labels: number[] = []
  const weights: number[] = []
  for (const example of from) {
    rows.set(example.rows, labels.length * FEATURES)
    labels.push(...example.labels)
    // Weighted so that every page counts about the same regardless of its length.
    weights.push(...example.words.map((words) => words.length / (example.main.length + 50)))
  }
  return trainTrees({
    rows,
    features: FEATURES,
    labels: Float64Array.from(labels),
    weights: Float64Array.from(weights),
  })
}

function scoreOf({ blocks, rows, words, main, page, fallback }: Example, trees: Trees): number {
  const scores = createScorer(trees)(rows)
  demoteSecondarySections(blocks, scores, page)
  const kept = chooseBlocks(blocks, scores)
  const found = words.filter((_, at) => kept[at]).flat()
  const keptLength = blocks.reduce((length, block, at) => length + (kept[at] ? block.text.length : 0), 0)
  return f1(
    keptLength < FALLBACK_BELOW_CHARACTERS && fallback.length > found.length ? [...found, ...fallback] : found,
    main,
  )
}
