import type { EngineMessage, SourcePassage } from '#server/engines/engine.ts'
import { askedContactDetails, hasContactDetail, withoutAskedDetail } from '#server/platform/text/contact-details.ts'
import { foldedWords } from '#server/platform/text/folded-words.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { analyzeQuestion, type Question } from './analyze-question.ts'
import { MIN_VALUE_MATCH } from './answer-type.ts'
import { answerabilityFeatures, answerabilityScore, answerConfidence } from './answerability.ts'
import { FACT_TYPES, lacksWhatIsAsked, matchesInPassage } from './lacks-what-is-asked.ts'
import { rankSentences, SENTENCE_WEIGHTS, type RankedSentence } from './rank-sentences.ts'
import { dependsOnPrevious } from './sentence-cues.ts'

const MAX_SENTENCES = 3
/** A further sentence needs this share of the best one's score. Set by hand. */
const MIN_RELATIVE_SCORE = 0.65

/**
 * Score added to a further sentence in the best one's passage, on its page, or as the single gap between two chosen
 * sentences: an explanation should be coherent.
 */
const COHERENCE_BONUS = { passage: 1.5, page: 0.5, gap: 4 }
/** For FACT_TYPES: the parts of a fact may be on different pages. */
const NO_BONUS = { passage: 0, page: 0, gap: 0 }

/**
 * Answerability below which a question is refused: higher if the best passage lacks a name of the question. Between this
 * and ANSWER_LIMITS the passages are only called the closest ones. On XQuAD in English 1 % of the answerable questions
 * are refused and 4 % get the closest passages; without the paragraph that answers, 84 % get no answer
 * (docs/decisions/029-when-to-refuse.md).
 */
const MIN_ANSWERABILITY = { closest: 0.5, closestWithoutName: 1 }
/** Coverage around the best sentence below which a question is refused, even if the best passage has a large lead. */
const MIN_NEARBY_COVERAGE = 0.15
/**
 * An answer reaches one of these: a passage that clearly leads needs fewer words of the question near its best sentence,
 * which in German and other languages with compounds has few of them in the same form.
 */
const ANSWER_LIMITS = [
  { answerability: 1.8, nearbyCoverage: 0.54 },
  { answerability: 2.5, nearbyCoverage: 0.37 },
]
/** Of an answer to a question that was compared by its meaning, instead of ANSWER_LIMITS. */
const MIN_CONFIDENCE = 4.9
/** In these languages a term is a syllable or a part of a word, which occurs by chance more often. */
const LANGUAGES_OF_SHORT_TERMS: ReadonlySet<string> = new Set(['th', 'vi', 'zh'])
/** Added to the coverage of ANSWER_LIMITS in these languages. Measured on XQuAD (docs/decisions/029-when-to-refuse.md). */
const SHORT_TERMS_COVERAGE = 0.1

/** Share of the words of a question, without those for "phone number", that the passage with a phone number has. */
const MIN_SUBJECT_COVERAGE = 0.5

/** How much of its answerability a question loses for words that the pages may lack (`Question.discount`). */
const DISCOUNT_WEIGHT = 2
/** The best sentence of a small selection answers in spite of absent words if it leads by far. */
const LEADING = { answerability: 3.05, nearbyCoverage: 0.45 }

export type ChosenAnswer = {
  kind: 'answer' | 'closest' | 'refused'
  /** What was asked; absent for a refused question. */
  question?: Question
  /** The sentences that answer, best first; none for a refused question. */
  sentences: RankedSentence[]
  /** All sentences that may be shown, best first. */
  ranked: RankedSentence[]
  /** The passages that answer a comparison, in order; empty for other questions. */
  compared: SourcePassage[]
}

/** How many found passages an answer is chosen from. */
export const PASSAGES_PER_ANSWER = 8

const REFUSED: ChosenAnswer = { kind: 'refused', sentences: [], ranked: [], compared: [] }

