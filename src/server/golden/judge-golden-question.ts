/** Judges one golden question by the pages of its notebook and by the answer to it. */
import type { AnswerKind } from '#shared/chat/chats.ts'
import type { GoldenOutcome, GoldenQuestion, GoldenResult } from '#shared/chat/golden-questions.ts'
import { withoutIndex } from '#shared/crawl/without-index.ts'
import type { PageRef } from '#server/chat/notebook-pages.ts'
import { checkClaim } from '#server/retrieval/claims/check-claim.ts'
import type { ClaimSource } from '#server/retrieval/claims/judge-passage.ts'

type Found = NonNullable<GoldenResult['found']>

/** What the judgment needs of an answer; `closest` is the first sentence that it cites. */
export type GoldenAnswer = { text: string; kind: AnswerKind; urls: string[]; closest: Found | null }

type Passage = ClaimSource & { pageId: string; pageUrl: string; pageTitle: string }

export type GoldenPages = {
  pages: readonly PageRef[]
  /** The passages of a page. */
  passagesOf(pageId: string): Promise<readonly Passage[]>
  /** Passages that have the words of a sentence, the best first. */
  search(sentence: string): Promise<readonly Passage[]>
  /** Answers by the built-in engine. */
  answer(question: string): Promise<GoldenAnswer>
}

type Judgment = Omit<GoldenResult, 'question_id' | 'question' | 'newly_answered' | 'expected'>

/** The same pages and question give the same judgment. */
export async function judgeGoldenQuestion(golden: GoldenQuestion, site: GoldenPages): Promise<Judgment> {
  const { page, sentence } = golden
  const expected = page ? site.pages.filter(({ url }) => isPage(url, page)) : []
  const quoted = sentence ? await findSentence(sentence, expected, site) : null
  const found = quoted?.found ?? null
  if (!found && (sentence || (page && expected.length === 0))) {
    // What the pages say to the question today, to be compared with what they said.
    return { ...judgment('lost'), found: (await site.answer(golden.question)).closest }
  }
  const isOnPage = !found || !page || isPage(found.url, page)
  if (quoted?.state === 'near' || !isOnPage) return { ...judgment('changed'), found }

  const answer = await site.answer(golden.question)
  const missing = golden.must_include.filter((each) => !hasWords(answer.text, each))
  const forbidden = golden.must_not_include.filter((each) => hasWords(answer.text, each))
  // The closest passages are enough if they are expected.
  const isAnswer = answer.kind === 'answer' || (answer.kind === 'closest' && (page || sentence))
  if (!isAnswer) return { ...judgment(sentence ? 'failed' : 'lost'), found, fault: 'not-answered' }
  if (page && !answer.urls.some((url) => isPage(url, page))) {
    return { ...judgment('failed'), found, fault: 'other-page' }
  }
  if (missing.length > 0) return { ...judgment('failed'), found, fault: 'missing-words', words: missing }
  if (forbidden.length > 0) return { ...judgment('failed'), found, fault: 'forbidden-words', words: forbidden }
  return { ...judgment('passed'), found }
}

const judgment = (outcome: GoldenOutcome): Judgment => ({ outcome, found: null, fault: null, words: [] })

/**
 * The sentence on its page, else on any page; null if no page says it. 'near' when the page says something like it in
 * other words.
 */
async function findSentence(
  sentence: string,
  expected: readonly PageRef[],
  site: GoldenPages,
): Promise<{ state: 'quoted' | 'near'; found: Found } | null> {
  let near: Found | null = null
  const onPages = await Promise.all(expected.map(({ id }) => site.passagesOf(id)))
  for (const passages of [...onPages, await site.search(sentence)]) {
    const check = await checkClaim(sentence, passages)
    if (!check.source) continue
    const { pageId, pageUrl, pageTitle } = check.source
    const found = { page_id: pageId, url: pageUrl, title: pageTitle, sentence: check.sentence }
    if (check.state === 'quoted') return { state: 'quoted', found }
    if (check.state !== 'not-found') near ??= found
  }
  return near && { state: 'near', found: near }
}

/** A path, and an address on another host, name the page with that path: a preview deployment has its own host. */
export function isPage(url: string, page: string): boolean {
  return url === page || pathOf(url) === pathOf(page)
}

function pathOf(address: string): string {
  const parsed = URL.parse(address, 'http://any-host')
  // Questions stored before addresses were parsed may have one that names no page, such as "https://".
  return parsed ? (withoutIndex(parsed.pathname) || '/') + parsed.search : address
}

/** Signs that carry meaning, as in "€", "C++" and "50%", unlike punctuation. */
const SIGN = /[\p{Sc}\p{Sm}\p{So}#%&@§]/u

/** Signs count only if they are wanted: without them the answer "costs 10 € | free" has the words "10 free". */
function hasWords(text: string, wanted: string): boolean {
  const normalize = SIGN.test(wanted) ? wordsAndSigns : words
  const inWords = normalize(wanted)
  // Only punctuation.
  if (inWords.trim() === '') return text.includes(wanted.trim())
  return normalize(text).includes(inWords)
}

/** Without the marks of Markdown, which may be in the middle of "**10** €". */
const wordsAndSigns = (text: string) =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s*_`\\]/gu) ?? []).join(' ')} `

/** Letters and digits of a text, so that case, line breaks and Markdown do not matter. */
export const words = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
