/**
 * Bench: answers of the built-in engine to realistic questions about manuals, in five wordings.
 *   node bench/manuals.ts [--folder /usr/share/doc] [--failures]
 * The manuals are those of Debian's packages postgresql-doc-15, python3.11-doc, git-doc, debian-handbook and
 * sqlite3-doc. A question counts as answered when the text shown contains the words of every group in `needs`, labeled
 * as the closest passages or not, and as answered first when its first place does.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildAnswerer } from './adapter.ts'
import { firstPlace } from './first-place.ts'
import { contains, readPages } from './manual-pages.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '/usr/share/doc' }, failures: { type: 'boolean', default: false } },
})
const FOLDERS = {
  postgres: 'postgresql-doc-15/html',
  python: 'python3.11/html',
  git: 'git/html',
  debian: 'debian-handbook/html/en-US',
  'debian-de': 'debian-handbook/html/de-DE',
  'debian-fr': 'debian-handbook/html/fr-FR',
  'debian-es': 'debian-handbook/html/es-ES',
  'debian-it': 'debian-handbook/html/it-IT',
  sqlite: 'sqlite3',
}
const SKIPPED = /genindex|_static|whatsnew\/changelog|search\.html|py-modindex/
const WORDINGS = ['question', 'polite', 'story', 'typo', 'keywords'] as const

const Manual = z.enum([
  'postgres',
  'python',
  'git',
  'debian',
  'debian-de',
  'debian-fr',
  'debian-es',
  'debian-it',
  'sqlite',
])
/** Regular expressions: one of each group must match. */
const Needs = z.array(z.array(z.string()))
const wording = z.string()
const Question = z.object({
  id: z.string(),
  manual: Manual,
  kind: z.string(),
  needs: Needs,
  question: wording,
  polite: wording,
  story: wording,
  typo: wording,
  keywords: wording,
})
const FollowUp = z.object({ id: z.string(), manual: Manual, first: z.string(), question: z.string(), needs: Needs })
/** Asked in other words than the manual's, written before any answer to them was seen, and not used for tuning. */
const InOtherWords = z.object({ id: z.string(), manual: Manual, question: z.string(), needs: Needs })
/**
 * As people type them, written before any answer was seen; `satisfies` is the verdict of a reader of the whole answer.
 */
const ReadByEye = InOtherWords.extend({ satisfies: z.boolean() })
/** Written without sight of the engine, of the other questions and of the list of related words; read since. */
const HeldOut = InOtherWords.extend({ kind: z.string() })
/**
 * As on forums (`forum`), as people type to an assistant, ten of each kind (`typed`), the same in a more careless style
 * (`informal`), and short ones, "How do I rename a table?" (`howTo`), written before any answer was seen. Those for
 * development shaped the engine and the list of related words.
 */
const Sets = InOtherWords.extend({ set: z.enum(['development', 'untouched']) })
/** Other ways to ask `plain`, in which X stands for each subject and Y for `other`. They should get the same answer. */
const Wordings = z.object({
  plain: z.string(),
  wordings: z.array(z.string()),
  subjects: z.array(z.object({ manual: Manual, subject: z.string(), other: z.string().optional() })),
})
const Unanswerable = z.object({ manual: Manual, kind: z.enum(['off-topic', 'near', 'missing']), question: z.string() })

const questions = z.array(Question).parse(readJson('questions'))
const followUps = z.array(FollowUp).parse(readJson('follow-ups'))
/** "And a tag?" after a question about branches, written before any answer was seen. */
const otherSubjects = z.array(FollowUp).parse(readJson('other-subject'))
const inOtherWords = z.array(InOtherWords).parse(readJson('other-words'))
const readByEye = z.array(ReadByEye).parse(readJson('read-by-eye'))
const heldOut = z.array(HeldOut).parse(readJson('held-out'))
/** Two of each kind about each manual, written without sight of the engine. Read since. */
const tenKinds = z.array(HeldOut).parse(readJson('ten-kinds'))
const forum = z.array(Sets).parse(readJson('forum'))
const typed = z.array(Sets).parse(readJson('typed'))
const informal = z.array(Sets).parse(readJson('informal'))
const howTo = z.array(Sets).parse(readJson('how-to'))
const otherWordings = z.array(Wordings).parse(readJson('wordings'))
/** "What is X" for terms that the manuals define. The engine was tuned on them. */
const definitions = z.array(InOtherWords).parse(readJson('definitions'))
const unanswerable = z.array(Unanswerable).parse(readJson('unanswerable'))

