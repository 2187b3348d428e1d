/** The sentences that answer a question from the passages found, best first; none when the pages do not say. */
import { fold } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'
import type { AnswerKind } from './answer-kinds.ts'
import type { EngineTurn, SourcePassage } from './engine.ts'
import { readEvidence, weighEvidence } from './evidence.ts'
import { rankSentences, SENTENCE_WEIGHTS, type RankedSentence } from './rank-sentences.ts'
import { readQuestion } from './read-question.ts'
import { leansOnPrevious } from './sentence-openings.ts'
import { isWhole } from './show-sentence.ts'

const MAX_SENTENCES = 3
/** A further sentence must come this near to the best one's score. */
const NEAR_BEST = 0.65

/**
 * What further sentences gain by standing in the best one's passage, on its page, or alone between two shown: an
 * explanation reads on …
 */
const TIES = { passage: 1.5, page: 0.5, between: 4 }
/** … a fact may stand anywhere. */
const NO_TIES = { passage: 0, page: 0, between: 0 }
const FACTS: ReadonlySet<AnswerKind> = new Set(['number', 'time', 'person', 'place'])

/**
 * Evidence below this is refused: chosen so that about one answerable question in twenty is refused wrongly, on the
 * twelve languages of `npm run bench answers` (docs/benchmarks.md says what is refused rightly then).
 */
const ENOUGH_EVIDENCE = 1.38
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
  if (weighEvidence(readEvidence(read, best, ranked, passages)) < ENOUGH_EVIDENCE) return []

  return withOthers(best, ranked, all, FACTS.has(read.kind) ? NO_TIES : TIES)
}

/** The best sentence, the one before it when it leans on that, and the next best: rather those that stand near it. */
function withOthers(best: RankedSentence, ranked: RankedSentence[], all: RankedSentence[], ties: typeof TIES) {
  const chosen = [best]
  const before = leansOnPrevious(best.text) ? sentenceBefore(best, all) : undefined
  if (before) chosen.push(before)
  // What leans on a sentence that is shown can be read.
  const near = (sentence: RankedSentence) => {
    const { passage, score, features } = sentence
    const tie = passage === best.passage ? ties.passage : passage.pageId === best.passage.pageId ? ties.page : 0
    const follows = features.leans > 0 && chosen.some((each) => each === sentenceBefore(sentence, all))
    const between = ties.between > 0 && closesGap(sentence, chosen, all) ? ties.between : 0
    return score + tie + between - (follows ? features.leans * SENTENCE_WEIGHTS.leans : 0)
  }
  while (chosen.length < MAX_SENTENCES) {
    let next: RankedSentence | undefined
    let most = best.score * NEAR_BEST
    for (const sentence of ranked) {
      const score = near(sentence)
      if (score < most || chosen.some((each) => each === sentence || repeats(each.text, sentence.text))) continue
      // Of equals the earlier one in the ranking.
      if (next && score === most) continue
      next = sentence
      most = score
    }
    if (!next) break
    chosen.push(next)
  }
  return chosen
}

/** True when the sentences right before and after it are shown. */
function closesGap(sentence: RankedSentence, chosen: RankedSentence[], all: RankedSentence[]): boolean {
  const after = chosen.find((each) => each.passage === sentence.passage && sentenceBefore(each, all) === sentence)
  return after !== undefined && chosen.some((each) => each === sentenceBefore(sentence, all))
}

/** So few words in a row may stand in another sentence and say something else. */
const FEWEST_REPEATED = 6

/** True when one says the other word for word, or with words between. */
function repeats(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((text) => text.replace(/[.\s]+$/, '')).sort((a, b) => a.length - b.length)
  if (long.endsWith(short)) return true
  const [wanted, told] = [wordsOf(short), wordsOf(long)]
  let found = 0
  for (const word of told) if (word === wanted[found]) found += 1
  return wanted.length >= FEWEST_REPEATED && found === wanted.length
}

const wordsOf = (text: string) => readWords(text).flatMap(({ kind, text: word }) => (kind === 'word' ? [fold(word)] : []))

function sentenceBefore({ passage, span }: RankedSentence, all: RankedSentence[]): RankedSentence | undefined {
  if (span.kind !== 'sentence') return undefined
  const earlier = all.filter((each) => each.passage === passage && each.span.end <= span.start)
  const last = earlier.sort((a, b) => b.span.start - a.span.start)[0]
  const gap = last ? passage.text.slice(last.span.end, span.start) : ''
  return last?.span.kind === 'sentence' && gap.trim() === '' && last.features.isFragment === 0 ? last : undefined
}
