/**
 * Bench: tokens sent to a language model with a question, and how often the words that answer it are among them.
 *   node bench/answer-context.ts [--others FOLDER] [--tokens 4000,6000,12000]
 * The pages are the articles of XQuAD in BENCH_DATA and up to 950 HTML files of FOLDER (by default the manual in
 * Debian's postgresql-doc-15), all of them selected.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { SourcePage } from '#server/engines/engine.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { fitPassages } from '#server/engines/language-model/fit-context.ts'
import { summarizePage } from '#server/engines/summaries/summarize-page.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { extract } from './adapter.ts'
import { readQuestionSet } from './question-set.ts'

const { values } = parseArgs({
  options: {
    others: { type: 'string', default: '/usr/share/doc/postgresql-doc-15/html' },
    tokens: { type: 'string', default: '4000,6000,12000,24000' },
  },
})
const MAX_OTHERS = 950
/** Characters before and after an answer that must be in the context with it. */
const SURROUNDING = 40

const file = join(process.env['BENCH_DATA'] ?? '../shared/bench-data', 'xquad-en.json.gz')
if (!existsSync(file)) {
  console.error(`${file} does not exist. Set BENCH_DATA to its folder.`)
  process.exit(1)
}
const { paras, questions } = readQuestionSet(gunzipSync(readFileSync(file)).toString('utf8'))
const texts = [...articles(), ...otherPages()]
const pages = texts.map(({ title, content }, index): SourcePage => {
  const { summary, mainPoints } = summarizePage({ title, content, language: 'en' })
  const id = String(index)
  return { id, url: `https://example.org/${index}`, title, summary, mainPoints, bytes: Buffer.byteLength(content) }
})
const passages = texts.flatMap(({ title, content }, index) =>
  splitPassages(content).map(({ headingPath, startOffset, endOffset }, position) => ({
    id: `${index}#${position}`,
    pageId: String(index),
    pageUrl: `https://example.org/${index}`,
    pageTitle: title,
    headingPath,
    text: content.slice(startOffset, endOffset),
    startOffset,
    language: 'en',
  })),
)
const passagesByPage = Map.groupBy(passages, ({ pageId }) => pageId)
const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER })
const selection = { key: 'all', load: async () => passages }

console.log(`${pages.length} pages, ${passages.length} passages, ${questions.length} questions\n`)
console.log('| budget | tokens sent | passages | pages | answer in the context |\n|---|---|---|---|---|')
for (const maxTokens of values.tokens.split(',').map(Number)) {
  const limit = Math.min(400, Math.ceil(maxTokens / 200))
  const sums = { tokens: 0, passages: 0, pages: 0, found: 0 }
  for (const { q, pid, answers } of questions) {
    const found = await finder.find({ ...selection, question: q, limit })
    const context = fitPassages(pages, found, maxTokens, passagesByPage)
    sums.tokens += estimateTokens(context.text)
    sums.passages += context.passages
    sums.pages += context.sources.length
    sums.found += Number(containsAnswer(context.text, paras.find(({ id }) => id === pid)?.text ?? '', answers))
  }
  const mean = (sum: number) => (sum / questions.length).toFixed(0)
  const recall = ((100 * sums.found) / questions.length).toFixed(1)
  console.log(`| ${maxTokens} | ${mean(sums.tokens)} | ${mean(sums.passages)} | ${mean(sums.pages)} | ${recall} % |`)
}

/** One page per article: its paragraphs in order. */
function articles(): { title: string; content: string }[] {
  return Array.from(
    Map.groupBy(paras, ({ title }) => title),
    ([title, paragraphs]) => ({
      title,
      content: paragraphs.map(({ text }) => text).join('\n\n'),
    }),
  )
}

function otherPages(): { title: string; content: string }[] {
  if (!existsSync(values.others)) {
    console.error(`${values.others} does not exist: only the articles are selected.`)
    return []
  }
  const files = readdirSync(values.others).filter((name) => name.endsWith('.html'))
  return files.slice(0, MAX_OTHERS).map((name) => {
    const { title, markdown } = extract(readFileSync(join(values.others, name), 'utf8'), `https://example.org/${name}`)
    return { title, content: markdown }
  })
}

/** True if the context has an answer with the words around it in its paragraph. */
function containsAnswer(context: string, paragraph: string, answers: readonly string[]): boolean {
  return answers.some((answer) => {
    const at = paragraph.indexOf(answer)
    if (at === -1) return false
    return context.includes(paragraph.slice(Math.max(0, at - SURROUNDING), at + answer.length + SURROUNDING))
  })
}
