/** Splits a claim that joins two statements: "X is old and was built by Y" says "X is old" and "X was built by Y". */
import { isContent } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import type { ParsedText } from './parse-passage.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

export type Statements = readonly [string, string]

/** The longest subject, and the longest noun phrase before "which", in tokens. */
const MAX_SUBJECT_TOKENS = 6
const MIN_STATEMENT_TOKENS = 3
/** Each split costs a comparison with the page. */
const MAX_SPLITS = 12

/** Words between two statements: "The pump is old and the tank is new". */
const CONJUNCTION = /^(?:and|but|while|whereas|und|aber|während|sowie)$/
/** The pronoun of ", which has three domes"; not "that", which may mean something else. */
const ENGLISH_RELATIVE = /^(?:which|who)$/
/** The pronoun of ", die drei Kuppeln hat", which is also an article. */
const GERMAN_RELATIVE = /^(?:der|die|das)$/
/** The pronoun of ", most of which are old". */
const PARTITIVE_RELATIVE = /^(?:which|whom)$/
/** Auxiliaries and the irregular past of common verbs: "led", "schrieb". Not "cut" or "plans", which may be nouns. */
const CERTAIN_VERB =
  /^(?:has|have|had|does|did|do|can|could|may|might|must|should|will|would|became|began|came|fell|found|gave|got|grew|held|kept|led|left|lost|made|met|ran|sold|saw|sent|stood|took|went|won|wrote|built|bought|hat|hatte|hatten|haben|wurde|wurden|wird|werden|kann|konnte|muss|musste|gab|kam|lag|stand|ging|nahm|schrieb|zog)$/
/** Regular past tense, "opened" and "gehörte"; in lower case, because names can end like this too. */
const PAST_TENSE_ENDING = /(?:ed|te|ten)$/
/** "holds", not "glass". */
const ENGLISH_PRESENT_ENDING = /[^s]s$/
/** "enthält", not "enthalten". */
const GERMAN_PRESENT_ENDING = /t$/

/**
 * The ways to split a claim into two statements, each with its own subject. Nothing here says that a statement is
 * true, or that both are about the same thing: each must be checked in the page.
 */
export function splitClaim(claim: ParsedText, classes: WordClasses): Statements[] {
  if (claim.sentences.length !== 1) return []
  const splits = [
    ...splitAtConnectives(claim, classes),
    ...splitAtPartitives(claim, classes),
    ...splitApposition(claim, classes),
  ]
  return splits.slice(0, MAX_SPLITS)
}

/** Splits at each conjunction and each relative pronoun. The second statement may get its subject from the first. */
function splitAtConnectives(claim: ParsedText, classes: WordClasses): Statements[] {
  const { tokens } = claim
  const splits: Statements[] = []
  for (let at = MIN_STATEMENT_TOKENS; at <= tokens.length - MIN_STATEMENT_TOKENS; at++) {
    const first = textOf(claim, 0, at)
    const secondStatements = CONJUNCTION.test(tokens[at]?.key ?? '')
      ? statementsAfterConjunction(claim, at, classes)
      : statementsAfterRelative(claim, at, classes)
    for (const second of secondStatements) splits.push([first, second])
  }
  return splits
}

/** What the words after a conjunction may state: as they are, with the subject before it, or in another word order. */
function statementsAfterConjunction(claim: ParsedText, at: number, classes: WordClasses): string[] {
  const { tokens } = claim
  const rest = textOf(claim, at + 1)
  const statements: string[] = []
  if (isStatement(tokens.slice(at + 1), classes)) statements.push(rest)
  // "… and was built by Y" lacks the subject.
  const subjectEnd = findSubjectEnd(tokens.slice(0, at), classes)
  if (subjectEnd > 0) statements.push(`${textOf(claim, 0, subjectEnd)} ${rest}`)
  // "… während Y alt ist" has its verb at the end. How long its subject is, is not known: two tokens are most common.
  if (tokens[at]?.key === 'während') {
    for (const subjectLength of [2, 1, 3]) statements.push(toMainClause(claim, at + 1, subjectLength))
  }
  return statements
}

/** Begins with a noun or pronoun and goes on with a verb, unlike "the silver medal" in "won the gold and the silver medal". */
function isStatement(tokens: readonly Token[], classes: WordClasses): boolean {
  const [first] = tokens
  if (!first) return false
  const { determiners, pronouns, possessives } = classes
  const startsWithNoun = first.isCapitalized || [determiners, pronouns, possessives].some((list) => list.has(first.key))
  return startsWithNoun && (findSubjectEnd(tokens, classes) > 0 || hasPresentTense(tokens, classes))
}

function hasPresentTense(tokens: readonly Token[], classes: WordClasses): boolean {
  const ending = classes.language === 'de' ? GERMAN_PRESENT_ENDING : ENGLISH_PRESENT_ENDING
  return tokens.slice(1, MAX_SUBJECT_TOKENS).some(({ key, isCapitalized }) => !isCapitalized && ending.test(key))
}

