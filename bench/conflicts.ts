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
import { decoys, made, real } from './conflicts/statements.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '/usr/share/doc' }, show: { type: 'string', default: '' } },
})
const FOLDERS = { postgres: 'postgresql-doc-15/html', python: 'python3.11/html', git: 'git/html' }
const SKIPPED = /genindex|_static|whatsnew\/changelog|search\.html|py-modindex/
const CONFLICTS = 100
const DECOYS = 300

type Page = { id: string; url: string; title: string; content: string; language: string }
type Found = ReturnType<typeof findConflicts>[number]
type Planted = {
  kind: string
  isConflict: boolean
  sentences: readonly [string, string]
  pages: readonly [string, string]
}

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
const planted = [...plantReal(), ...plant(made, CONFLICTS - real.length, true), ...plant(decoys, DECOYS, false)]
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
console.log(`recall ${(right / CONFLICTS).toFixed(3)}; ${pages.length} pages in ${seconds.toFixed(1)} CPU seconds`)

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

/** Repeats the pairs under other names until there are `count`. */
function plant(pairs: typeof made, count: number, isConflict: boolean): Planted[] {
  const variants = pairs.flatMap((pair) => pair.values.map((each) => ({ ...pair, each })))
  return Array.from({ length: count }, (_, index) => {
    const variant = variants[index % variants.length]
    if (!variant) throw new Error('No pairs')
    const name = nameAt(isConflict ? index : index + CONFLICTS)
    const fill = (text: string) =>
      text
        .replace('{a}', variant.each[0])
        .replace('{b}', variant.each[1])
        .replaceAll(/(?<!\p{L})(?:relay|depot|crane|kran)(?!\p{L})/giu, (word) =>
          word.startsWith(word.charAt(0).toUpperCase()) ? name : name.toLowerCase(),
        )
    const first = hosts[(index * 131 + (isConflict ? 7 : 53)) % hosts.length]
    const second = hosts[(index * 173 + 641) % hosts.length]
    return {
      kind: variant.kind,
      isConflict,
      sentences: [fill(variant.one), fill(variant.other)],
      pages: variant.kind === 'German' ? [`${name} eins`, `${name} zwei`] : [first?.id ?? '', second?.id ?? ''],
    }
  })
}

function germanPage(id: string, sentence: string): Page {
  const content = `# Über den Dienst\n\nDiese Seite beschreibt, was der Dienst für Sie macht und wie er eingerichtet wird.\n\n${sentence}`
  return { id, url: `https://handbuch.example/${id.replace(' ', '-')}`, title: 'Handbuch', content, language: 'de' }
}

/** An invented name for each pair, so that no pair meets another one. */
function nameAt(index: number): string {
  const first = [
    'Bor',
    'Cal',
    'Dun',
    'Fer',
    'Gal',
    'Hol',
    'Jan',
    'Kel',
    'Lor',
    'Mar',
    'Nev',
    'Ost',
    'Pel',
    'Quin',
    'Rad',
    'Sol',
  ]
  const second = [
    'dak',
    'fax',
    'gop',
    'lum',
    'mek',
    'nub',
    'pik',
    'rox',
    'sab',
    'tov',
    'vun',
    'wik',
    'zam',
    'bru',
    'cho',
    'dri',
  ]
  const third = ['a', 'o']
  const at = (names: readonly string[], position: number) => names[position % names.length] ?? ''
  return at(first, index) + at(second, Math.floor(index / first.length)) + at(third, Math.floor(index / 256))
}

/** Of a pair, both sentences are its own; the sentence on the manual's own page is known by its page. */
function isOf({ kind, sentences, pages: [stating] }: Planted, { statements }: Found): boolean {
  const isPlanted = (sentence: string) => sentences.some((each) => each !== '' && each.includes(sentence))
  if (kind !== 'real') return statements.every(({ sentence }) => isPlanted(sentence))
  return (
    statements.some(({ sentence }) => isPlanted(sentence)) &&
    statements.some(({ pageId, sentence }) => pageId === stating && !isPlanted(sentence))
  )
}

function nameOf({ statements }: Found): string {
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
