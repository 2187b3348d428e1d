/**
 * Learns which blocks of a page are its main text, and says how well that carries over to sites it has not seen.
 * `node bench/train-main-text.ts` measures, with `--write` it also writes src/server/reader/main-text-model.json.
 */
import { writeFileSync } from 'node:fs'
import { describeBlocks, FEATURES } from '#server/reader/block-features.ts'
import { scorerFrom, type Trees } from '#server/reader/block-scores.ts'
import { lowerAnnexes } from '#server/reader/annexes.ts'
import { removeHidden } from '#server/reader/hidden.ts'
import { parsePage } from '#server/reader/html-tree.ts'
import { chooseBlocks } from '#server/reader/main-text.ts'
import { listBlocks, type Block } from '#server/reader/page-blocks.ts'
import { pageKind, type PageKind } from '#server/reader/page-kind.ts'
import { SHELL_CHARACTERS, spareText } from '#server/reader/read-html.ts'
import { growTrees } from './boosted-trees.ts'
import { f1, mean, readMarkedPages, wordsOf, type MarkedPage } from './main-text-pages.ts'

type Example = {
  kind: string
  host: string
  main: string[]
  blocks: Block[]
  words: string[][]
  rows: Float32Array
  /** How much of each block stands in the main text. */
  labels: number[]
  page: PageKind
  /** What the page carries for machines, read when it shows next to nothing. */
  spare: string[]
}

const FOLDS = 5
const examples = readMarkedPages().map(toExample)
const hosts = [...new Set(examples.map((example) => example.host))]
const foldOf = new Map(hosts.map((host, at) => [host, at % FOLDS]))

const scores = Array.from({ length: FOLDS }, (_, fold) => {
  const trees = learn(examples.filter((example) => foldOf.get(example.host) !== fold))
  return examples
    .filter((example) => foldOf.get(example.host) === fold)
    .map((example) => ({ kind: example.kind, score: scoreOf(example, trees) }))
}).flat()

console.log('| kind | F1 on sites not learned from |\n|---|---|')
const byKind = [...new Set(scores.map(({ kind }) => kind))].map((kind) => ({
  kind,
  score: mean(scores.filter((each) => each.kind === kind).map(({ score }) => score)),
}))
for (const { kind, score } of byKind) console.log(`| ${kind} | ${score.toFixed(3)} |`)
console.log(`| mean of the kinds | ${mean(byKind.map(({ score }) => score)).toFixed(3)} |`)

if (process.argv.includes('--write')) {
  const file = new URL('../src/server/reader/main-text-model.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(learn(examples)).replaceAll(']],[[', ']],\n[[')}\n`)
}

function toExample(page: MarkedPage): Example {
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
    spare: wordsOf(spareText([kind.text, head.description])),
  }
}

/** A longer block by the runs of three words it shares with the main text; a short one by how often it stands there. */
function labelBlocks(blocks: readonly string[][], main: readonly string[]): number[] {
  const runs = new Set(main.slice(2).map((word, at) => `${main[at]} ${main[at + 1]} ${word}`))
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
      words.slice(2).filter((word, at) => runs.has(`${words[at]} ${words[at + 1]} ${word}`)).length / (words.length - 2)
    )
  })
}

function learn(from: readonly Example[]): Trees {
  const rows = new Float32Array(from.reduce((sum, example) => sum + example.rows.length, 0))
  const labels: number[] = []
  const weights: number[] = []
  for (const example of from) {
    rows.set(example.rows, labels.length * FEATURES)
    labels.push(...example.labels)
    // Every page counts about the same, however long it is.
    weights.push(...example.words.map((words) => words.length / (example.main.length + 50)))
  }
  return growTrees({ rows, features: FEATURES, labels: Float64Array.from(labels), weights: Float64Array.from(weights) })
}

function scoreOf({ blocks, rows, words, main, page, spare }: Example, trees: Trees): number {
  const scores = scorerFrom(trees)(rows)
  lowerAnnexes(blocks, scores, page)
  const kept = chooseBlocks(blocks, scores)
  const found = words.filter((_, at) => kept[at]).flat()
  const shown = blocks.reduce((length, block, at) => length + (kept[at] ? block.text.length : 0), 0)
  return f1(shown < SHELL_CHARACTERS && spare.length > found.length ? [...found, ...spare] : found, main)
}
