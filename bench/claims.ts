/**
 * Bench: claims that are true, reworded or falsified in one detail, and the state that the check gives them.
 *   node bench/claims.ts [--languages en,de] [--every 1] [--show KIND]
 * The pages are the articles in BENCH_DATA. `--every n` uses every n-th sentence; `--show` lists the wrongly judged
 * claims of a kind. Before them come 60 true claims in free words about invented pages
 * (test/claims/faithful-paraphrases.ts).
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { ClaimState } from '#shared/chat/chats.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { faithfulParaphrases } from '#test/claims/faithful-paraphrases.ts'
import * as falsify from '#test/claims/falsify.ts'
import { judgeOnPages } from '#test/claims/judge-on-pages.ts'
import * as restate from '#test/claims/restate.ts'
import { checkClaim } from './adapter.ts'
import { readQuestionSet, type QuestionSet } from './question-set.ts'

const { values } = parseArgs({
  options: {
    languages: { type: 'string', default: 'en,de' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '' },
  },
})
const folder = process.env['BENCH_DATA'] ?? '../shared/bench-data'
const every = Math.max(1, Number(values.every) || 1)

const STATES = ['quoted', 'paraphrased', 'differs', 'not-found'] as const

type Case = { kind: string; isTrue: boolean; claim: string; sentence: string; page: { title: string; text: string } }
type Count = Record<ClaimState, number>

for (const language of ['en', 'de'] as const) {
  if (values.languages.split(',').includes(language)) await showFaithful(language)
  if (!values.languages.split(',').includes(language)) continue
  const file = `${folder}/xquad-${language}.json.gz`
  if (!existsSync(file)) {
    console.log(`${language}: skipped, ${file} does not exist (set BENCH_DATA to its folder)`)
    continue
  }
  const cases = createCases(readQuestionSet(gunzipSync(readFileSync(file)).toString('utf8')), language)
  const alone = new Map<string, Count>()
  const quoted = new Map<string, Count>()
  const started = performance.now()
  for (const each of cases) {
    const page = { ...each.page, language }
    const state = await checkClaim(each.claim, null, page)
    count(alone, each, state)
    count(quoted, each, await checkClaim(each.claim, each.sentence, page))
    const isRight = each.isTrue === (state === 'quoted' || state === 'paraphrased')
    if (!isRight && values.show !== '' && nameOf(each).includes(values.show)) {
      console.log(`${nameOf(each)}: ${state}\n  claim:  ${each.claim}\n  source: ${each.sentence}`)
    }
  }
  const elapsed = (performance.now() - started) / (2 * cases.length)
  console.log(`\n${language}: ${cases.length} claims, ${elapsed.toFixed(2)} ms each\n`)
  console.log('| claim | claims | quoted | paraphrased | differs | not found | with the quote: quoted or paraphrased |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, counts] of alone) console.log(line(name, counts, quoted.get(name) ?? counts))
}

async function showFaithful(language: 'en' | 'de') {
  const { pages, claims } = faithfulParaphrases[language]
  const rows = new Map<string, Count>()
  for (const { kind, claim } of claims) {
    const state = await judgeOnPages(claim, pages, language)
    for (const name of [kind, 'all']) {
      const row = rows.get(name) ?? { quoted: 0, paraphrased: 0, differs: 0, 'not-found': 0 }
      row[state]++
      rows.set(name, row)
    }
  }
  console.log(`\n${language}: true claims in free words\n`)
  console.log(`| claim | ${STATES.join(' | ')} |\n|---|---|---|---|---|`)
  for (const [name, row] of rows) console.log(`| ${[name, ...STATES.map((state) => row[state])].join(' | ')} |`)
}

function count(counts: Map<string, Count>, each: Case, state: ClaimState): void {
  const row = counts.get(nameOf(each)) ?? { quoted: 0, paraphrased: 0, differs: 0, 'not-found': 0 }
  row[state]++
  counts.set(nameOf(each), row)
}

function nameOf({ kind, isTrue }: Case): string {
  return `${isTrue ? 'true' : 'false'}: ${kind}`
}

function line(name: string, counts: Count, withQuote: Count): string {
  const total = (row: Count) => Object.values(row).reduce((sum, value) => sum + value, 0)
  const percent = (value: number, row: Count) => `${((100 * value) / total(row)).toFixed(1)} %`
  const states = STATES.map((state) => percent(counts[state], counts))
  return `| ${[name, total(counts), ...states, percent(withQuote.quoted + withQuote.paraphrased, withQuote)].join(' | ')} |`
}

function createCases({ paras, questions }: QuestionSet, language: 'en' | 'de'): Case[] {
  const random = falsify.seededRandom(1)
  const options = { language, random }
  const articles = Map.groupBy(paras, ({ title }) => title)
  const articleOf = (title: string) => (articles.get(title) ?? []).map(({ text }) => text).join('\n\n')
  const sentencesOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end))
  const cases: Case[] = []
  let sentenceNumber = 0
  for (const { title, text } of paras) {
    const page = { title: title.replaceAll('_', ' '), text: articleOf(title) }
    const sentences = sentencesOf(text).filter((sentence) => sentence.split(' ').length >= 5)
    for (const [n, sentence] of sentences.entries()) {
      if (sentenceNumber++ % every !== 0) continue
      const add = (kind: string, isTrue: boolean, claims: readonly string[]) => {
        for (const claim of claims)
          if (isTrue || !page.text.includes(claim)) cases.push({ kind, isTrue, claim, sentence, page })
      }
      add('as on the page', true, [sentence])
      add('typography', true, restate.changeTypography(sentence))
      add('ellipsis in the middle', true, restate.putEllipsis(sentence))
      add('3 or three', true, restate.changeNumberForm(sentence, language))
      for (const { kind, claim } of restate.paraphrase(sentence, language)) add(kind, true, [claim])
      add('name of the same article', false, falsify.replaceName(sentence, page.text, options))
      add('name of the same paragraph', false, falsify.replaceName(sentence, text, options))
      add('two names swapped', false, falsify.swapNames(sentence, options))
      add('number or unit', false, falsify.changeNumber(sentence, options))
      add('negation', false, falsify.changeNegation(sentence, options))
      add('opposite', false, falsify.changeToOpposite(sentence, options))
      add('quantifier', false, falsify.changeQuantifier(sentence, options))
      for (const other of sentences.slice(n + 1)) add('joined halves', false, falsify.joinHalves(sentence, other))
    }
  }
  for (const [n, { q, pid, answers }] of questions.entries()) {
    const para = paras.find(({ id }) => id === pid)
    const [answer] = answers
    if (!para || answer === undefined || n % every !== 0) continue
    const page = { title: para.title, text: articleOf(para.title) }
    const sentence = sentencesOf(para.text).find((each) => each.includes(answer))
    const claim = restate.answerToStatement(q, answer, language)
    if (sentence === undefined || claim === null) continue
    if (isWordedLike(claim, sentence)) cases.push({ kind: 'answered question', isTrue: true, claim, sentence, page })
    for (const other of questions) {
      const [wrong = ''] = other.answers
      if (other.pid !== pid || falsify.haveCommonWord(wrong, answer) || !restate.isSameKind(wrong, answer)) continue
      const statement = restate.answerToStatement(q, wrong, language)
      if (statement !== null)
        cases.push({ kind: 'another answer of the paragraph', isTrue: false, claim: statement, sentence, page })
    }
  }
  return cases
}

/** True if the claim uses no long word that the sentence does not have, up to its ending. */
function isWordedLike(claim: string, sentence: string): boolean {
  const beginnings = (sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 4))
  return (claim.toLowerCase().match(/\p{L}{4,}/gu) ?? []).every((word) => beginnings.includes(word.slice(0, 4)))
}
