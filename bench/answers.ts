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
  /** Shares of the questions without an answer that get none: the gold paragraph, its article, or all pages differ. */
  paragraphAway: number
  articleAway: number
  offTopic: number
  /** Shares of the questions with an answer that are refused, or answered with the closest passages only. */
  wronglyRefused: number
  onlyClosest: number
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
    '\n| language | recall@1 | MRR | answer in first / three | not answered: paragraph / article away / off topic | answerable: refused / closest | verbatim citations |',
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
      const { kind, quotes } = await answer(q)
      const sentences = quotes.map(({ text }) => text)
      const hits = sentences.map((sentence) => gold.some((each) => normalize(sentence).includes(normalize(each))))
      return { kind, sentences, first: hits[0] ?? false, three: hits.includes(true) }
    }),
  )
  const cited = results.flatMap(({ sentences }) => sentences)
  return {
    first: share(results, ({ first }) => first),
    three: share(results, ({ three }) => three),
    wronglyRefused: share(results, ({ kind }) => kind === 'refused'),
    onlyClosest: share(results, ({ kind }) => kind === 'closest'),
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

/** Asks questions without the paragraph that answers them, without its article, and of another set of articles. */
async function refusals({ paras, questions }: QuestionSet, language: string) {
  const documentsWithout = (isRemoved: (para: QuestionSet['paras'][number]) => boolean) =>
    buildAnswerer(documentsOf(paras.filter((para) => !isRemoved(para))), { language })
  const titles = [...new Set(paras.map(({ title }) => title))]
  const isFirstHalf = (para: QuestionSet['paras'][number]) => titles.indexOf(para.title) < titles.length / 2
  const [firstHalf, secondHalf] = await Promise.all([
    documentsWithout((para) => !isFirstHalf(para)),
    documentsWithout(isFirstHalf),
  ])
  const counts = { asked: 0, paragraphAway: 0, articleAway: 0, offTopic: 0 }
  for (const title of titles) {
    const article = paras.filter((para) => para.title === title)
    const withoutArticle = await documentsWithout((para) => para.title === title)
    for (const para of article) {
      const answeredByPara = sampled(questions).filter(({ pid }) => pid === para.id)
      if (answeredByPara.length === 0) continue
      const withoutParagraph = await documentsWithout(({ id }) => id === para.id)
      for (const { q } of answeredByPara) {
        const isAnswered = async ({ answer }: typeof withoutArticle) => (await answer(q)).kind === 'answer'
        counts.asked++
        if (!(await isAnswered(withoutParagraph))) counts.paragraphAway++
        if (!(await isAnswered(withoutArticle))) counts.articleAway++
        if (!(await isAnswered(isFirstHalf(para) ? secondHalf : firstHalf))) counts.offTopic++
      }
    }
  }
  const shareOf = (count: number) => count / Math.max(1, counts.asked)
  return {
    paragraphAway: shareOf(counts.paragraphAway),
    articleAway: shareOf(counts.articleAway),
    offTopic: shareOf(counts.offTopic),
  }
}

function sampled<T>(list: T[]): T[] {
  return list.filter((_, index) => index % every === 0)
}

function share<T>(list: T[], predicate: (each: T) => boolean): number {
  return list.filter(predicate).length / Math.max(1, list.length)
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

function meanOf(all: Row[]): Row {
  const mean = (name: keyof Row) => all.reduce((sum, row) => sum + row[name], 0) / all.length
  return {
    recall: mean('recall'),
    mrr: mean('mrr'),
    first: mean('first'),
    three: mean('three'),
    paragraphAway: mean('paragraphAway'),
    articleAway: mean('articleAway'),
    offTopic: mean('offTopic'),
    wronglyRefused: mean('wronglyRefused'),
    onlyClosest: mean('onlyClosest'),
    cited: mean('cited'),
    verbatim: mean('verbatim'),
  }
}

function line(name: string, row: Row): string {
  const three = (value: number) => value.toFixed(3)
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const cells = [
    three(row.recall),
    three(row.mrr),
    `${three(row.first)} / ${three(row.three)}`,
    [row.paragraphAway, row.articleAway, row.offTopic].map(percent).join(' / '),
    `${percent(row.wronglyRefused)} / ${percent(row.onlyClosest)}`,
    percent(row.verbatim),
  ]
  return `| ${[name, ...cells].join(' | ')} |`
}
