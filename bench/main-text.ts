/** Bench: how much of a page's main text is kept, and how much else. `node bench/main-text.ts [KIND …]` */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from './extract.ts'

type Page = { url: string; html: string; main: string }

const data = join(process.env['BENCH_DATA'] ?? '../shared/bench-data', 'main-text')
if (!existsSync(data)) {
  console.error(`The pages to measure on are not there: ${data}. Set BENCH_DATA to the folder that holds main-text/.`)
  process.exit(1)
}

const wanted = process.argv.slice(2)
const kinds = readdirSync(data)
  .filter((file) => file.endsWith('.jsonl.gz'))
  .map((file) => file.replace('.jsonl.gz', ''))
  .filter((kind) => wanted.length === 0 || wanted.includes(kind))

const rows = kinds.map((kind) => {
  const pages = readPages(kind)
  const started = performance.now()
  const texts = pages.map((page) => extract(page.html, page.url))
  const ms = (performance.now() - started) / pages.length
  return { kind, pages: pages.length, f1: mean(pages.map((page, at) => f1(texts[at] ?? '', page.main))), ms }
})

console.log('| kind | pages | F1 | ms a page |\n|---|---|---|---|')
for (const { kind, pages, f1: score, ms } of rows) {
  console.log(`| ${kind} | ${pages} | ${score.toFixed(3)} | ${ms.toFixed(1)} |`)
}
const pages = rows.reduce((sum, row) => sum + row.pages, 0)
const perPage = rows.reduce((sum, row) => sum + row.ms * row.pages, 0) / pages
console.log(`| mean of the kinds | ${pages} | ${mean(rows.map((row) => row.f1)).toFixed(3)} | ${perPage.toFixed(1)} |`)

function readPages(kind: string): Page[] {
  const lines = gunzipSync(readFileSync(join(data, `${kind}.jsonl.gz`))).toString().trim().split('\n')
  return lines.map((line): Page => JSON.parse(line))
}

/** Harmonic mean of precision and recall over bags of words: lower-cased runs of letters, digits and underscore. */
function f1(text: string, main: string): number {
  const found = bagOf(text)
  const expected = bagOf(main)
  let shared = 0
  for (const [word, count] of found.words) shared += Math.min(count, expected.words.get(word) ?? 0)
  return found.size + expected.size === 0 ? 1 : (2 * shared) / (found.size + expected.size)
}

function bagOf(text: string): { words: Map<string, number>; size: number } {
  const words = new Map<string, number>()
  let size = 0
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1)
    size++
  }
  return { words, size }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
