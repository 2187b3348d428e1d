/**
 * Bench: suggested questions about manuals, and whether the built-in engine answers them.
 *   node bench/suggestions.ts [--folder /usr/share/doc] [--manuals FOLDER,…] [--language en] [--show]
 * The default manuals are those of Debian's packages postgresql-doc-15, python3.11-doc and git-doc. Selections of 1, 5
 * and 30 pages and of the whole manual; `--show` prints each question with the start of its answer, to be read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAnswerer, extract, suggestQuestions, type Document } from './adapter.ts'
import { seededRandom } from '#test/claims/falsify.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/usr/share/doc' },
    manuals: { type: 'string', default: 'postgresql-doc-15/html,python3.11/html,git/html' },
    language: { type: 'string', default: 'en' },
    show: { type: 'boolean', default: false },
  },
})
const { language } = values
const SKIPPED = /genindex|_static|whatsnew\/changelog|search\.html|py-modindex/
/** Pages of a selection, and how many such selections. */
const SELECTIONS = [
  { size: 1, times: 20 },
  { size: 5, times: 10 },
  { size: 30, times: 5 },
  { size: Infinity, times: 1 },
]
const QUESTIONS = 3

const random = seededRandom(1)
console.log('| manual | pages | asked for | suggested | answered | ms each |\n|---|---|---|---|---|---|')
for (const manual of values.manuals.split(',')) {
  const root = join(values.folder, manual)
  if (!existsSync(root)) {
    console.error(`${root} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  const pages = readPages(root)
  for (const { size, times } of SELECTIONS) await measure(manual, pages, size, times)
}

async function measure(manual: string, pages: readonly Document[], size: number, times: number) {
  let suggested = 0
  let answered = 0
  let ms = 0
  for (let n = 0; n < times; n++) {
    const selection = size > pages.length ? pages : sample(pages, size)
    const started = process.cpuUsage()
    const questions = await suggestQuestions(selection, { language, limit: QUESTIONS })
    const { user, system } = process.cpuUsage(started)
    ms += (user + system) / 1000
    suggested += questions.length
    const { answer } = await buildAnswerer(selection, { language })
    for (const question of questions) {
      const { kind, text } = await answer(question)
      if (kind === 'answer') answered += 1
      if (values.show) console.log(`\n${question} (${kind})\n${text.replace(/\s+/g, ' ').slice(0, 300)}`)
    }
  }
  const row = [manual, Math.min(size, pages.length), QUESTIONS * times, suggested, answered, Math.round(ms / times)]
  console.log(`| ${row.join(' | ')} |`)
}

function sample(pages: readonly Document[], size: number): Document[] {
  const chosen = new Set<Document>()
  while (chosen.size < size) {
    const page = pages[Math.floor(random() * pages.length)]
    if (page) chosen.add(page)
  }
  return [...chosen]
}

function readPages(root: string): Document[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !SKIPPED.test(file))
    .toSorted()
    .flatMap((file) => {
      const { title, markdown } = extract(readFileSync(join(root, file), 'utf8'), `https://manual.example/${file}`)
      return markdown === '' ? [] : { id: file, title, text: markdown }
    })
}
