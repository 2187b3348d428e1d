/** Passages that have words of a question, but not what it asks for. */
import type { SourcePassage } from '#server/engines/engine.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { namesOfPage } from './analyze-passage.ts'
import type { Question } from './analyze-question.ts'
import { MIN_VALUE_MATCH } from './answer-type.ts'
import { termMatches } from './question-coverage.ts'
import type { AnswerType } from './question-type.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { lacksPrice } from './value-words.ts'

/** Questions of these types ask for a fact. */
export const FACT_TYPES: ReadonlySet<AnswerType> = new Set(['number', 'default', 'time', 'person', 'location'])
/** Share of the best sentence's coverage from which another sentence counts as equally relevant. Set by hand. */
const MIN_PRICE_COVERAGE = 0.8

/** True if the passage of the best sentence cannot answer, for example without a price that is asked for. */
export function lacksWhatIsAsked(question: Question, best: RankedSentence, ranked: readonly RankedSentence[]): boolean {
  return (
    lacksAskedPrice(question, best, ranked) ||
    lacksFactAboutSite(question, best) ||
    lacksNouns(question, best) ||
    lacksRole(question, best)
  )
}

/** For each term of the question: how well the passage, its headings or its page's title and address have it, 0 to 1. */
export function matchesInPassage(question: Question, passage: SourcePassage): number[] {
  const toTerm = stemmerFor(question.language)
  const text = [...namesOfPage(passage), ...passage.headingPath, passage.text].join('\n')
  return termMatches(
    question,
    splitWords(text).map((word) => toTerm(word.text)),
  )
}

/** True if the question asks for a price, and neither the best passage nor an equally relevant one has any. */
function lacksAskedPrice({ text }: Question, best: RankedSentence, ranked: readonly RankedSentence[]): boolean {
  const minCoverage = best.features.nearbyCoverage * MIN_PRICE_COVERAGE
  return ranked.every(
    ({ features, passage }) => features.nearbyCoverage < minCoverage || lacksPrice(text, passage.text),
  )
}

/** True for "Who made Acme?" about the site of Acme: any sentence with that name has all that is asked. */
function lacksFactAboutSite({ terms, answerType }: Question, { features }: RankedSentence): boolean {
  const asksFactAboutSite = FACT_TYPES.has(answerType) && terms.every(({ namesSite }) => namesSite)
  // A capitalized name need not be a person's: "Acme can be connected to Google Calendar."
  const hasFact = answerType !== 'person' && features.answerType >= MIN_VALUE_MATCH
  return asksFactAboutSite && !hasFact
}

const NOUN = /^\p{Lu}\p{Ll}/u

/**
 * True for a German question none of whose nouns, which have a capital letter, is in the passage: what they have in common is
 * a verb ("Wie finanzieren sich Ergänzungsschulen?").
 */
function lacksNouns(question: Question, { passage }: RankedSentence): boolean {
  if (question.language !== 'de' || question.isFollowUp) return false
  const toTerm = stemmerFor('de')
  const [, ...afterFirst] = splitWords(question.text)
  const nouns = new Set(afterFirst.filter(({ text }) => NOUN.test(text)).map(({ text }) => toTerm(text)))
  const matches = matchesInPassage(question, passage)
  const nounMatches = matches.filter((_, n) => nouns.has(question.terms[n]?.term ?? ''))
  return nounMatches.length > 0 && nounMatches.every((match) => match === 0)
}

/** "mayor" in "Who is the mayor of Kiel?" */
const ROLE =
  /\b(?:who(?:['’]s| is| are| was| were) (?:the|your|our)|wer (?:ist|sind|war|waren) (?:der|die|Ihr|Ihre|euer|eure)) (.{3,60}?)(?= (?:of|at|for|in|from|von|vom|der|des|in|im|bei|für)\b|[?.!,]|$)/i

/** True if the question asks who has a role that the passage does not name, only its place: "in the harbor of Kiel". */
function lacksRole(question: Question, { passage }: RankedSentence): boolean {
  const role = ROLE.exec(question.text)?.[1]
  if (role === undefined || question.isFollowUp) return false
  const toTerm = stemmerFor(question.language)
  const roleTerms = new Set(splitWords(role).map(({ text }) => toTerm(text)))
  const matches = matchesInPassage(question, passage).filter((_, n) => roleTerms.has(question.terms[n]?.term ?? ''))
  return matches.length > 0 && matches.every((match) => match === 0)
}
