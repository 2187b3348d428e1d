/** The sentences that answer a question from the passages found, best first; none when the pages do not say. */
import { termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'
import type { AnswerKind } from './answer-kinds.ts'
import type { EngineTurn, SourcePassage } from './engine.ts'
import { rankSentences, type RankedSentence } from './rank-sentences.ts'
import { languageOf, readQuestion, type Question } from './read-question.ts'
import { leansOnPrevious } from './sentence-openings.ts'
import { isWhole } from './show-sentence.ts'

const MAX_SENTENCES = 3
/** A further sentence must come this near to the best one's score. */
const NEAR_BEST = 0.65

/** What further sentences gain by standing in the best one's passage, or on its page: an explanation reads on … */
const TIES = { passage: 1.5, page: 0.5 }
/** … a fact may stand anywhere. */
const NO_TIES = { passage: 0, page: 0 }
/** Forms of one name begin alike. */
const LIKE_FORMS = 4
const FACTS: ReadonlySet<AnswerKind> = new Set(['number', 'time', 'person', 'place'])

/**
 * Evidence below this is refused: chosen so that about one answerable question in twenty is refused wrongly, on the
 * twelve languages of `npm run bench answers` (docs/benchmarks.md says what is refused rightly then).
 */
const ENOUGH_EVIDENCE = 0.6
/** What the question turns on is mostly its rarest word. */
const RAREST_WORD = 0.2
/** A name or number of the question that the best sentence's passage does not have. */
const NAME_MISSING = 0.1
/** Nothing there of the kind that is asked for: who, when, where, how many. */
const KIND_MISSING = 0.1
/** However far ahead the best passage is, this much of the question must stand around the best sentence. */
const ENOUGH_NEAR = 0.3

export function chooseAnswer(
  question: string,
  history: EngineTurn[],
  passages: readonly SourcePassage[],
): RankedSentence[] {
  const read = readQuestion(question, history, passages)
  if (read.terms.length === 0) return []
  const all = rankSentences(read, passages)
  const whole = all.filter((sentence) => isWhole(sentence) && sentence.features.isFragment + sentence.features.isCrumb === 0)
  const ranked = whole.length > 0 ? whole : all
  const [best] = ranked
  if (!best || best.features.near < ENOUGH_NEAR) return []
  const evidence = best.features.near + 0.5 * leadOf(passages, read.total) + RAREST_WORD * best.features.rarest
  const doubts = (lacksName(read, best) ? NAME_MISSING : 0) + (lacksKind(read, best) ? KIND_MISSING : 0)
  if (evidence - doubts < ENOUGH_EVIDENCE) return []

  return withOthers(best, ranked, all, FACTS.has(read.kind) ? NO_TIES : TIES)
}

function lacksName(question: Question, { passage }: RankedSentence): boolean {
  const names = question.names.map((name) => name.slice(0, LIKE_FORMS))
  if (names.length === 0) return false
  const termOf = termReader(languageOf(passage, passage.text))
  const text = [passage.pageTitle, ...passage.headingPath, passage.text].join('\n')
  const held = new Set(readWords(text).map((word) => termOf(word.text).slice(0, LIKE_FORMS)))
  return names.some((name) => !held.has(name))
}

function lacksKind(question: Question, { features }: RankedSentence): boolean {
  return FACTS.has(question.kind) && features.kind < 0.5
}

/** The best sentence, the one before it when it leans on that, and the next best: rather those that stand near it. */
function withOthers(best: RankedSentence, ranked: RankedSentence[], all: RankedSentence[], ties: typeof TIES) {
  const chosen = [best]
  const before = leansOnPrevious(best.text) ? sentenceBefore(best, all) : undefined
  if (before) chosen.push(before)
  const near = ({ passage, score }: RankedSentence) => {
    if (passage === best.passage) return score + ties.passage
    return passage.pageId === best.passage.pageId ? score + ties.page : score
  }
  const others = ranked.map((sentence) => ({ sentence, score: near(sentence) })).sort((a, b) => b.score - a.score)
  for (const { sentence, score } of others) {
    if (chosen.length === MAX_SENTENCES) break
    if (score < best.score * NEAR_BEST || chosen.some((each) => repeats(each.text, sentence.text))) continue
    chosen.push(sentence)
  }
  return chosen
}

/** True when one says the other word for word. */
function repeats(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((text) => text.replace(/[.\s]+$/, '')).sort((a, b) => a.length - b.length)
  return long.endsWith(short)
}

function sentenceBefore({ passage, span }: RankedSentence, all: RankedSentence[]): RankedSentence | undefined {
  if (span.kind !== 'sentence') return undefined
  const earlier = all.filter((each) => each.passage === passage && each.span.end <= span.start)
  const last = earlier.sort((a, b) => b.span.start - a.span.start)[0]
  const gap = last ? passage.text.slice(last.span.end, span.start) : ''
  return last?.span.kind === 'sentence' && gap.trim() === '' && last.features.isFragment === 0 ? last : undefined
}

/**
 * How far the best passage stands out from the others found, in units of the question's weight, at most 1.5: where the
 * pages do not say, several passages are equally near. Without others to compare with it tells nothing.
 */
function leadOf(passages: readonly SourcePassage[], total: number): number {
  const [best, ...others] = passages
  if (!best || others.length === 0 || total === 0) return 0.5
  const mean = others.reduce((sum, passage) => sum + passage.score, 0) / others.length
  return Math.min(1.5, Math.max(0, (best.score - mean) / total))
}
