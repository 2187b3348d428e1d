/**
 * Bench: conflicts planted into three manuals, beside decoys that only look like conflicts.
 *   node bench/conflicts.ts [--folder /usr/share/doc] [--show missed|false|unplanted]
 * Each statement of a pair goes to the end of a different page. A finding is right when both of its sentences belong to
 * one planted conflict. The manuals are searched without planted statements too.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extract, findConflicts } from './adapter.ts'
import { germanPage, isOf, type Planted, plantPairs } from '#test/conflicts/plant-pairs.ts'
import { decoys, made, real } from '#test/conflicts/statements.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '/usr/share/doc' }, show: { type: 'string', default: '' } },
})
const FOLDERS = { postgres: 'postgresql-doc-15/html', python: 'python3.11/html', git: 'git/html' }
const SKIPPED = /genindex|_static|whatsnew\/changelog|search\.html|py-modindex/
const CONFLICTS = 100
const DECOYS = 300

type Page = Parameters<typeof findConflicts>[0][number]

const manuals = Object.entries(FOLDERS).map(([name, folder]) => ({
  name,
  pages: readPages(join(values.folder, folder)),
}))
/** Release notes report what changed, so a statement there contradicts nothing. */
const hosts = manuals
  .flatMap((manual) => manual.pages)
  .filter(({ title }) => !/\brelease \d|release notes|what[’']s new|changelog/i.test(title))
const all = manuals.flatMap(({ pages }) => pages)

console.log('| manual without planted statements | pages | conflicts claimed | CPU seconds |\n|---|---|---|---|')
for (const { name, pages } of manuals) {
  const { found, seconds } = search(pages)
  console.log(`| ${name} | ${pages.length} | ${found.length} | ${seconds.toFixed(1)} |`)
  if (values.show === 'unplanted') {
    for (const { statements } of found)
      console.log(statements.map(({ pageId, sentence }) => `  ${pageId}: ${sentence}`).join('\n'))
  }
}

// Distinct pairs get distinct subjects, so that no pair meets another one.
const planted = [
  ...plantReal(),
  ...plantPairs(made, hosts, { count: CONFLICTS - real.length, isConflict: true }),
  ...plantPairs(decoys, hosts, { count: DECOYS, isConflict: false, firstName: CONFLICTS }),
]
/** A German statement gets a page of its own: the manuals are English. */
const german = planted
  .filter(({ kind }) => kind === 'German')
  .flatMap(({ sentences, pages: ids }) => sentences.map((sentence, index) => germanPage(ids[index] ?? '', sentence)))
const pages = [
  ...all.map((page) => {
    const added = planted.flatMap(({ sentences, pages: ids }) => sentences.filter((_, index) => ids[index] === page.id))
    return { ...page, content: [page.content, ...added].join('\n\n') }
  }),
  ...german,
]
const unplanted = new Set(search(all).found.map(nameOf))
const { found, seconds } = search(pages)
const rows = new Map<string, { planted: number; found: number }>()
const isFound = new Set<Planted>()
const wrong: string[] = []
for (const conflict of found) {
  if (unplanted.has(nameOf(conflict))) continue
  const pair = planted.find((each) => isOf(each, conflict))
  if (pair?.isConflict) isFound.add(pair)
  else wrong.push(conflict.statements.map(({ pageId, sentence }) => `${pageId}: ${sentence}`).join('\n  '))
}
for (const pair of planted.filter(({ isConflict }) => isConflict)) {
  const row = rows.get(pair.kind) ?? { planted: 0, found: 0 }
  rows.set(pair.kind, { planted: row.planted + 1, found: row.found + (isFound.has(pair) ? 1 : 0) })
  if (values.show === 'missed' && !isFound.has(pair)) console.log(`missed: ${pair.sentences.join('\n        ')}`)
}
if (values.show === 'false') for (const each of wrong) console.log(`false: ${each}`)
console.log(`\n| kind | planted | found |\n|---|---|---|`)
for (const [kind, row] of rows) console.log(`| ${kind} | ${row.planted} | ${row.found} |`)
const right = isFound.size
console.log(
  `\nprecision ${(right / (right + wrong.length)).toFixed(3)} (${right} right, ${wrong.length} wrong among ${DECOYS} decoys)`,
)
console.log(
  `recall ${(right / CONFLICTS).toFixed(3)}; ${pages.length} pages in ${seconds.toFixed(1)} CPU seconds, ${((seconds / pages.length) * 1_000).toFixed(1)} for 1,000`,
)

function search(searched: readonly Page[]) {
  const before = process.cpuUsage()
  const result = findConflicts(searched)
  const { user, system } = process.cpuUsage(before)
  return { found: result, seconds: (user + system) / 1e6 }
}

function plantReal(): Planted[] {
  return real.map(({ manual, page, states, planted: sentence }, index) => {
    const ofManual = manuals.find(({ name }) => name === manual)?.pages ?? []
    const pagesOfManual = ofManual.filter((each) => hosts.includes(each))
    const stating = pagesOfManual.find(({ id }) => id.endsWith(`/${page}`))
    if (!stating || !states.test(stating.content)) throw new Error(`${page} does not state ${states}`)
    const other = pagesOfManual[(index * 37) % pagesOfManual.length]
    return { kind: 'real', isConflict: true, sentences: ['', sentence], pages: [stating.id, other?.id ?? ''] }
  })
}

function nameOf({ statements }: ReturnType<typeof findConflicts>[number]): string {
  return statements
    .map(({ pageId, sentence }) => `${pageId}: ${sentence}`)
    .toSorted()
    .join('\n')
}

function readPages(root: string): Page[] {
  if (!existsSync(root)) {
    console.error(`${root} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !SKIPPED.test(file))
    .toSorted()
    .flatMap((file) => {
      const id = `${root}/${file}`
      const url = `https://manual.example/${file}`
      const { title, markdown } = extract(readFileSync(join(root, file), 'utf8'), url)
      return markdown === '' ? [] : [{ id, url, title, content: markdown, language: 'en' }]
    })
}
