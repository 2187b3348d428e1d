/**
 * Measures the answer quality of the built-in engine on question sets in the repository, to catch regressions without
 * external data: the product's own manual, one page in each of several other languages, and sites of a few pages.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AnswerKind } from '#shared/chat/chats.ts'
import { contents } from '#server/http/help/contents.ts'
import { renderManual } from '#server/http/help/create-manual.ts'
import { checkClaimInPassage } from '#server/retrieval/claims/check-claim.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import type { Rerank } from '#server/retrieval/fusion/fuse-with-reranker.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { buildSearchQuery } from '#server/platform/question/build-search-query.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { chooseAnswer } from '#server/engines/built-in/choose-answer.ts'
import { readHtml } from '#server/extraction/read-html.ts'

const Questions = z.object({
  /** An answer is correct if one of its sentences contains one of `answers`. */
  answerable: z.array(z.object({ q: z.string(), page: z.string(), answers: z.array(z.string()).min(1) })),
  unanswerable: z.array(z.string()),
})
type Page = { id: string; title: string; content: string; language: string }
export type QuestionSet = { pages: Page[]; questions: z.infer<typeof Questions> }

/** Shares from 0 to 1; higher is better for all. */
const Quality = z.object({
  /** Questions whose first passage is from the right page. */
  rightPage: z.number(),
  /** Questions with a correct first sentence. */
  first: z.number(),
  /** Questions whose first place shows the expected words. */
  firstPlace: z.number(),
  /** Questions whose answer shows the expected words: as they are, and in the wordings of `WORDINGS`. */
  shown: z.number(),
  polite: z.number(),
  story: z.number(),
  misspelled: z.number(),
  /** Share of the unanswerable questions without an answer. The closest passages are none. */
  refused: z.number(),
  /** Share of the answerable questions that are not refused. */
  notRefused: z.number(),
  /** Sentences that are verbatim in the page and that `checkClaimInPassage` calls quoted. */
  verbatim: z.number(),
})
type Quality = z.infer<typeof Quality>

export const baseline = z.record(z.string(), Quality).parse(readJson('baseline.json'))

/** The manual as a crawl of /help stores it. The page id is the file name. */
export function manualSet(): QuestionSet {
  const rendered = renderManual()
  const pages = contents.map(({ path, file }) => {
    const { title, content } = readHtml(rendered.get(path) ?? '', { url: `https://readback.example${path}` })
    return { id: file, title, content, language: 'en' }
  })
  return { pages, questions: Questions.parse(readJson('manual-questions.json')) }
}

/** One page in each of several languages. */
export function otherLanguages(): QuestionSet {
  const Entry = Questions.extend({ language: z.string(), title: z.string(), content: z.array(z.string()) })
  const entries = z.array(Entry).parse(readJson('other-languages.json'))
  return {
    pages: entries.map(({ language, title, content }) => ({
      id: language,
      title,
      content: content.join('\n\n'),
      language,
    })),
    questions: {
      answerable: entries.flatMap(({ answerable }) => answerable),
      unanswerable: entries.flatMap(({ unanswerable }) => unanswerable),
    },
  }
}

/**
 * Sites of a few pages each. Those of use "tuned" shaped the engine; the questions about the others were written before
 * it answered any of them, and none of its constants and words come from them.
 */
export function smallSites(use: 'tuned' | 'held out'): QuestionSet[] {
  const SitePage = z.object({ id: z.string(), title: z.string(), content: z.array(z.string()) })
  const Site = Questions.extend({
    use: z.enum(['tuned', 'held out']),
    language: z.string(),
    pages: z.array(SitePage),
  })
  const sites = z.array(Site).parse(readJson('small-sites.json'))
  return sites
    .filter((site) => site.use === use)
    .map(({ language, pages, answerable, unanswerable }) => ({
      pages: pages.map(({ content, ...page }) => ({ ...page, content: content.join('\n\n'), language })),
      questions: { answerable, unanswerable },
    }))
}

type ShownMetric = 'rightPage' | 'first' | 'firstPlace' | 'shown' | keyof typeof WORDINGS

type Measurement = {
  quality: Quality
  /** Each wrong answer: the question and the first sentence shown. */
  failures: string[]
}

type Row = Record<ShownMetric, boolean> & { kind: AnswerKind; verbatim: boolean[] }

