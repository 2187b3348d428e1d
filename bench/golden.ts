/**
 * Bench: golden questions of three manuals before and after pages change. Exactly the touched ones must not pass.
 *   node bench/golden.ts [--folder /usr/share/doc] [--questions 50] [--postgres]
 * The manuals are those of Debian's packages postgresql-doc-15, python3.11-doc and git-doc. For each: questions that a
 * chat about one page would suggest, kept if they pass on the whole site; then 10 pages change a word of the expected
 * sentence and 5 pages are deleted; two runs. Each run crawls the folder into a new database.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSite } from '#server/cli/check-site/check-site.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { seededRandom } from '#test/claims/falsify.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { extract, suggestQuestions } from './adapter.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/usr/share/doc' },
    questions: { type: 'string', default: '50' },
    postgres: { type: 'boolean', default: false },
  },
})
const FOLDERS = ['postgresql-doc-15/html', 'python3.11/html', 'git/html']
const wanted = Number(values.questions)
const postgres = values.postgres ? await startPostgresServer() : null
let databases = 0
const CHANGED_PAGES = 10
const DELETED_PAGES = 5

type Golden = { file: string; question: string; page: string; sentence: string }

console.log(
  '| manual | run | questions | touched | not passed | untouched that failed | touched that passed | pages | s |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const name of FOLDERS) {
  const source = join(values.folder, name)
  if (!existsSync(source)) {
    console.error(`${source} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'readback-bench-'))
  try {
    cpSync(source, folder, { recursive: true, dereference: true })
    const candidates = await findCandidates(folder)
    const first = await check(folder, candidates)
    const passed = candidates.filter((_, n) => first.results[n]?.outcome === 'passed').slice(0, wanted)
    const touched = touchPages(folder, passed)
    for (const run of [1, 2]) {
      const { results, pages, seconds } = await check(folder, passed)
      const isRed = (golden: Golden) => results[passed.indexOf(golden)]?.outcome !== 'passed'
      const cells = [
        name,
        run,
        passed.length,
        passed.filter(({ file }) => touched.has(file)).length,
        passed.filter(isRed).length,
        passed.filter((golden) => isRed(golden) && !touched.has(golden.file)).length,
        passed.filter((golden) => !isRed(golden) && touched.has(golden.file)).length,
        pages,
        seconds.toFixed(1),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await postgres?.stop()

async function check(folder: string, golden: readonly Golden[]) {
  return checkSite({
    site: { folder },
    databaseUrl: postgres ? await createDatabase(postgres.url) : undefined,
    questions: golden.map(({ question, page, sentence }) => ({
      question,
      page,
      sentence,
      must_include: [],
      must_not_include: [],
    })),
  })
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `golden_${(databases += 1)}`
  await runStatement(serverUrl, `create database ${name}`)
  return withDatabaseName(serverUrl, name)
}

/** One question per page, in an order that does not follow the contents of the manual. */
async function findCandidates(folder: string): Promise<Golden[]> {
  const random = seededRandom(11)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !/genindex|search|whatsnew|^index\.html$/.test(file))
    .map((file) => ({ file, order: random() }))
    .toSorted((one, other) => one.order - other.order)
  const found: Golden[] = []
  for (const { file } of files) {
    if (found.length === 3 * wanted) break
    const { title, text, markdown } = extract(
      readFileSync(join(folder, file), 'utf8'),
      `https://manual.example/${file}`,
    )
    const [question] = await suggestQuestions([{ id: file, title, text: markdown }])
    if (!question) continue
    const sentence = splitSentences(markdown)
      .flatMap(({ start, end, kind }) => (kind === 'code' ? [] : markdown.slice(start, end)))
      .find((each) => /^[A-Z][\w ,-]{50,200}\.$/.test(each) && text.includes(each))
    if (sentence) found.push({ file, question, page: `/${file}`, sentence })
  }
  return found
}

/** Changes a word of the sentences of the first pages, and deletes the next ones. Returns their files. */
function touchPages(folder: string, golden: readonly Golden[]): Set<string> {
  const touched = golden.slice(0, CHANGED_PAGES + DELETED_PAGES)
  for (const [n, { file, sentence }] of touched.entries()) {
    const path = join(folder, file)
    if (n >= CHANGED_PAGES) {
      rmSync(path)
      continue
    }
    const [word = ''] = sentence.match(/\b[a-z]{6,}\b/) ?? []
    writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`\\b${word}\\b`, 'g'), 'zebra'))
  }
  return new Set(touched.map(({ file }) => file))
}
