/** Bench: how much of a page's main text is kept, and how much else. `node bench/main-text.ts [KIND …]` */
import { extract } from './extract.ts'
import { f1, mean, readMarkedPages, wordsOf } from './main-text-pages.ts'

const wanted = process.argv.slice(2)
const pages = readMarkedPages().filter((page) => wanted.length === 0 || wanted.includes(page.kind))
const kinds = [...new Set(pages.map((page) => page.kind))]

const rows = kinds.map((kind) => {
  const own = pages.filter((page) => page.kind === kind)
  const started = process.cpuUsage()
  const texts = own.map((page) => extract(page.html, page.url))
  const spent = process.cpuUsage(started)
  const ms = (spent.user + spent.system) / 1000 / own.length
  const score = mean(own.map((page, at) => f1(wordsOf(texts[at] ?? ''), wordsOf(page.main))))
  return { kind, pages: own.length, score, ms }
})

console.log('| kind | pages | F1 | CPU ms a page |\n|---|---|---|---|')
for (const { kind, pages: count, score, ms } of rows)
  console.log(`| ${kind} | ${count} | ${score.toFixed(3)} | ${ms.toFixed(1)} |`)
const ms = rows.reduce((sum, row) => sum + row.ms * row.pages, 0) / pages.length
console.log(
  `| mean of the kinds | ${pages.length} | ${mean(rows.map((row) => row.score)).toFixed(3)} | ${ms.toFixed(1)} |`,
)
