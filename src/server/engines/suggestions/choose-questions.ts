/**
 * Chooses the suggested questions: about what the pages are about, in their words, and only those that get an answer.
 */
import { setImmediate } from 'node:timers/promises'
import type { SourcePassage } from '#server/engines/engine.ts'
import { chooseAnswer } from '#server/engines/built-in/choose-answer.ts'
import { choosePlaces } from '#server/engines/built-in/choose-places.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { headingSubjects, type Subject, type SuggestiblePassage } from './heading-subjects.ts'
import { phraseQuestion } from './phrase-question.ts'

/** Bound the time: the subjects that are worded, and the questions that are tried on the pages. */
const MAX_WORDED = 100
const MAX_TRIED = 15
/** Characters of a page that the wording of its questions depends on. */
const CONTEXT_LENGTH = 12_000
/** Factor for each chosen question about the same page. */
const SAME_PAGE = 0.5

type Candidate = { question: string; score: number; subject: Subject }

type Options = {
  limit: number
  /** Questions that are not suggested. */
  except?: ReadonlySet<string>
  /** The passages found for a question, best first. */
  find: (question: string) => Promise<SourcePassage[]>
}

/**
 * At most `limit` questions about the headings and definitions of `passages` that the built-in engine answers, and
 * whose answer starts in the section that the question is about.
 */
export async function chooseQuestions(
  passages: readonly SuggestiblePassage[],
  { limit, except, find }: Options,
): Promise<string[]> {
  const worded = await wordedCandidates(passages)
  const candidates = except ? worded.filter(({ question }) => !except.has(question)) : worded
  const chosen: Candidate[] = []
  for (let tried = 0; tried < MAX_TRIED && chosen.length < limit && candidates.length > 0; tried++) {
    const [candidate] = candidates.splice(indexOfBest(candidates, chosen), 1)
    if (candidate && isAnswered(candidate, await find(candidate.question))) chosen.push(candidate)
  }
  return chosen.map(({ question }) => question)
}

async function wordedCandidates(passages: readonly SuggestiblePassage[]): Promise<Candidate[]> {
  const contextOf = pageContexts(passages)
  const subjects = await headingSubjects(passages)
  const candidates: Candidate[] = []
  for (const subject of subjects.slice(0, MAX_WORDED)) {
    // A wording takes about a millisecond.
    await setImmediate()
    const { name, isTerm, passage, weight } = subject
    const context = contextOf(passage.pageId)
    const language = detectLanguage(context, passage.language)
    const phrased = phraseQuestion({ name, isTerm, pageTitle: passage.pageTitle, context }, language)
    if (phrased) candidates.push({ question: phrased.question, score: weight * phrased.appeal, subject })
  }
  return candidates
}

/** The start of the text of a page, without its headings. */
function pageContexts(passages: readonly SuggestiblePassage[]): (pageId: string) => string {
  const byPage = Map.groupBy(passages, ({ pageId }) => pageId)
  const contexts = new Map<string, string>()
  return (pageId) => {
    let context = contexts.get(pageId)
    if (context === undefined) {
      const text = (byPage.get(pageId) ?? []).map((passage) => passage.text).join('\n')
      context = text.replace(/^#{1,6} .*$/gm, '').slice(0, CONTEXT_LENGTH)
      contexts.set(pageId, context)
    }
    return context
  }
}

/** The best candidate beside the chosen ones: from another page and about something else. */
function indexOfBest(candidates: readonly Candidate[], chosen: readonly Candidate[]): number {
  let best = 0
  let bestScore = -1
  for (const [index, { subject, score }] of candidates.entries()) {
    const samePage = chosen.filter((each) => each.subject.passage.pageId === subject.passage.pageId).length
    const repeats = chosen.some((each) => [...subject.words].some((word) => each.subject.words.has(word)))
    const adjusted = repeats ? 0 : score * SAME_PAGE ** samePage
    if (adjusted > bestScore) [best, bestScore] = [index, adjusted]
  }
  return best
}

/** True if the engine answers, and the answer starts in the section that the question is about. */
function isAnswered({ question, subject }: Candidate, found: readonly SourcePassage[]): boolean {
  const answer = chooseAnswer(question, [], found)
  if (answer.kind !== 'answer') return false
  const [place] = choosePlaces(answer, found)
  const { passage } = subject
  const isSection = passage.headingPath.every((heading, n) => place?.passage.headingPath[n] === heading)
  return place?.passage.pageId === passage.pageId && isSection
}
