/**
 * Bench: verify_quote on 1,000 true, 1,000 altered and 1,000 misattributed sentences of three manuals.
 *   node bench/quotes.ts [--folder /usr/share/doc] [--show]
 * The manuals are those of Debian's packages postgresql-doc-15, python3.11-doc and git-doc. A true quote must be
 * `quoted`; an altered one, and one of another page, must not. `--show` prints the mistakes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import * as falsify from '#test/claims/falsify.ts'
import { changeTypography } from '#test/claims/restate.ts'
import { checkClaim, extract } from './adapter.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '/usr/share/doc' }, show: { type: 'boolean', default: false } },
})
const FOLDERS = ['postgresql-doc-15/html', 'python3.11/html', 'git/html']
const QUOTES = 1000
const LETTERS = /[\p{L}\p{N}]+/gu

const random = falsify.seededRandom(7)
const options = { language: 'en', random } as const
const pages = FOLDERS.flatMap((folder) => readPages(join(values.folder, folder)))
const sentences = pages.flatMap((page) =>
  splitSentences(page.text).flatMap(({ start, end, kind }) => {
    const sentence = page.text.slice(start, end)
    return kind !== 'code' && isSentence(sentence) ? { page, sentence } : []
  }),
)
const sample = Array.from({ length: QUOTES }, () => pick(sentences))
const altered: typeof sample = []
while (altered.length < QUOTES) {
  const { page, sentence } = pick(sentences)
  const changes = [
    falsify.changeNumber(sentence, options),
    falsify.changeNegation(sentence, options),
    falsify.changeToOpposite(sentence, options),
    falsify.changeQuantifier(sentence, options),
    falsify.swapNames(sentence, options),
    falsify.replaceName(sentence, page.text, options),
    swapWord(sentence),
  ]
    .flat()
    .filter((changed) => !says(page, changed))
  if (changes.length > 0) altered.push({ page, sentence: pick(changes) })
}
const misattributed: typeof sample = []
while (misattributed.length < QUOTES) {
  const { page, sentence } = pick(sentences)
  const other = pick(pages)
  if (other !== page && !says(other, sentence)) misattributed.push({ page: other, sentence })
}

console.log(`${pages.length} pages, ${sentences.length} sentences\n\n| quotes | number | mistakes |\n|---|---|---|`)
await run('true', true, sample)
await run(
  'true, other typography',
  true,
  sample.flatMap(({ page, sentence }) =>
    changeTypography(sentence)
      .slice(0, 1)
      .map((each) => ({ page, sentence: each })),
  ),
)
await run('altered', false, altered)
await run('of another page', false, misattributed)

async function run(name: string, isTrue: boolean, quotes: typeof sample) {
  let mistakes = 0
  for (const { page, sentence } of quotes) {
    const state = await checkClaim(sentence, null, page)
    if ((state === 'quoted') === isTrue) continue
    mistakes++
    if (values.show) console.log(`${name}, ${state}: ${sentence} (${page.title})`)
  }
  console.log(`| ${name} | ${quotes.length} | ${mistakes} |`)
}

function readPages(folder: string) {
  if (!existsSync(folder)) {
    console.error(`${folder} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .toSorted()
    .map((file) => {
      const { title, markdown } = extract(readFileSync(join(folder, file), 'utf8'), `https://manual.example/${file}`)
      return { title, text: markdown, words: wordsOf(markdown) }
    })
}

/** A whole sentence of prose: headings, table rows and code are often repeated on other pages. */
function isSentence(text: string) {
  return /^[A-Z].{40,400}[.!?]$/s.test(text) && !/[|`*\n]/.test(text)
}

function says(page: (typeof pages)[number], sentence: string) {
  return page.words.includes(wordsOf(sentence))
}

/** One word of the sentence replaced by a word of another sentence. */
function swapWord(sentence: string): string[] {
  const words = [...sentence.matchAll(/\b[a-z]{4,}\b/g)]
  const [other] = pick(sentences).sentence.match(/\b[a-z]{5,}\b/) ?? []
  const word = words.length > 0 ? pick(words) : undefined
  if (!word || !other || other === word[0]) return []
  return [sentence.slice(0, word.index) + other + sentence.slice(word.index + word[0].length)]
}

function wordsOf(text: string) {
  return ` ${(text.toLowerCase().match(LETTERS) ?? []).join(' ')} `
}

function pick<Item>(list: readonly Item[]): Item {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
