/**
 * Two linear scores (docs/decisions/029-when-to-refuse.md): whether the passages contain an answer at all, and for questions
 * that were compared by meaning whether the best one is it.
 */
import type { SourcePassage } from '#server/engines/engine.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { namesOfPage } from './analyze-passage.ts'
import { passageLanguage, type Question } from './analyze-question.ts'
import type { RankedSentence } from './rank-sentences.ts'

type AnswerabilityFeatures = {
  /** `nearbyCoverage` and `nearbyRarestTerm` of the best sentence, 0 to 1. */
  nearbyCoverage: number
  nearbyRarestTerm: number
  /** Lead of the best passage over the mean of the others, in units of the question's weight, 0 to 1.5. */
  passageLead: number
  /** Share of the question's character four-grams in the best passage: matches forms that no stemmer unifies. */
  ngramOverlap: number
  /** Share of the question's names and numbers that neither the passage nor its page's title and address contain. */
  missingNames: number
  /** Lead of the best sentence over the best one of another passage, 0 to 3. */
  sentenceLead: number
  /** Cosine of the question and the closest passage, less that of a typical answer; 0 if only words were compared. */
  similarity: number
}

/** Fitted on half of the XQuAD articles in twelve languages, measured on the other half, then rounded. */
const WEIGHTS: AnswerabilityFeatures = {
  nearbyCoverage: 1,
  nearbyRarestTerm: 0.3,
  passageLead: 1,
  ngramOverlap: 1,
  missingNames: -1,
  sentenceLead: 0.2,
  // Set by hand: the only one that is not in every language.
  similarity: 1.5,
}

const NGRAM_LENGTH = 4
/** Inflected forms of a name share this prefix. */
const NAME_PREFIX_LENGTH = 4
const MAX_PASSAGE_LEAD = 1.5
const MAX_SENTENCE_LEAD = 3
/** Half of the questions that pages answer have a closer passage; a question about something else has at most .31. */
const TYPICAL_COSINE = 0.5
/** Neutral values, used if there is only one passage. */
const NEUTRAL = { passageLead: 0.5, sentenceLead: 1 }

/** About -1 to 4.5; higher is more likely answerable. */
export function answerabilityScore(features: AnswerabilityFeatures): number {
  return (
    WEIGHTS.nearbyCoverage * features.nearbyCoverage +
    WEIGHTS.nearbyRarestTerm * features.nearbyRarestTerm +
    WEIGHTS.passageLead * features.passageLead +
    WEIGHTS.ngramOverlap * features.ngramOverlap +
    WEIGHTS.missingNames * features.missingNames +
    WEIGHTS.sentenceLead * features.sentenceLead +
    WEIGHTS.similarity * features.similarity
  )
}

/** `ranked` are all sentences that may be shown, best first; `best` is the first of them. */
export function answerabilityFeatures(
  question: Question,
  best: RankedSentence,
  ranked: readonly RankedSentence[],
  passages: readonly SourcePassage[],
): AnswerabilityFeatures {
  const runnerUp = ranked.find(({ passage }) => passage !== best.passage)
  return {
    nearbyCoverage: best.features.nearbyCoverage,
    nearbyRarestTerm: best.features.nearbyRarestTerm,
    passageLead: passageLead(passages, question.searchWeight),
    ngramOverlap: ngramOverlap(question.text, best.passage.text),
    missingNames: missingNames(question, best.passage),
    sentenceLead: runnerUp ? Math.min(MAX_SENTENCE_LEAD, best.score - runnerUp.score) : NEUTRAL.sentenceLead,
    similarity: similarity(passages),
  }
}

function similarity(passages: readonly SourcePassage[]): number {
  const cosines = passages.flatMap(({ found }) => found?.cosine ?? [])
  return cosines.length > 0 ? Math.max(...cosines) - TYPICAL_COSINE : 0
}

type ConfidenceFeatures = Pick<AnswerabilityFeatures, 'passageLead' | 'ngramOverlap' | 'missingNames'> & {
  /** Cosine of the question and the passage of the best sentence. */
  cosine: number
  /** Share of the question that this passage covers. */
  passageCoverage: number
  /** Terms of the question as a share of MAX_TERMS: a passage covers one or two by chance. */
  terms: number
}

/**
 * Fitted by logistic regression on 1,250 answers about manuals, websites and encyclopedia articles, then rounded. The weight of
 * `ngramOverlap` is negative because `passageCoverage` counts the same words.
 */
const CONFIDENCE_WEIGHTS: ConfidenceFeatures = {
  passageLead: 1.5,
  ngramOverlap: -1,
  missingNames: -1.5,
  cosine: 4,
  passageCoverage: 3,
  terms: 1,
}
const MAX_TERMS = 8

/** Higher if the best passage more likely answers, about -2 to 11. Null if only words were compared. */
export function answerConfidence(
  { passageLead, ngramOverlap, missingNames }: AnswerabilityFeatures,
  question: Question,
  { passage, features: { passageCoverage } }: RankedSentence,
): number | null {
  const cosine = passage.found?.cosine
  if (cosine === undefined) return null
  const terms = Math.min(question.terms.length, MAX_TERMS) / MAX_TERMS
  return (
    CONFIDENCE_WEIGHTS.passageLead * passageLead +
    CONFIDENCE_WEIGHTS.ngramOverlap * ngramOverlap +
    CONFIDENCE_WEIGHTS.missingNames * missingNames +
    CONFIDENCE_WEIGHTS.cosine * cosine +
    CONFIDENCE_WEIGHTS.passageCoverage * passageCoverage +
    CONFIDENCE_WEIGHTS.terms * terms
  )
}

/** Small if the pages contain no answer: then several passages match about equally. */
function passageLead(passages: readonly SourcePassage[], searchWeight: number): number {
  const [best, ...others] = passages
  if (!best || others.length === 0 || searchWeight === 0) return NEUTRAL.passageLead
  const mean = others.reduce((sum, passage) => sum + passage.score, 0) / others.length
  return Math.min(MAX_PASSAGE_LEAD, Math.max(0, (best.score - mean) / searchWeight))
}

function ngramOverlap(question: string, text: string): number {
  const questionNgrams = ngramsOf(question)
  if (questionNgrams.size === 0) return 0
  const textNgrams = ngramsOf(text)
  return [...questionNgrams].filter((ngram) => textNgrams.has(ngram)).length / questionNgrams.size
}

function ngramsOf(text: string): Set<string> {
  const folded = text.toLowerCase()
  const ngrams = new Set<string>()
  for (let start = 0; start + NGRAM_LENGTH <= folded.length; start++)
    ngrams.add(folded.slice(start, start + NGRAM_LENGTH))
  return ngrams
}

function missingNames(question: Question, passage: SourcePassage): number {
  const { namedTerms } = question
  if (namedTerms.length === 0) return 0
  const toTerm = stemmerFor(passageLanguage(passage, passage.text))
  const text = [...namesOfPage(passage), ...passage.headingPath, passage.text].join('\n')
  const prefixes = new Set(splitWords(text).map((word) => toTerm(word.text).slice(0, NAME_PREFIX_LENGTH)))
  const isPresent = (name: string) => {
    if (prefixes.has(name.slice(0, NAME_PREFIX_LENGTH))) return true
    // "Mac" is in "macOS".
    const isShort = name.length === NAME_PREFIX_LENGTH - 1
    return isShort && [...prefixes].some((prefix) => prefix.startsWith(name))
  }
  const missing = namedTerms.filter((name) => !isPresent(name))
  return missing.length / namedTerms.length
}
