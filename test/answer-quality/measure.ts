/**
 * Measures the answer quality of the built-in engine on two small question sets in the repository, to catch regressions
 * without external data: the product's own manual, and one page in each of several other languages.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { contents } from '#server/http/help/contents.ts'
import { renderManual } from '#server/http/help/create-manual.ts'
import { checkClaimInPassage } from '#server/retrieval/claims/check-claim.ts'
import { createPassageFinder } from '#server/retrieval/find-passages.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
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
  /** Questions with a correct first sentence, or any correct sentence. */
  first: z.number(),
  shown: z.number(),
  /** Refused share of the unanswerable questions. */
  refused: z.number(),
  /** Answered share of the answerable questions. */
  notRefused: z.number(),
  /** Sentences that are verbatim in the page and that `checkClaimInPassage` calls quoted. */
  verbatim: z.number(),
})
type Quality = z.infer<typeof Quality>

/** `passagesPerAnswer` of the built-in engine. */
const PASSAGES = 8

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

type Measurement = {
  quality: Quality
  /** Each wrong answer: the question and the first sentence shown. */
  failures: string[]
}

export async function measureQuality({ pages, questions }: QuestionSet): Promise<Measurement> {
  const passages = pages.flatMap(({ id, title, content, language }) =>
    splitPassages(content).map(({ headingPath, startOffset, endOffset }, n) => {
      const text = content.slice(startOffset, endOffset)
      return { id: `${id}#${n}`, pageId: id, pageUrl: id, pageTitle: title, headingPath, text, startOffset, language }
    }),
  )
  const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER })
  const ask = async (question: string) => {
    const found = await finder.find({ key: 'all', load: async () => passages, question, limit: PASSAGES })
    return { found, sentences: chooseAnswer(question, [], found) }
  }
  const contentOf = (pageId: string) => pages.find(({ id }) => id === pageId)?.content ?? ''

  const failures: string[] = []
  const rows = []
  for (const { q, page, answers } of questions.answerable) {
    const { found, sentences } = await ask(q)
    const hits = sentences.map(({ text }) => answers.some((answer) => normalise(text).includes(normalise(answer))))
    const verbatim = sentences.map(({ text, passage }) => {
      return contentOf(passage.pageId).includes(text) && checkClaimInPassage(text, passage).state === 'quoted'
    })
    rows.push({ rightPage: found[0]?.pageId === page, hits, verbatim })
    if (!hits.includes(true)) failures.push(`${q} → ${sentences[0]?.text ?? 'refused'}`)
  }
  const refusals = []
  for (const q of questions.unanswerable) {
    const { sentences } = await ask(q)
    refusals.push(sentences.length === 0)
    if (sentences[0]) failures.push(`${q} → ${sentences[0].text}`)
  }
  const quality = {
    rightPage: share(rows.map((row) => row.rightPage)),
    first: share(rows.map(({ hits }) => hits[0] ?? false)),
    shown: share(rows.map(({ hits }) => hits.includes(true))),
    refused: share(refusals),
    notRefused: share(rows.map(({ hits }) => hits.length > 0)),
    verbatim: share(rows.flatMap((row) => row.verbatim)),
  }
  return { quality, failures }
}

/** Ignores case and differences in white space. */
export function normalise(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

function share(list: boolean[]): number {
  return Number((list.filter(Boolean).length / Math.max(1, list.length)).toFixed(3))
}