/** "The observatory, which has three domes" says "The observatory has three domes". */
function statementsAfterRelative(claim: ParsedText, at: number, classes: WordClasses): string[] {
  const { tokens } = claim
  const pronoun = tokens[at]
  if (!pronoun?.afterBreak) return []
  const isEnglish = ENGLISH_RELATIVE.test(pronoun.key)
  const isGerman = classes.language === 'de' && GERMAN_RELATIVE.test(pronoun.key)
  if (!isEnglish && !isGerman) return []
  const predicate = isEnglish ? textOf(claim, at + 1) : toMainClause(claim, at + 1, 0)
  return findAntecedents(tokens.slice(0, at), classes).map((start) => `${textOf(claim, start, at)} ${predicate}`)
}

/**
 * A German subordinate clause, from `from` to the end, in the word order of a main clause: the verb moves from the end to
 * the place after the subject, which has `subjectLength` tokens. "Y seit Jahren alt ist" becomes "Y ist seit Jahren alt".
 */
function toMainClause(claim: ParsedText, from: number, subjectLength: number): string {
  const verb = claim.tokens.length - 1
  const subjectEnd = from + subjectLength
  const parts = [textOf(claim, from, subjectEnd), textOf(claim, verb), textOf(claim, subjectEnd, verb)]
  return parts.filter((part) => part !== '').join(' ')
}

/** "X has domes, most of which are old" says "X has domes" and "most of them are old". */
function splitAtPartitives(claim: ParsedText, classes: WordClasses): Statements[] {
  const splits: Statements[] = []
  // "X has domes, | most | of | which | are old"
  for (const [start, quantifier] of claim.tokens.entries()) {
    const of = claim.tokens[start + 1]
    const relative = claim.tokens[start + 2]
    const isPartitive = of?.key === 'of' && relative !== undefined && PARTITIVE_RELATIVE.test(relative.key)
    if (!isPartitive || !quantifier.afterBreak || !classes.quantifiers.has(quantifier.key)) continue
    const first = textOf(claim, 0, start)
    const second = `${textOf(claim, start, start + 1)} of them ${textOf(claim, start + 3)}`
    splits.push([first, second])
  }
  return splits
}

/** "X, a harbour town, has 8,300 inhabitants" says "X is a harbour town" and "X has 8,300 inhabitants". */
function splitApposition(claim: ParsedText, classes: WordClasses): Statements[] {
  const { tokens } = claim
  const start = tokens.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
  const end = tokens.findIndex(({ afterBreak }, n) => n > start && afterBreak)
  if (start < 1 || start > MAX_SUBJECT_TOKENS || end < 0) return []
  const startsWithArticle = classes.determiners.has(tokens[start]?.key ?? '')
  const isListItem = classes.coordinators.has(tokens[end]?.key ?? '')
  if (!startsWithArticle || isListItem) return []
  const subject = textOf(claim, 0, start)
  const apposition = textOf(claim, start, end)
  const rest = `${subject} ${textOf(claim, end)}`
  const copulas = classes.language === 'de' ? ['ist', 'war'] : ['is', 'was']
  return copulas.map((copula) => [`${subject} ${copula} ${apposition}`, rest])
}

/** The index of the first word that is certainly a verb; 0 if there is none, or no subject before it. */
function findSubjectEnd(tokens: readonly Token[], classes: WordClasses): number {
  const verb = tokens.findIndex((token) => isCertainlyVerb(token, classes))
  if (verb < 1 || verb > MAX_SUBJECT_TOKENS) return 0
  const subject = tokens.slice(0, verb)
  const hasNoun = subject.some((token) => isContent(token, classes) || classes.pronouns.has(token.key))
  const isInterrupted = subject.some(({ key, afterBreak }, n) => NEGATIONS.has(key) || (n > 0 && afterBreak))
  return hasNoun && !isInterrupted ? verb : 0
}

function isCertainlyVerb({ key, isCapitalized }: Token, classes: WordClasses): boolean {
  if (classes.copulas.has(key) || CERTAIN_VERB.test(key)) return true
  return !isCapitalized && PAST_TENSE_ENDING.test(key)
}

/** Where the noun phrase before ", which" may begin: at a name or an article. The nearest first. */
function findAntecedents(tokens: readonly Token[], classes: WordClasses): number[] {
  const starts: number[] = []
  const farthest = Math.max(0, tokens.length - MAX_SUBJECT_TOKENS)
  for (let n = tokens.length - 1; n >= farthest; n--) {
    const token = tokens[n]
    if (!token || classes.copulas.has(token.key)) break
    const startsName = token.isCapitalized && isContent(token, classes) && !tokens[n - 1]?.isCapitalized
    if (startsName || classes.determiners.has(token.key)) starts.push(n)
    // "In Port Selby, which": the words before a preposition belong to another phrase.
    if (classes.prepositions.has(token.key)) break
  }
  return starts
}

/** The words of the tokens [from, to), as written. */
function textOf({ text, tokens }: ParsedText, from: number, to = tokens.length): string {
  return from < to ? text.slice(tokens[from]?.start, tokens[to - 1]?.end) : ''
}