type Answerer = Awaited<ReturnType<typeof buildAnswerer>>
const counts = new Map<string, number>()
const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

for (const manual of Manual.options) {
  const root = join(values.folder, FOLDERS[manual])
  if (!existsSync(root)) {
    console.error(`${root} does not exist. Install the manual or set --folder.`)
    process.exit(1)
  }
  const pages = readPages(root, (file) => !SKIPPED.test(file))
  const answerer = await buildAnswerer(pages, { language: /^debian-(..)$/.exec(manual)?.[1] ?? 'en' })
  const isHere = (each: { manual: string }) => each.manual === manual
  for (const question of questions.filter(isHere)) await askInAllWordings(answerer, question)
  for (const followUp of followUps.filter(isHere)) await askAfter(answerer, 'follow-up', followUp)
  for (const followUp of otherSubjects.filter(isHere)) await askAfter(answerer, 'other subject', followUp)
  for (const each of inOtherWords.filter(isHere)) await askOnce(answerer, 'other words', each)
  for (const { id, question, needs, satisfies } of readByEye.filter(isHere)) {
    const { kind, text } = await answerer.answer(question)
    if (contains(text, needs)) count('read by eye')
    if (contains(firstPlace(text), needs)) count('read by eye first')
    if (values.failures && contains(text, needs) !== satisfies)
      console.log(`${id} (${kind}), to be read again: ${question}`)
  }
  for (const each of definitions.filter(isHere)) await askOnce(answerer, 'definitions', each)
  for (const each of heldOut.filter(isHere)) await askOnce(answerer, 'held out', each)
  for (const each of tenKinds.filter(isHere)) await askOnce(answerer, 'ten kinds', each)
  for (const each of forum.filter(isHere)) await askOnce(answerer, `forum, ${each.set}`, each)
  for (const each of typed.filter(isHere)) await askOnce(answerer, `typed, ${each.set}`, each)
  for (const each of informal.filter(isHere)) await askOnce(answerer, `informal, ${each.set}`, each)
  if (manual === 'python') await askFrequentQuestions(answerer, pages)
  for (const each of howTo.filter(isHere)) await askOnce(answerer, `how-to, ${each.set}`, each)
  for (const { plain, wordings, subjects } of otherWordings) {
    for (const subject of subjects.filter(isHere)) await compareWordings(answerer, { plain, wordings, ...subject })
  }
  for (const { kind, question } of unanswerable.filter(isHere)) {
    if ((await answerer.answer(question)).kind !== 'answer') count(`${kind} without an answer`)
  }
}

console.log(
  `| wording | answered of ${questions.length} | first | as closest passages | refused |\n|---|---|---|---|---|`,
)
for (const form of WORDINGS) {
  console.log(
    `| ${[form, ...['answered', 'first', 'closest', 'refused'].map((kind) => counts.get(`${form} ${kind}`) ?? 0)].join(' | ')} |`,
  )
}
const kinds = [...new Set(questions.map(({ kind }) => kind))]
console.log(kinds.map((kind) => `${kind} ${counts.get(`kind ${kind}`) ?? 0}`).join(', '))
console.log(`follow-ups answered: ${counts.get('follow-up') ?? 0} of ${followUps.length}`)
console.log(
  `follow-ups about another subject: ${counts.get('other subject') ?? 0} of ${otherSubjects.length}, ` +
    `${counts.get('other subject first') ?? 0} first`,
)
const askedOnce = [
  ['other words', inOtherWords.length],
  ['definitions', definitions.length],
  ['held out', heldOut.length],
  ['ten kinds', tenKinds.length],
  ...Object.entries({ forum, typed, informal, 'how-to': howTo }).flatMap(([name, all]) =>
    Sets.shape.set.options.map((set) => [`${name}, ${set}`, all.filter((each) => each.set === set).length] as const),
  ),
] as const
for (const [name, length] of askedOnce) {
  const of = (outcome: string) => counts.get(`${name} ${outcome}`) ?? 0
  const right = of('answer right') + of('closest right')
  const asAnswer = `${of('answer right')} right, ${of('answer wrong')} wrong`
  console.log(
    `${name}: ${right} of ${length}, ${of('first')} first; shown as an answer ${asAnswer}; refused ${of('refused wrong')}`,
  )
}
console.log(
  `read by eye: ${readByEye.filter(({ satisfies }) => satisfies).length} of ${readByEye.length} satisfied the reader; ` +
    `${counts.get('read by eye') ?? 0} contain the needed words, ${counts.get('read by eye first') ?? 0} in the first place`,
)
console.log(
  `questions of an FAQ in its own words: ${counts.get('frequent questions first') ?? 0} of ` +
    `${counts.get('frequent questions') ?? 0} have their answer first`,
)
for (const { plain, wordings, subjects } of otherWordings) {
  const asked = wordings.length * subjects.length
  console.log(`other wordings of "${plain}": ${counts.get(plain) ?? 0} of ${asked} have the same first place`)
}
for (const kind of ['off-topic', 'near', 'missing']) {
  const asked = unanswerable.filter((each) => each.kind === kind).length
  console.log(`${kind}: ${counts.get(`${kind} without an answer`) ?? 0} of ${asked} without an answer`)
}

