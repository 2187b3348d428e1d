/** Takes a claim that joins statements apart: "X is old and was built by Y" says "X is old" and "X was built by Y". */
import { isContent } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import type { ParsedText } from './parse-passage.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

export type Statements = readonly [string, string]

/** The longest subject, and the longest name before "which", in tokens. */
const MAX_SUBJECT_TOKENS = 6
const MIN_STATEMENT_TOKENS = 3
/** Each way costs a comparison with the page. */
const MAX_WAYS = 12

const JOINS = /^(?:and|but|while|whereas|und|aber|während|sowie)$/
const RELATIVES = /^(?:which|who)$/
const GERMAN_RELATIVES = /^(?:der|die|das)$/
/** Surely verbs: auxiliaries, and the irregular past of common verbs. */
const VERB =
  /^(?:has|have|had|does|did|do|can|could|may|might|must|should|will|would|became|began|came|fell|found|gave|got|grew|held|kept|led|left|lost|made|met|ran|sold|saw|sent|stood|took|went|won|wrote|built|bought|hat|hatte|hatten|haben|wurde|wurden|wird|werden|kann|konnte|muss|musste|gab|kam|lag|stand|ging|nahm|schrieb|zog)$/

/**
 * The ways to take a claim apart into two statements, each with its own subject. Whether both are true, and about the same
 * thing, is for the page to say.
 */
export function splitClaim(claim: ParsedText, classes: WordClasses): Statements[] {
  if (claim.sentences.length !== 1) return []
  const { tokens } = claim
  const ways = tokens.flatMap((token, n): Statements[] => {
    if (n < MIN_STATEMENT_TOKENS || tokens.length - n - 1 < MIN_STATEMENT_TOKENS - 1) return []
    const seconds = JOINS.test(token.key)
      ? secondsAfterJoin(claim, n, classes)
      : secondsAfterRelative(claim, n, classes)
    return seconds.map((second) => [textOf(claim, 0, n), second])
  })
  return [...ways, ...secondsOfPartitive(claim, classes), ...splitApposition(claim, classes)].slice(0, MAX_WAYS)
}

/** "and Y is old" unchanged; "and was built" with the subject of the first statement; "während Y alt ist" in order. */
function secondsAfterJoin(claim: ParsedText, at: number, classes: WordClasses): string[] {
  const rest = textOf(claim, at + 1)
  const subjectEnd = findSubjectEnd(claim.tokens.slice(0, at), classes)
  const withSubject = subjectEnd > 0 ? [`${textOf(claim, 0, subjectEnd)} ${rest}`] : []
  const inOrder =
    claim.tokens[at]?.key === 'während' ? [2, 1, 3].map((length) => verbSecond(claim, at + 1, length)) : []
  return [...(isStatement(claim.tokens.slice(at + 1), classes) ? [rest] : []), ...withSubject, ...inOrder]
}

/** Begins with a noun or pronoun and goes on with a verb, unlike "the silver medal" in "won the gold and the silver medal". */
function isStatement(tokens: readonly Token[], classes: WordClasses): boolean {
  const [first] = tokens
  if (!first) return false
  const { determiners, pronouns, possessives } = classes
  const startsWithNoun = first.isCapitalised || [determiners, pronouns, possessives].some((list) => list.has(first.key))
  const end = classes.copulas.has('ist') ? /t$/ : /[^s]s$/
  const isPresent = ({ key, isCapitalised }: Token, n: number) =>
    n > 0 && n < MAX_SUBJECT_TOKENS && !isCapitalised && end.test(key)
  return startsWithNoun && (findSubjectEnd(tokens, classes) > 0 || tokens.some(isPresent))
}

/** ", which has three domes" with the name or noun before it. */
function secondsAfterRelative(claim: ParsedText, at: number, classes: WordClasses): string[] {
  const { tokens } = claim
  const token = tokens[at]
  if (!token?.afterBreak) return []
  const antecedents = findAntecedents(tokens.slice(0, at), classes).map((start) => textOf(claim, start, at))
  if (RELATIVES.test(token.key)) return antecedents.map((antecedent) => `${antecedent} ${textOf(claim, at + 1)}`)
  const isGerman = GERMAN_RELATIVES.test(token.key) && classes.determiners.has('der')
  return isGerman ? antecedents.map((antecedent) => `${antecedent} ${verbSecond(claim, at + 1, 0)}`) : []
}