/** Each set is a separate selection; the shares are over the questions of all. */
export async function measureQuality(sets: readonly QuestionSet[], rerank?: Rerank): Promise<Measurement> {
  const measured = await Promise.all(sets.map((set) => measureSet(set, rerank)))
  const rows = measured.flatMap((each) => each.rows)
  const shareOf = (name: ShownMetric) => share(rows.map((row) => row[name]))
  const quality = {
    rightPage: shareOf('rightPage'),
    first: shareOf('first'),
    firstPlace: shareOf('firstPlace'),
    shown: shareOf('shown'),
    polite: shareOf('polite'),
    story: shareOf('story'),
    misspelled: shareOf('misspelled'),
    refused: share(measured.flatMap((each) => each.refusals)),
    notRefused: share(rows.map(({ kind }) => kind !== 'refused')),
    verbatim: share(rows.flatMap((row) => row.verbatim)),
  }
  return { quality, failures: measured.flatMap((each) => each.failures) }
}

async function measureSet({ pages, questions }: QuestionSet, rerank: Rerank | undefined) {
  const passages = pages.flatMap(({ id, title, content, language }) =>
    splitPassages(content).map(({ headingPath, startOffset, endOffset }, n) => {
      const text = content.slice(startOffset, endOffset)
      return { id: `${id}#${n}`, pageId: id, pageUrl: id, pageTitle: title, headingPath, text, startOffset, language }
    }),
  )
  const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER })
  const engine = createExtractiveEngine()
  const selection = { key: 'all', load: async () => passages }
  const readPassages = (pageId: string) => finder.passagesOf({ ...selection, pageId })
  const ask = async (message: string) => {
    const query = buildSearchQuery(message, [])
    const found = await finder.find({ ...selection, question: query, limit: engine.passagesPerAnswer, rerank })
    let text = ''
    let firstPlace = ''
    let places = 0
    for await (const part of engine.answer({ question: message, history: [], passages: found, readPassages })) {
      // A place is its path, its source and its text.
      if (part.type === 'source') places++
      if (part.type !== 'text') continue
      text += part.text
      if (places === 1) firstPlace += part.text
    }
    return {
      found,
      text: withoutMarks(text),
      firstPlace: withoutMarks(firstPlace),
      ...chooseAnswer(message, [], found),
    }
  }
  const contentOf = (pageId: string) => pages.find(({ id }) => id === pageId)?.content ?? ''

  const failures: string[] = []
  const rows: Row[] = []
  for (const { q, page, answers } of questions.answerable) {
    const contains = (text: string) => answers.some((answer) => normalize(text).includes(normalize(answer)))
    const { found, sentences, kind, text, firstPlace } = await ask(q)
    const verbatim = sentences.map((sentence) => {
      const isOnPage = contentOf(sentence.passage.pageId).includes(sentence.text)
      return isOnPage && checkClaimInPassage(sentence.text, sentence.passage).state === 'quoted'
    })
    const reworded = await Promise.all(Object.values(WORDINGS).map((reword) => ask(reword(q))))
    const [polite = false, story = false, misspelled = false] = reworded.map((answer) => contains(answer.text))
    const first = contains(sentences[0]?.text ?? '')
    const isShown = contains(text)
    rows.push({
      rightPage: found[0]?.pageId === page,
      first,
      firstPlace: contains(firstPlace),
      shown: isShown,
      polite,
      story,
      misspelled,
      kind,
      verbatim,
    })
    if (!isShown) failures.push(`${q} → ${sentences[0]?.text ?? 'refused'}`)
  }
  const refusals = []
  for (const q of questions.unanswerable) {
    const { sentences, kind } = await ask(q)
    refusals.push(kind !== 'answer')
    if (kind === 'answer') failures.push(`${q} → ${sentences[0]?.text}`)
  }
  return { rows, refusals, failures }
}

/** How people put a question. */
const WORDINGS = {
  polite: (question: string) => `Hi, I was wondering: ${question} Thanks a lot in advance!`,
  story: (question: string) => `We are looking for a tool for our team, and my boss asked me to find out. ${question}`,
  misspelled: swapLetters,
}

/** Swaps two letters in the middle of the longest word. */
function swapLetters(question: string): string {
  const words = question.match(/\p{Ll}{5,}/gu) ?? []
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const middle = Math.floor(longest.length / 2)
  const swapped = `${longest.slice(0, middle)}${longest[middle + 1]}${longest[middle]}${longest.slice(middle + 2)}`
  return longest === '' ? question : question.replace(longest, swapped)
}

function withoutMarks(text: string): string {
  return normalize(text.replaceAll('**', '').replaceAll('\n> ', '\n'))
}

/** Ignores case and differences in white space. */
export function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

function share(list: boolean[]): number {
  return Number((list.filter(Boolean).length / Math.max(1, list.length)).toFixed(3))
}
