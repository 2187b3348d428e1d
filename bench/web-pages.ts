/**
 * Bench: answers of the built-in engine to questions about pages of 72 websites.
 *   BENCH_DATA=… node bench/web-pages.ts [--failures]
 * The pages are those of BENCH_DATA/main-text that web-page-questions.json names. The questions were written from the
 * pages by someone who had not seen the engine or its list of related words. Each set is asked twice: of all its pages
 * together, and of the question's page alone. An answer is *shown* when its text has all of `needs`, *first* when its
 * first place has, and *marked* when the sentences that it emphasizes have.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildAnswerer, type Document, extract } from './adapter.ts'
import { firstPlace } from './first-place.ts'
import { readLabeledPages } from './main-text-pages.ts'

const Question = z.object({
  /** The failures of `development` were read. */
  set: z.enum(['development', 'untouched']),
  url: z.string(),
  kind: z.string(),
  question: z.string(),
  /** Regular expressions, all of which must match. */
  needs: z.array(z.string()),
})
type Question = z.infer<typeof Question>
type Answerer = Awaited<ReturnType<typeof buildAnswerer>>

const { values } = parseArgs({ options: { failures: { type: 'boolean', default: false } } })
const questions = z
  .array(Question)
  .parse(JSON.parse(readFileSync(new URL('web-page-questions.json', import.meta.url), 'utf8')))
const htmlByUrl = new Map(readLabeledPages().map(({ url, html }) => [url, html]))

console.log('| set | pages | shown | first | marked | as an answer: right, wrong | closest | refused | characters |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const set of Question.shape.set.options) {
  const ofSet = questions.filter((each) => each.set === set)
  const pages = [...new Set(ofSet.map(({ url }) => url))].map(readPage)
  const together = await buildAnswerer(pages, { language: 'en' })
  await measure(ofSet, `${set} | ${pages.length} together`, () => together)
  const alone = new Map<string, Answerer>()
  for (const page of pages) alone.set(page.id, await buildAnswerer([page], { language: 'en' }))
  await measure(ofSet, `${set} | one`, ({ url }) => alone.get(url) ?? together)
}

function readPage(url: string): Document {
  const { title, markdown } = extract(htmlByUrl.get(url) ?? '', url)
  return { id: url, title, text: markdown }
}

async function measure(asked: readonly Question[], name: string, answererFor: (question: Question) => Answerer) {
  const sum = { shown: 0, first: 0, marked: 0, right: 0, wrong: 0, closest: 0, refused: 0, characters: 0 }
  const failures: string[] = []
  for (const question of asked) {
    const { kind, text } = await answererFor(question).answer(question.question)
    const has = (part: string) => question.needs.every((need) => new RegExp(need, 'i').test(withoutMarks(part)))
    const shown = has(text)
    sum.shown += Number(shown)
    sum.first += Number(has(firstPlace(text)))
    sum.marked += Number(has(markedIn(text)))
    sum.characters += text.length
    if (kind === 'answer') sum[shown ? 'right' : 'wrong']++
    if (kind === 'closest') sum.closest++
    if (kind === 'refused') sum.refused++
    if (!shown) failures.push(`  ${kind}: ${question.question} (${question.needs.join(', ')})`)
  }
  const { shown, first, marked, right, wrong, closest, refused } = sum
  const length = Math.round(sum.characters / asked.length)
  console.log(
    `| ${name} | ${shown} | ${first} | ${marked} | ${right}, ${wrong} | ${closest} | ${refused} | ${length} |`,
  )
  if (values.failures) console.log(failures.join('\n'))
}

function markedIn(text: string): string {
  const marked = text.matchAll(/\*\*(.+?)\*\*(?! \[\d)|(?<=[\s>])\*([^*\n]+)\*/g)
  return [...marked].map(([, strong, emphasized]) => strong ?? emphasized).join('\n')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\*\*|(?<!\s)\*|\*(?!\s)/g, '')
}