/** The sentences that answer a question, and how likely they do. */
export function chooseAnswer(
  question: string,
  history: EngineMessage[],
  passages: readonly SourcePassage[],
): ChosenAnswer {
  const analyzed = analyzeQuestion(question, history, passages)
  const [detail] = askedContactDetails(analyzed.text)
  if (analyzed.terms.length === 0 && !detail) return REFUSED
  const all = rankSentences(analyzed, passages)
  const presentable = all.filter(({ features }) => features.fragment === 0 && features.uninformative === 0)
  const withDetail = detail ? all.filter(({ text }) => hasContactDetail(text, detail)) : []
  const ranked = [withDetail, presentable].find(({ length }) => length > 0) ?? all
  const [best] = ranked
  if (!best) return REFUSED

  // A comparison is always answered: the search has found passages about both sides.
  const compared = comparedPassages(passages)
  const kind = compared.length > 0 ? 'answer' : kindOfAnswer(analyzed, best, ranked, passages)
  if (kind === 'refused') return REFUSED
  const bonus = FACT_TYPES.has(analyzed.answerType) ? NO_BONUS : COHERENCE_BONUS
  const sentences = addSentences(best, ranked, all, bonus)
  return { kind, question: analyzed, sentences, ranked, compared }
}

function kindOfAnswer(
  question: Question,
  best: RankedSentence,
  ranked: readonly RankedSentence[],
  passages: readonly SourcePassage[],
): ChosenAnswer['kind'] {
  const [detail] = askedContactDetails(question.text)
  const hasDetail = detail !== undefined && hasContactDetail(best.text, detail)
  if (hasDetail) return isDetailOfSubject(question, best) ? 'answer' : 'closest'
  if (best.features.nearbyCoverage < MIN_NEARBY_COVERAGE) return 'refused'
  const features = answerabilityFeatures(question, best, ranked, passages)
  const answerability = answerabilityScore(features)
  const minimum = features.missingNames > 0 ? MIN_ANSWERABILITY.closestWithoutName : MIN_ANSWERABILITY.closest
  // A follow-up is judged with the words of an earlier question, which its answer need not repeat.
  if (answerability < minimum && !question.isFollowUp) return 'refused'
  if (detail !== undefined || lacksWhatIsAsked(question, best, ranked)) return 'closest'
  const confidence = answerConfidence(features, question, best)
  const isSure = confidence === null ? isAnswer(question, best, answerability) : confidence >= MIN_CONFIDENCE
  return isSure ? 'answer' : 'closest'
}

/**
 * For a question for a contact detail that the passage has: whether it is the detail of what the question is about. "Where
 * are you?" is about nothing else.
 */
function isDetailOfSubject(question: Question, { passage }: RankedSentence): boolean {
  const toTerm = stemmerFor(question.language)
  const subject = new Set(splitWords(withoutAskedDetail(question.text)).map(({ text }) => toTerm(text)))
  const matches = matchesInPassage(question, passage)
  let total = 0
  let covered = 0
  for (const [n, { term, weight, value }] of question.terms.entries()) {
    if (value || !subject.has(term)) continue
    total += weight
    covered += weight * (matches[n] ?? 0)
  }
  return covered >= total * MIN_SUBJECT_COVERAGE
}

function isAnswer(question: Question, { features }: RankedSentence, answerability: number): boolean {
  const { discount, language } = question
  const { nearbyCoverage, answerType } = features
  // A sentence with a value gives the measure that was asked for.
  const measure = answerType >= MIN_VALUE_MATCH ? 0 : discount.measure
  const leads = answerability >= LEADING.answerability && nearbyCoverage >= LEADING.nearbyCoverage
  if (leads && measure === 0) return true
  const totalDiscount = discount.absent + measure
  const discountedAnswerability = answerability - totalDiscount * DISCOUNT_WEIGHT
  const discountedCoverage = nearbyCoverage * (1 - totalDiscount)
  const moreCoverage = LANGUAGES_OF_SHORT_TERMS.has(language) ? SHORT_TERMS_COVERAGE : 0
  return ANSWER_LIMITS.some(
    (minimum) =>
      discountedAnswerability >= minimum.answerability && discountedCoverage >= minimum.nearbyCoverage + moreCoverage,
  )
}

function comparedPassages(passages: readonly SourcePassage[]): SourcePassage[] {
  const sideOf = ({ found }: SourcePassage) => found?.comparison ?? 0
  return passages
    .filter(({ found }) => found?.comparison !== undefined)
    .toSorted((one, other) => sideOf(one) - sideOf(other))
}

