/**
 * Bench: ROUGE of summaries without a language model. `node bench/summaries.ts [--show]` prints those of the reviews.
 */
import { summarizePage } from '#server/engines/summaries/summarize-page.ts'
import { splitForSummary } from '#server/engines/summaries/summary-candidates.ts'
import { summarize } from './adapter.ts'
import { readLabeledPages } from './main-text-pages.ts'
import { reviewLists } from './review-lists.ts'
import { meanRouge, rouge } from './rouge.ts'
import { sumBasic } from './sum-basic.ts'
import {
  describedArticles,
  inTokenizedLowerCase,
  pagesWithKeyPoints,
  type ReferenceText,
} from './summary-references.ts'

type Summarizer = (text: string, sentences: number) => string[]

const forArticles: Record<string, Summarizer> = {
  'first sentences': (text, sentences) => sentencesOf(text).slice(0, sentences),
  Readback: (text, sentences) => summarize(text, '', sentences).summary,
}
const forReviews: Record<string, Summarizer> = {
  ...forArticles,
  SumBasic: (text, sentences) => sumBasic(sentencesOf(text), sentences),
}

const pages = readLabeledPages()
const articles = describedArticles(pages)
const keyPoints = pagesWithKeyPoints(pages)
const reviews = reviewLists.map(({ lines, references }) => ({ text: lines, references: [...references] }))
const sets: [name: string, texts: ReferenceText[], sentences: number, summarizers: Record<string, Summarizer>][] = [
  ['articles, headline and description', articles, 3, forArticles],
  ['the same, lower case and tokenized', articles.map(inTokenizedLowerCase), 3, forArticles],
  ['pages with key points', keyPoints, 3, forArticles],
  ['reviews, two sentences', reviews, 2, forReviews],
  ['reviews, three sentences', reviews, 3, forReviews],
]

console.log('| set | texts | summarizer | ROUGE-1 | ROUGE-2 | ROUGE-L | words |\n|---|---|---|---|---|---|---|')
for (const [name, texts, sentences, summarizers] of sets) {
  for (const [summarizer, summarize] of Object.entries(summarizers)) {
    const summaries = texts.map(({ text }) => summarize(text, sentences).join('\n'))
    const scores = texts.flatMap(({ references }, index) =>
      references.map((reference) => rouge(summaries[index] ?? '', reference)),
    )
    const { r1, r2, rL } = meanRouge(scores)
    const words = summaries.reduce((sum, each) => sum + (each.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0) / texts.length
    const figures = [r1, r2, rL].map((value) => (100 * value).toFixed(1)).join(' | ')
    console.log(`| ${name} | ${texts.length} | ${summarizer} | ${figures} | ${words.toFixed(0)} |`)
  }
}
printDurations()
if (process.argv.includes('--show')) printReviewSummaries()

/** CPU time of a whole analysis, topics included, after one pass to warm up. */
function printDurations() {
  const texts = pages.filter(({ main }) => main !== '').map(({ main }) => ({ title: '', content: main, language: '' }))
  texts.forEach(summarizePage)
  const durations = texts.map((page) => {
    const started = process.cpuUsage()
    summarizePage(page)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)]?.toFixed(1)
  console.log(`\nCPU ms per page, ${texts.length} pages: median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}`)
}

function printReviewSummaries() {
  for (const { title, lines } of reviewLists) console.log(`\n${title}: ${summarize(lines, title, 2).summary.join(' ')}`)
}

function sentencesOf(text: string): string[] {
  return splitForSummary(text)
    .filter(({ kind }) => kind === 'sentence' || kind === 'list-item')
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
}
