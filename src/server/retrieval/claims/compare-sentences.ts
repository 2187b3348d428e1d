/**
 * Decides whether one sentence of a page supports a claim: every word of the claim must be in the sentence, in the
 * same order, and what the claim leaves out must not change the meaning of the rest.
 */
import { alignTokens, areEqual, isContent, isNumber, UNPAIRED, type Hunk } from './align-tokens.ts'
import { canDrop, isFirstPredicate } from './can-drop.ts'
import type { Token } from './claim-tokens.ts'
import { isPassiveOf } from './german-passive.ts'
import { appositionOf, relativeClauses } from './clauses.ts'
import { predicatesOf, toActive, withoutPassive } from './english-passive.ts'
import { sentenceVariants } from './sentence-variants.ts'
import { restricts, type WordClasses } from './word-classes.ts'

type Tokens = readonly Token[]

export type Comparison = {
  isSupported: boolean
  /** Share of the claim's content words that are in the sentence, 0 to 1. */
  overlap: number
  /** Spans that do not agree: token ranges [from, to) of the claim and of the sentence. */
  differences: Hunk[]
}

export type Context = {
  classes: WordClasses
  /** What a pronoun may refer to: the previous sentence, or else the title. */
  previous: Tokens
}

/** Not "it" and "sie", which may be a thing. */
const PERSON = /^(?:he|she|his|him|er|seine?[nmrs]?)$/
/** Before a name that is mostly no person's. */
const OF_PLACE_OR_TIME = /^(?:in|at|on|of|near|since|until|während|im|am|seit|bis|aus|auf|nahe)$/
/** A claim of fewer content words says too little to be compared. */
export const MIN_CONTENT_WORDS = 2
/** The longest subject that a claim may call "it". */
const MAX_SUBJECT_TOKENS = 6

/** Compares the claim with the sentence as written, then with other ways to write both. */
export function compareSentences(claim: Tokens, source: Tokens, context: Context): Comparison {
  const asWritten = compareInOrder(claim, source, context)
  const isSupported =
    asWritten.isSupported ||
    isPassiveOf(claim, source, context.classes) ||
    (hasNoNewWord(claim, source, context) && isSupportedRewritten(claim, source, context))
  return isSupported ? { ...asWritten, isSupported: true, differences: [] } : asWritten
}

function compareInOrder(claim: Tokens, source: Tokens, context: Context): Comparison {
  const { hunks, pairs } = alignTokens(claim, source, context.classes)
  let contentWords = 0
  let foundWords = 0
  for (const [n, token] of claim.entries()) {
    if (!isContent(token, context.classes)) continue
    contentWords++
    if (pairs[n] !== UNPAIRED) foundWords++
  }
  const differences = hunks.filter((hunk) => !keepsMeaning(hunk, claim, source, context))
  return {
    isSupported: differences.length === 0 && foundWords >= MIN_CONTENT_WORDS,
    overlap: contentWords === 0 ? 0 : foundWords / contentWords,
    differences,
  }
}

/** True if what the claim adds and leaves out in this place does not change the meaning. */
function keepsMeaning(hunk: Hunk, claim: Tokens, source: Tokens, context: Context): boolean {
  const { classes } = context
  const added = withoutFillers(claim.slice(hunk.from, hunk.to), classes)
  const dropped = source.slice(hunk.sourceFrom, hunk.sourceTo)
  if (added.length === 0) return canDrop(hunk.sourceFrom, hunk.sourceTo, source, classes)
  if (isResolvedPronoun(added, dropped, context)) return true
  const isAtStart = hunk.from === 0 && hunk.sourceFrom === 0
  if (isAtStart && isSubjectPronoun(added, dropped, source[hunk.sourceTo], classes)) return true
  return dropped.length === 0 && isBeforeYear(added, claim[hunk.to])
}

/** Without the words that may be added anywhere. */
function withoutFillers(tokens: Tokens, { determiners, fillers, perfectAuxiliaries }: WordClasses): Token[] {
  return tokens.filter(({ key }) => !determiners.has(key) && !fillers.has(key) && !perfectAuxiliaries.has(key))
}

/**
 * The claim names what the sentence calls "it": the subject of the previous sentence. It may leave out a predicate after
 * the pronoun too: "The pump stops" for "It fills the tank and stops".
 */