async function askOnce({ answer }: Answerer, set: string, { id, question, needs }: z.infer<typeof InOtherWords>) {
  const { kind, text } = await answer(question)
  const isRight = contains(text, needs)
  count(`${set} ${kind} ${isRight ? 'right' : 'wrong'}`)
  if (contains(firstPlace(text), needs)) count(`${set} first`)
  if (values.failures && !isRight) console.log(`${id} (${kind}): ${question}`)
}

async function askInAllWordings({ answer }: Answerer, question: z.infer<typeof Question>) {
  for (const form of WORDINGS) {
    const { kind, text } = await answer(question[form])
    if (kind !== 'answer') count(`${form} ${kind}`)
    if (contains(firstPlace(text), question.needs)) count(`${form} first`)
    if (contains(text, question.needs)) {
      count(`${form} answered`)
      if (form === 'question') count(`kind ${question.kind}`)
    } else if (values.failures) console.log(`${question.id} ${form} (${kind}): ${question[form]}`)
  }
}

async function compareWordings(
  { answer }: Answerer,
  {
    plain,
    wordings,
    subject,
    other = '',
  }: { plain: string; wordings: readonly string[]; subject: string; other?: string | undefined },
) {
  const complete = (wording: string) => wording.replace(/\b[XY]\b/g, (letter) => (letter === 'X' ? subject : other))
  const ask = async (wording: string) => answer(complete(wording))
  const expected = await ask(plain)
  for (const wording of wordings) {
    const { kind, text } = await ask(wording)
    if (kind === expected.kind && firstPlace(text) === firstPlace(expected.text)) count(plain)
    else if (values.failures) console.log(`another place (${kind}): ${complete(wording)}`)
  }
}

/** Asks each question of the manual's FAQ in its own words: its answer is below that heading. */
async function askFrequentQuestions({ answer }: Answerer, pages: ReturnType<typeof readPages>) {
  const headings = pages.flatMap(({ id, text }) => (id.startsWith('faq/') ? [...text.matchAll(/^#+ (.+\?)$/gm)] : []))
  for (const [, heading = ''] of headings) {
    const question = heading.replaceAll(/[\\`*]/g, '')
    const { text } = await answer(question)
    const isFirst =
      text
        .replaceAll(/[\\`*]/g, '')
        .split(' [1]')[0]
        ?.endsWith(question) === true
    count('frequent questions')
    if (isFirst) count('frequent questions first')
    else if (values.failures) console.log(`another place: ${question}`)
  }
}

async function askAfter({ answer }: Answerer, kind: string, { id, first, question, needs }: z.infer<typeof FollowUp>) {
  const { text } = await answer(first)
  const history = [
    { role: 'user' as const, content: first },
    { role: 'assistant' as const, content: text },
  ]
  const answered = await answer(question, history)
  if (contains(firstPlace(answered.text), needs)) count(`${kind} first`)
  if (contains(answered.text, needs)) count(kind)
  else if (values.failures) console.log(`${id} (${answered.kind}): ${first} ${question}`)
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`manual-questions/${name}.json`, import.meta.url), 'utf8'))
}