/** Adds the sentence that the best one depends on, then the next best sentences that say something else. */
function addSentences(
  best: RankedSentence,
  ranked: RankedSentence[],
  all: RankedSentence[],
  bonus: typeof COHERENCE_BONUS,
): RankedSentence[] {
  const chosen = [best]
  const required = dependsOnPrevious(best.text) ? sentenceBefore(best, all) : undefined
  if (required) chosen.push(required)
  while (chosen.length < MAX_SENTENCES) {
    let next: RankedSentence | undefined
    let maxScore = best.score * MIN_RELATIVE_SCORE
    for (const sentence of ranked) {
      const score = scoreBeside(chosen, sentence, { best, all, bonus })
      // Among equal scores the earlier sentence wins.
      const isBetter = next ? score > maxScore : score >= maxScore
      if (!isBetter || isChosenOrRepeats(sentence, chosen)) continue
      next = sentence
      maxScore = score
    }
    if (!next) break
    chosen.push(next)
  }
  return chosen
}

/** The score of a further sentence after the chosen ones, of which `best` is the first. */
function scoreBeside(
  chosen: readonly RankedSentence[],
  sentence: RankedSentence,
  { best, all, bonus }: { best: RankedSentence; all: RankedSentence[]; bonus: typeof COHERENCE_BONUS },
): number {
  const { score, features } = sentence
  const sourceBonus = sourceBonusOf(sentence, best, bonus)
  const gapBonus = bonus.gap > 0 && fillsGap(sentence, chosen, all) ? bonus.gap : 0
  // The penalty for a dependent sentence does not apply after the sentence it depends on.
  const isAfterChosen = features.dependent > 0 && chosen.some((each) => each === sentenceBefore(sentence, all))
  const penalty = isAfterChosen ? features.dependent * SENTENCE_WEIGHTS.dependent : 0
  return score + sourceBonus + gapBonus - penalty
}

function sourceBonusOf({ passage }: RankedSentence, best: RankedSentence, bonus: typeof COHERENCE_BONUS): number {
  if (passage === best.passage) return bonus.passage
  return passage.pageId === best.passage.pageId ? bonus.page : 0
}

function isChosenOrRepeats(sentence: RankedSentence, chosen: readonly RankedSentence[]): boolean {
  return chosen.some((each) => each === sentence || repeats(each.text, sentence.text))
}

/** True if both the previous and the next sentence are chosen. */
function fillsGap(sentence: RankedSentence, chosen: readonly RankedSentence[], all: RankedSentence[]): boolean {
  const next = chosen.find((each) => each.passage === sentence.passage && sentenceBefore(each, all) === sentence)
  return next !== undefined && chosen.some((each) => each === sentenceBefore(sentence, all))
}

/** Fewer words in the same order may be part of another statement. */
const MIN_REPEATED_WORDS = 6

/** True if one text ends with the other, or contains all its words in order. */
function repeats(one: string, other: string): boolean {
  const texts = [one, other].map((text) => text.replace(/[.\s]+$/, ''))
  const [short = '', long = ''] = texts.toSorted((a, b) => a.length - b.length)
  if (long.endsWith(short)) return true
  const shortWords = foldedWords(short)
  if (shortWords.length < MIN_REPEATED_WORDS) return false
  /** How many of the short text's words the long one has had so far, in order. */
  let found = 0
  for (const word of foldedWords(long)) if (word === shortWords[found]) found += 1
  return found === shortWords.length
}

/** The sentence directly before in the passage; undefined after a list, a heading or a fragment. */
function sentenceBefore({ passage, span }: RankedSentence, all: RankedSentence[]): RankedSentence | undefined {
  if (span.kind !== 'sentence') return undefined
  const earlier = all.filter((each) => each.passage === passage && each.span.end <= span.start)
  const [last] = earlier.sort((a, b) => b.span.start - a.span.start)
  if (last?.span.kind !== 'sentence' || last.features.fragment > 0) return undefined
  const textBetween = passage.text.slice(last.span.end, span.start)
  return textBetween.trim() === '' ? last : undefined
}
