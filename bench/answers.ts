/**
 * Bench: retrieval, answers, refusals and citations of the built-in engine, on the question sets in BENCH_DATA.
 *   node bench/answers.ts [--languages en,de] [--every 4]
 * `--every n` uses every n-th question for answers and refusals, which take most of the time. Retrieval uses all.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { checkClaimInPassage } from '#server/retrieval/claims/check-claim.ts'
import { buildAnswerer, buildIndex, type Document } from './adapter.ts'
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
    console.log(`${language}: skipped, ${file} does not exist (set BENCH_DATA to its folder)`)
    continue
  }
  const set = readQuestionSet(gunzipSync(readFileSync(file)).toString('utf8'))
  const row = {
    ...(await retrieval(set, language)),
    ...(await answers(set, language)),
    ...(await refusals(set, language)),
  }
  rows.set(language, row)
  console.log(line(language, row))
}
if (rows.size > 0) {
  console.log(
    '\n| language | recall@1 | MRR | answer in first / three | correctly refused | wrongly refused | verbatim citations |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [language, row] of rows) console.log(line(language, row))
  console.log(line('mean', meanOf([...rows.values()])))
}

async function retrieval({ paras, questions }: QuestionSet, language: string) {
  const { search } = await buildIndex(documentsOf(paras), { language })
  const ranks = questions.map(({ q, pid }) => search(q, 10).indexOf(String(pid)))
  return {
    recall: share(ranks, (rank) => rank === 0),
    mrr: ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length,
  }
}

function documentsOf(paras: QuestionSet['paras']): Document[] {
  return paras.map((para) => ({ ...para, id: String(para.id) }))
}

/** Asks every answerable question, with all paragraphs. */
async function answers({ paras, questions }: QuestionSet, language: string) {
  const { answer } = await buildAnswerer(documentsOf(paras), { language })
  const texts = paras.map(({ text }) => ({ text, startOffset: 0 }))
  const results = await Promise.all(
    sampled(questions).map(async ({ q, answers: gold }) => {
      const sentences = (await answer(q)).quotes.map(({ text }) => text)
      const hits = sentences.map((sentence) => gold.some((each) => normalise(sentence).includes(normalise(each))))
      return { sentences, first: hits[0] ?? false, three: hits.includes(true) }
    }),
  )
  const cited = results.flatMap(({ sentences }) => sentences)
  return {
    first: share(results, ({ first }) => first),
    three: share(results, ({ three }) => three),
    wronglyRefused: share(results, ({ sentences }) => sentences.length === 0),
    cited: cited.length,
    verbatim: share(cited, (sentence) =>
      texts.some((source) => source.text.includes(sentence) && supports(sentence, source)),
    ),
  }
}

function supports(sentence: string, source: { text: string; startOffset: number }): boolean {
  const support = checkClaimInPassage(sentence, source)
  return support.state === 'quoted' && source.text.slice(support.startOffset, support.endOffset).includes(sentence)
}

/** Asks every question again, without the paragraph that answers it. */
async function refusals({ paras, questions }: QuestionSet, language: string) {
  let asked = 0
  let refused = 0
  for (const para of paras) {
    const answeredByPara = sampled(questions).filter(({ pid }) => pid === para.id)
    if (answeredByPara.length === 0) continue
    const { answer } = await buildAnswerer(documentsOf(paras.filter(({ id }) => id !== para.id)), { language })
    for (const { q } of answeredByPara) {
      asked++
      if ((await answer(q)).kind === 'refused') refused++
    }
  }
  return { refused: refused / Math.max(1, asked) }
}

function sampled<T>(list: T[]): T[] {
  return list.filter((_, index) => index % every === 0)
}

function share<T>(list: T[], predicate: (each: T) => boolean): number {
  return list.filter(predicate).length / Math.max(1, list.length)
}

function normalise(text: string): string {
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
