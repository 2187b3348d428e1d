/**
 * Bench: what the built-in engine finds, answers, refuses and cites, on the question sets in BENCH_DATA.
 *   node bench/answers.ts [--languages en,de] [--every 4]
 * `--every n` takes each n-th question for answers and refusals, which take most of the time; retrieval takes all.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findSupport } from '#server/knowledge/cite.ts'
import { build as buildAnswers } from './answer.ts'
import { build as buildRetrieval } from './retrieve.ts'
import { readQuestionSet, type QuestionSet } from './question-set.ts'

const { values } = parseArgs({
  options: {
    languages: { type: 'string', default: 'en,de,es,ru,ar,zh,hi,th,tr,el,ro,vi' },
    every: { type: 'string', default: '1' },
  },
})
const folder = process.env['BENCH_DATA'] ?? '../shared/bench-data'
const every = Math.max(1, Number(values.every) || 1)

type Row = {
  recall: number
  mrr: number
  first: number
  three: number
  refused: number
  wronglyRefused: number
  cited: number
  verbatim: number
}

const rows = new Map<string, Row>()
for (const language of values.languages.split(',')) {
  const file = `${folder}/xquad-${language}.json.gz`
  if (!existsSync(file)) {
    console.log(`${language}: not measured, ${file} is not there (BENCH_DATA names the folder)`)
    continue
  }
  const set = readQuestionSet(gunzipSync(readFileSync(file)).toString('utf8'))
  const row = { ...(await retrieval(set, language)), ...(await answers(set, language)), ...(await refusals(set, language)) }
  rows.set(language, row)
  console.log(line(language, row))
}
if (rows.size > 0) {
  console.log('\n| language | recall@1 | MRR | answer in first / three | refused rightly | refused wrongly | verbatim citations |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [language, row] of rows) console.log(line(language, row))
  console.log(line('mean', meanOf([...rows.values()])))
}

async function retrieval({ paras, questions }: QuestionSet, lang: string) {
  const { search } = await buildRetrieval(paras, { lang })
  const places = questions.map(({ q, pid }) => search(q, 10).indexOf(pid))
  return {
    recall: share(places, (place) => place === 0),
    mrr: places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length,
  }
}

/** Every answerable question asked over all paragraphs. */
async function answers({ paras, questions }: QuestionSet, lang: string) {
  const { answer } = await buildAnswers(paras, { lang })
  const texts = paras.map(({ text }) => ({ text, startOffset: 0 }))
  const asked = await Promise.all(
    sampled(questions).map(async ({ q, answers: gold }) => {
      const sentences = await answer(q)
      const hits = sentences.map((sentence) => gold.some((each) => folded(sentence).includes(folded(each))))
      return { sentences, first: hits[0] ?? false, three: hits.includes(true) }
    }),
  )
  const cited = asked.flatMap(({ sentences }) => sentences)
  return {
    first: share(asked, ({ first }) => first),
    three: share(asked, ({ three }) => three),
    wronglyRefused: share(asked, ({ sentences }) => sentences.length === 0),
    cited: cited.length,
    verbatim: share(cited, (sentence) => texts.some((source) => source.text.includes(sentence) && supports(sentence, source))),
  }
}

function supports(sentence: string, source: { text: string; startOffset: number }): boolean {
  const support = findSupport(sentence, source)
  return support.verified && source.text.slice(support.startOffset, support.endOffset).includes(sentence)
}

/** Every question asked once more with the paragraph that answers it taken away. */
async function refusals({ paras, questions }: QuestionSet, lang: string) {
  let asked = 0
  let refused = 0
  for (const para of paras) {
    const its = sampled(questions).filter(({ pid }) => pid === para.id)
    if (its.length === 0) continue
    const { answer } = await buildAnswers(paras.filter(({ id }) => id !== para.id), { lang })
    for (const { q } of its) {
      asked++
      if ((await answer(q)).length === 0) refused++
    }
  }
  return { refused: refused / Math.max(1, asked) }
}

function sampled<T>(list: T[]): T[] {
  return list.filter((_, n) => n % every === 0)
}

function share<T>(list: T[], holds: (each: T) => boolean): number {
  return list.filter(holds).length / Math.max(1, list.length)
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

function meanOf(all: Row[]): Row {
  const mean = (name: keyof Row) => all.reduce((sum, row) => sum + row[name], 0) / all.length
  return {
    recall: mean('recall'),
    mrr: mean('mrr'),
    first: mean('first'),
    three: mean('three'),
    refused: mean('refused'),
    wronglyRefused: mean('wronglyRefused'),
    cited: mean('cited'),
    verbatim: mean('verbatim'),
  }
}

function line(name: string, row: Row): string {
  const three = (value: number) => value.toFixed(3)
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const cells = [three(row.recall), three(row.mrr), `${three(row.first)} / ${three(row.three)}`, percent(row.refused)]
  return `| ${[name, ...cells, percent(row.wronglyRefused), percent(row.verbatim)].join(' | ')} |`
}
