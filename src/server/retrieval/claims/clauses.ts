/** A relative clause or an apposition as a separate sentence. */
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** The longest subject that a passive may leave out, and the longest noun phrase before "which", in tokens. */
const MAX_NOUN_PHRASE_TOKENS = 6

/** The fewest tokens before an object: "Ida opened". */
const MIN_TOKENS_BEFORE_OBJECT = 2

const RELATIVE_PRONOUN = /^(?:which|who|whom)$/

/**
 * English: a relative clause as sentences. "The office, which Ida opened in 1958, sells tickets" gives one for each place
 * where "the office" may belong: "Ida opened the office in 1958", "Ida opened in the office 1958" …
 */
export function relativeClauses(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const pronoun = tokens.findIndex((token, n) => n > 0 && RELATIVE_PRONOUN.test(token.key) && token.afterBreak)
  if (pronoun < 1 || pronoun > MAX_NOUN_PHRASE_TOKENS) return []
  const antecedent = tokens.slice(0, pronoun)
  if (hasBreakInside(antecedent)) return []

  const clauseEnd = tokens.findIndex(({ afterBreak }, n) => n > pronoun && afterBreak)
  const clause = tokens.slice(pronoun + 1, clauseEnd < 0 ? tokens.length : clauseEnd)
  const [first] = clause
  const isRestricted = clause.some(({ key }) => NEGATIONS.has(key) || classes.restricting.has(key))
  if (!first || isRestricted) return []

  // "which ate the cat" lacks a subject: the antecedent.
  if (!startsWithSubject(first, classes)) return [asOneClause([...antecedent, ...clause])]
  // "which the cat ate" lacks an object: the antecedent, somewhere after the subject.
  const places = clause.map((_, n) => n + 1).filter((place) => place >= MIN_TOKENS_BEFORE_OBJECT)
  return places.map((place) => asOneClause([...clause.slice(0, place), ...antecedent, ...clause.slice(place)]))
}

function hasBreakInside(tokens: readonly Token[]): boolean {
  return tokens.some(({ afterBreak }, n) => n > 0 && afterBreak)
}

function startsWithSubject(first: Token, { determiners, pronouns, possessives }: WordClasses): boolean {
  return first.isCapitalized || [determiners, pronouns, possessives].some((list) => list.has(first.key))
}

/** "Nils, the keeper, planted trees" as "Nils was the keeper", with the copula of a claim; null without an apposition. */
export function appositionOf(tokens: readonly Token[], copula: Token, classes: WordClasses): Token[] | null {
  const start = tokens.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
  const end = tokens.findIndex(({ afterBreak }, n) => n > start && afterBreak)
  if (start < 1 || start > MAX_NOUN_PHRASE_TOKENS || end < 0) return null
  const apposition = tokens.slice(start, end)
  const startsWithArticle = classes.determiners.has(apposition[0]?.key ?? '')
  // "Nils, the keeper, and Ida" is a list too.
  const appositionAndNext = tokens.slice(start, end + 1)
  const isList = appositionAndNext.some(({ key }) => classes.coordinators.has(key))
  if (!startsWithArticle || isList) return null
  return asOneClause([...tokens.slice(0, start), copula, ...apposition])
}

/** A noun phrase, not a phrase with a preposition, and without another verb or clause. */
export function isSubject(tokens: readonly Token[], classes: WordClasses): boolean {
  const [first] = tokens
  const last = tokens.at(-1)
  if (!first || !last || tokens.length > MAX_NOUN_PHRASE_TOKENS) return false
  if (classes.prepositions.has(first.key) || classes.bindingWords.has(last.key)) return false
  return !tokens.some((token) => classes.copulas.has(token.key) || isRelative(token, classes))
}

/** German articles are relative pronouns too, and do not count. */
function isRelative({ key }: Token, { relatives, determiners }: WordClasses): boolean {
  return relatives.has(key) && !determiners.has(key)
}

/** Without the marks of the clauses that the tokens were taken from. */
export function asOneClause(tokens: readonly Token[]): Token[] {
  return tokens.map((token, n) => ({ ...token, afterBreak: n === 0 }))
}
