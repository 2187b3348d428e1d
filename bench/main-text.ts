/** Bench: F1 score of main text extraction by kind of page. `node bench/main-text.ts [KIND …]` */
import { extract } from './adapter.ts'
import { f1, mean, readLabelledPages, wordsOf } from './main-text-pages.ts'

const selectedKinds = process.argv.slice(2)
const pages = readLabelledPages().filter((page) => selectedKinds.length === 0 || selectedKinds.includes(page.kind))
const kinds = [...new Set(pages.map((page) => page.kind))]

const rows = kinds.map((kind) => {
  const kindPages = pages.filter((page) => page.kind === kind)
  const started = process.cpuUsage()
  const texts = kindPages.map((page) => extract(page.html, page.url).markdown)
  const spent = process.cpuUsage(started)
  const ms = (spent.user + spent.system) / 1000 / kindPages.length
  const score = mean(kindPages.map((page, at) => f1(wordsOf(texts[at] ?? ''), wordsOf(page.main))))
  return { kind, pages: kindPages.length, score, ms }
})

console.log('| kind | pages | F1 | CPU ms per page |\n|---|---|---|---|')
for (const { kind, pages: count, score, ms } of rows)
  console.log(`| ${kind} | ${count} | ${score.toFixed(3)} | ${ms.toFixed(1)} |`)
const ms = rows.reduce((sum, row) => sum + row.ms * row.pages, 0) / pages.length
console.log(
  `| mean of the kinds | ${pages.length} | ${mean(rows.map((row) => row.score)).toFixed(3)} | ${ms.toFixed(1)} |`,
)
