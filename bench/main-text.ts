/**
 * Bench: main text extraction by kind of page, as `extract` in adapter.ts or by a peer (after `npm ci --prefix
 * bench/peers`). `node bench/main-text.ts [--peer defuddle] [KIND …]`
 */
import { parseArgs } from 'node:util'
import { extract } from './adapter.ts'
import { compareWords, printScores, readLabeledPages, wordsOf } from './main-text-pages.ts'

const { values, positionals: kinds } = parseArgs({ options: { peer: { type: 'string' } }, allowPositionals: true })
const textOf =
  values.peer === undefined ? (html: string, url: string) => extract(html, url).text : await load(values.peer)
const scores = []
for (const { html, url, kind, main } of readLabeledPages()) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue
  const started = process.cpuUsage()
  const text = await textOf(html, url)
  const spent = process.cpuUsage(started)
  scores.push({ kind, ...compareWords(wordsOf(text), wordsOf(main)), extra: (spent.user + spent.system) / 1000 })
}
printScores(scores, 'CPU ms per page')

async function load(peer: string): Promise<(html: string, url: string) => Promise<string>> {
  // A computed address: the peers' packages are not part of this project.
  const module: { extract: (html: string, url: string) => Promise<string> } = await import(
    new URL(`peers/${peer}.mjs`, import.meta.url).href
  )
  return module.extract
}
