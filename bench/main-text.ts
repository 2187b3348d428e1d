/** Bench: main text extraction by kind of page, as `extract` in adapter.ts. `node bench/main-text.ts [KIND …]` */
import { extract } from './adapter.ts'
import { compareWords, printScores, readLabelledPages, wordsOf } from './main-text-pages.ts'

const selectedKinds = process.argv.slice(2)
const pages = readLabelledPages().filter((page) => selectedKinds.length === 0 || selectedKinds.includes(page.kind))

const scores = pages.map(({ html, url, kind, main }) => {
  const started = process.cpuUsage()
  const { text } = extract(html, url)
  const spent = process.cpuUsage(started)
  return { kind, ...compareWords(wordsOf(text), wordsOf(main)), extra: (spent.user + spent.system) / 1000 }
})
printScores(scores, 'CPU ms per page')