function isResolvedPronoun(added: Tokens, dropped: Tokens, { classes, previous }: Context): boolean {
  const [pronoun, ...predicate] = dropped
  if (!pronoun || !(classes.pronouns.has(pronoun.key) || classes.possessives.has(pronoun.key))) return false
  if (predicate.length > 0 && !isFirstPredicate(predicate, pronoun, classes)) return false
  if (PERSON.test(pronoun.key) && namesOtherPerson(previous, added, classes)) return false
  const subject = withoutFillers(previous, classes)
  return added.every((token, n) => {
    const named = subject[n]
    return named !== undefined && token.stem === named.stem && token.key === named.key.replace(/'s$/, '')
  })
}

/** "Ida met Eva. She …" may be about either: a name that the claim does not have, but not after "in". */
function namesOtherPerson(previous: Tokens, added: Tokens, classes: WordClasses): boolean {
  return previous.some((token, n) => {
    const before = previous[n - 1]
    if (!before || !token.isCapitalized || !isContent(token, classes) || isNumber(token)) return false
    const isPart = before.isCapitalized || added.some((other) => areEqual(other, token, classes))
    const isNoun = classes.language === 'de' && classes.determiners.has(before.key)
    return !isPart && !isNoun && !OF_PLACE_OR_TIME.test(before.key)
  })
}

/** The claim says "it" for the subject of the sentence. `next` is the word after the subject. */
function isSubjectPronoun(added: Tokens, subject: Tokens, next: Token | undefined, classes: WordClasses): boolean {
  const [pronoun, ...others] = added
  if (!pronoun || others.length > 0 || !classes.pronouns.has(pronoun.key)) return false
  if (!next || subject.length === 0 || subject.length > MAX_SUBJECT_TOKENS) return false
  // "Bei Verspätung" is a condition, and "es" is not in its place.
  if (classes.prepositions.has(subject[0]?.key ?? '')) return false
  return subject.every((token) => {
    const isRelative = classes.relatives.has(token.key) && !classes.determiners.has(token.key)
    return !isRelative && !restricts(token, classes)
  })
}

/** "in 1854" and "im Jahr 1854" for "1854". */
function isBeforeYear(added: Tokens, next: Token | undefined): boolean {
  const isYear = next !== undefined && /^n:\d{4}$/.test(next.key)
  return isYear && added.every(({ key }) => /^(?:in|the|year|im|jahre?)$/.test(key))
}

/** True if the sentence, or the one before, has every content word of the claim in any order. */
function hasNoNewWord(claim: Tokens, source: Tokens, { classes, previous }: Context): boolean {
  const known = [...source, ...previous]
  return claim.every((token) => !isContent(token, classes) || known.some((other) => areEqual(token, other, classes)))
}

/** True if one way to write the claim agrees with one way to write the sentence. */
function isSupportedRewritten(claim: Tokens, source: Tokens, context: Context): boolean {
  const { classes } = context
  const supports = (written: Tokens, variant: Tokens) => compareInOrder(written, variant, context).isSupported
  const claims = [claim, ...sentenceVariants(claim, classes)]
  const sources = [source, ...sentenceVariants(source, classes)]
  const active = toActive(source, classes)
  return (
    claims.some((variant) => supports(variant, source) || (active !== null && supports(variant, active))) ||
    sources.some((variant) => supports(claim, variant)) ||
    claims.some((variant) => isRelativeClauseOf(variant, sources, context)) ||
    claims.some((variant) => isAppositionOf(variant, source, context)) ||
    claims.some((variant) => isShortPassiveOf(variant, sources, context))
  )
}

/** "Ida opened the office", where the page says "The office, which Ida opened, sells tickets". */
function isRelativeClauseOf(claim: Tokens, sources: readonly Tokens[], context: Context): boolean {
  const clauses = sources.flatMap((source) => relativeClauses(source, context.classes))
  return clauses.some((clause) => compareInOrder(claim, clause, context).isSupported)
}

/** "Nils was the keeper", where the page says "Nils, the keeper, planted trees". */
function isAppositionOf(claim: Tokens, source: Tokens, context: Context): boolean {
  const copula = claim.find(({ key }) => context.classes.copulas.has(key))
  const apposition = copula ? appositionOf(source, copula, context.classes) : null
  return apposition !== null && compareInOrder(claim, apposition, context).isSupported
}

/** "The house was built in 1854", where the page says "Ida built the house in 1854". */
function isShortPassiveOf(claim: Tokens, sources: readonly Tokens[], context: Context): boolean {
  const { classes } = context
  const predicate = withoutPassive(claim, classes)
  const [verb] = predicate ?? []
  if (!predicate || !verb) return false
  // "voted against repairing the pier" does not say that anything was repaired.
  const isVerb = (token: Token) =>
    isContent(token, classes) && !token.key.endsWith('ing') && areEqual(verb, token, classes)
  const predicates = sources.flatMap((source) =>
    predicatesOf(source, isVerb, { classes, restricts: (token) => restricts(token, classes) }),
  )
  return predicates.some((each) => compareInOrder(predicate, each, context).isSupported)
}