/** A German clause with its verb at the end as a main clause whose subject has `length` tokens. */
function verbSecond(claim: ParsedText, from: number, length: number): string {
  const last = claim.tokens.length - 1
  const pieces = [textOf(claim, from, from + length), textOf(claim, last), textOf(claim, from + length, last)]
  return pieces.filter((piece) => piece !== '').join(' ')
}

/** ", most of which are old" as "most of them are old". */
function secondsOfPartitive(claim: ParsedText, classes: WordClasses): Statements[] {
  return claim.tokens.flatMap((token, n): Statements[] => {
    const [quantifier, of] = [claim.tokens[n - 2], claim.tokens[n - 1]]
    const isPartitive = /^(?:which|whom)$/.test(token.key) && of?.key === 'of' && quantifier?.afterBreak
    if (!isPartitive || !classes.quantifiers.has(quantifier.key)) return []
    return [[textOf(claim, 0, n - 2), `${textOf(claim, n - 2, n - 1)} of them ${textOf(claim, n + 1)}`]]
  })
}

/** "X, a harbour town, has 8,300 inhabitants" says "X is a harbour town" and "X has 8,300 inhabitants". */
function splitApposition(claim: ParsedText, classes: WordClasses): Statements[] {
  const { tokens } = claim
  const start = tokens.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
  const end = tokens.findIndex(({ afterBreak }, n) => n > start && afterBreak)
  if (start < 1 || start > MAX_SUBJECT_TOKENS || end < 0) return []
  const isApposition =
    classes.determiners.has(tokens[start]?.key ?? '') && !classes.coordinators.has(tokens[end]?.key ?? '')
  if (!isApposition) return []
  const [subject, apposition] = [textOf(claim, 0, start), textOf(claim, start, end)]
  const copulas = classes.copulas.has('ist') ? ['ist', 'war'] : ['is', 'was']
  return copulas.map((copula) => [`${subject} ${copula} ${apposition}`, `${subject} ${textOf(claim, end)}`])
}

/** The end of the subject: the first word that is surely a verb; 0 without one, or without a subject before it. */
function findSubjectEnd(tokens: readonly Token[], classes: WordClasses): number {
  const verb = tokens.findIndex(
    ({ key, isCapitalised }) =>
      classes.copulas.has(key) || VERB.test(key) || (/(?:ed|te|ten)$/.test(key) && !isCapitalised),
  )
  const subject = tokens.slice(0, Math.max(0, verb))
  const names = subject.some((token) => isContent(token, classes) || classes.pronouns.has(token.key))
  const isWhole = subject.every(({ key, afterBreak }, n) => !NEGATIONS.has(key) && (n === 0 || !afterBreak))
  return names && isWhole && subject.length <= MAX_SUBJECT_TOKENS ? verb : 0
}

/** Where the name or noun before "which" may begin: at a capital or an article. The nearest first. */
function findAntecedents(tokens: readonly Token[], classes: WordClasses): number[] {
  const starts: number[] = []
  for (let n = tokens.length - 1; n >= Math.max(0, tokens.length - MAX_SUBJECT_TOKENS); n--) {
    const token = tokens[n]
    if (!token || classes.copulas.has(token.key)) break
    const isName = token.isCapitalised && isContent(token, classes) && !tokens[n - 1]?.isCapitalised
    if (isName || classes.determiners.has(token.key)) starts.push(n)
    // The name ends at a preposition: "in Port Selby, which".
    if (classes.prepositions.has(token.key)) break
  }
  return starts
}

function textOf({ text, tokens }: ParsedText, from: number, to = tokens.length): string {
  return from < to ? text.slice(tokens[from]?.start, tokens[to - 1]?.end) : ''
}
