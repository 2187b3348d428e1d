/**
 * Decides whether one sentence of a page supports a claim: every word of the claim must be in the sentence, in the
 * same order, and what the claim leaves out must not change the meaning of the rest.
 */
import { alignTokens, areEqual, isContent, isNumber, type Hunk } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import { isPassiveOf } from './german-passive.ts'
import {
  appositionOf,
  isLink,
  isSetting,
  predicatesOf,
  relativeClauses,
  sentenceVariants,
  toActive,
  withoutPassive,
} from './sentence-variants.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

export type Comparison = {
  isSupported: boolean
  /** Share of the claim's content words that are in the sentence, 0 to 1. */
  overlap: number
  /** Spans that do not agree: token ranges [from, to) of the claim and of the sentence. */
  differences: Hunk[]
}

/** Indices of tokens; `to` is exclusive. */
type TokenRange = { from: number; to: number }

export type Context = {
  classes: WordClasses
  /** What a pronoun may refer to: the previous sentence, or else the title. */
  previous: readonly Token[]
}

/** A claim of fewer content words says too little to be compared. */
export const MIN_CONTENT_WORDS = 2
/** Adjectives before a noun that a claim may leave out. */
const MAX_MODIFIERS = 2
/** The longest clause in tokens that says who says it: "so the story goes", "according to the old keeper". */
const MAX_REPORT_TOKENS = 6
/** "fills it and": a shorter predicate is part of a list. */
const MIN_PREDICATE_TOKENS = 3
/** The longest subject that a claim may call "it". */
const MAX_SUBJECT_TOKENS = 6
/** Longest phrase in tokens that may be left out in the middle of a clause. */
const MAX_PHRASE_TOKENS = 8

export function compareSentences(claim: readonly Token[], source: readonly Token[], context: Context): Comparison {
  const written = compareInOrder(claim, source, context)
  if (isPassiveOf(claim, source, context.classes, (token) => restricts(token, context.classes))) {
    return { ...written, isSupported: true, differences: [] }
  }
  const isReordered = claim.every(
    (token) =>
      !isContent(token, context.classes) ||
      [...source, ...context.previous].some((other) => areEqual(token, other, context.classes)),
  )
  if (written.isSupported || !isReordered) return written
  const claims = sentenceVariants(claim, context.classes)
  const sources = sentenceVariants(source, context.classes)
  const active = toActive(source, context.classes)
  const isSupported =
    claims.some((variant) => compareInOrder(variant, source, context).isSupported) ||
    sources.some((variant) => compareInOrder(claim, variant, context).isSupported) ||
    (active !== null && claims.some((moved) => compareInOrder(moved, active, context).isSupported)) ||
    isRestructured([claim, ...claims], [source, ...sources], context)
  return { ...written, isSupported, differences: isSupported ? [] : written.differences }
}

/** A passive without its agent, a relative clause or an apposition as a separate sentence. */
function isRestructured(
  claims: readonly (readonly Token[])[],
  sources: readonly (readonly Token[])[],
  context: Context,
): boolean {
  const { classes } = context
  const written = sources.flatMap((source) => relativeClauses(source, classes))
  if (claims.some((claim) => written.some((source) => compareInOrder(claim, source, context).isSupported))) return true
  return claims.some((claim) => {
    const copula = claim.find(({ key }) => classes.copulas.has(key))
    const apposition = copula && sources[0] ? appositionOf(sources[0], copula, classes) : null
    if (apposition && compareInOrder(claim, apposition, context).isSupported) return true
    const predicate = withoutPassive(claim, classes)
    const [verb] = predicate ?? []
    if (!predicate || !verb) return false
    const predicates = sources.flatMap((source) =>
      predicatesOf(source, (token) => isContent(token, classes) && areEqual(verb, token, classes), {
        classes,
        restricts: (token) => restricts(token, classes),
      }),
    )
    return predicates.some((each) => compareInOrder(predicate, each, context).isSupported)
  })
}

function compareInOrder(claim: readonly Token[], source: readonly Token[], context: Context): Comparison {
  const { hunks, pairs } = alignTokens(claim, source, context.classes)
  const content = [...claim.keys()].filter((n) => isContentAt(claim, n, context.classes))
  const shared = content.filter((n) => (pairs[n] ?? -1) >= 0).length
  const differences = hunks.filter((hunk) => !agrees(hunk, claim, source, context))
  const isSupported = differences.length === 0 && shared >= MIN_CONTENT_WORDS
  return { isSupported, overlap: content.length === 0 ? 0 : shared / content.length, differences }
}

function isContentAt(tokens: readonly Token[], n: number, classes: WordClasses): boolean {
  const token = tokens[n]
  return token !== undefined && isContent(token, classes)
}

/** True if what the claim adds and leaves out at one place changes nothing in its meaning. */
function agrees(hunk: Hunk, claim: readonly Token[], source: readonly Token[], context: Context): boolean {
  const { classes } = context
  const added = trimFillers(claim.slice(hunk.from, hunk.to), classes)
  const dropped = source.slice(hunk.sourceFrom, hunk.sourceTo)
  if (added.length === 0) return canDrop(hunk.sourceFrom, hunk.sourceTo, source, classes)
  const [pronoun, ...predicate] = dropped
  const rest = { from: hunk.sourceFrom + 1, to: hunk.sourceTo }
  const isPredicateDropped = predicate.length === 0 || isPredicate(rest, source, classes)
  if (pronoun && isPredicateDropped && isResolvedPronoun(added, pronoun, context)) return true
  if (hunk.from === 0 && isSubjectPronoun(added, dropped, source, hunk, classes)) return true
  return dropped.length === 0 && isBeforeNumber(added, claim[hunk.to])
}

/** Without the words that may be added anywhere. */
function trimFillers(tokens: readonly Token[], { determiners, fillers, perfectAuxiliaries }: WordClasses): Token[] {
  return tokens.filter(({ key }) => !determiners.has(key) && !fillers.has(key) && !perfectAuxiliaries.has(key))
}

/** The claim names what the sentence calls "it": the subject of the previous sentence. */
function isResolvedPronoun(added: readonly Token[], pronoun: Token, { classes, previous }: Context): boolean {
  if (!classes.pronouns.has(pronoun.key) && !classes.possessives.has(pronoun.key)) return false
  const subject = trimFillers(previous, classes)
  return added.every((token, n) => subject[n]?.stem === token.stem && token.key === subject[n]?.key.replace(/'s$/, ''))
}

/** The claim says "it" for the subject of the sentence. */
function isSubjectPronoun(
  added: readonly Token[],
  dropped: readonly Token[],
  source: readonly Token[],
  hunk: Hunk,
  classes: WordClasses,
): boolean {
  const [pronoun, ...others] = added
  if (!pronoun || others.length > 0 || !classes.pronouns.has(pronoun.key)) return false
  if (hunk.sourceFrom !== 0 || dropped.length === 0 || dropped.length > MAX_SUBJECT_TOKENS) return false
  const next = source[hunk.sourceTo]
  return (
    next !== undefined &&
    dropped.every((token) => {
      const isRelative = classes.relatives.has(token.key) && !classes.determiners.has(token.key)
      return !restricts(token, classes) && !isRelative
    })
  )
}

/** "in 1854" and "im Jahr 1854" for "1854". */
function isBeforeNumber(added: readonly Token[], next: Token | undefined): boolean {
  return (
    next !== undefined &&
    /^n:\d{4}$/.test(next.key) &&
    added.every(({ key }) => /^(?:in|the|year|im|jahre?)$/.test(key))
  )
}

/** May a claim leave out `source[from, to)`? */
export function canDrop(from: number, to: number, source: readonly Token[], classes: WordClasses): boolean {
  const range = withoutDroppableWords(from, to, source, classes)
  const dropped = source.slice(range.from, range.to)
  const [first, second] = dropped
  if (!first) return true
  const next = source[range.to]
  if (limitsRest(dropped, classes)) return false
  if (isParenthesis(range, source)) return dropped.every(({ key }) => !NEGATIONS.has(key))
  if (dropped.some(({ key }) => classes.conditionWords.has(key))) return false
  if (from === 0) return next !== undefined && (next.afterSemicolon || canDropOpening(dropped, next, classes))

  const startsAtBreak = source[from]?.afterBreak || first.afterBreak
  const endsAtBreak = !next || next.afterBreak
  const isWholePart = startsAtBreak && endsAtBreak
  if (first.afterSemicolon && endsAtBreak) return true
  if (isCoordinator(first, classes) && isPairOpen(source.slice(0, range.from), classes)) return false
  if (isPredicate(range, source, classes)) return true
  // "X is Y (and never Z)": a last statement with its own restriction.
  if (!next && isCoordinator(first, classes) && second && restricts(second, classes)) return true
  if (dropped.some((token) => restricts(token, classes))) return isWholePart && classes.optionalStarts.has(first.key)
  if (isWholePart) return true
  if (!next) return opensPhrase(first, classes) || isCoordinator(first, classes)
  return canDropInside(range, next, source, classes)
}

/** The range without articles and fillers at its ends, which a claim may always leave out. */
function withoutDroppableWords(start: number, end: number, source: readonly Token[], classes: WordClasses): TokenRange {
  let [from, to] = [start, end]
  while (from < to && isDroppableWord(source[from], source[from + 1], classes)) from++
  while (from < to && isDroppableWord(source[to - 1], source[to], classes)) to--
  return { from, to }
}

/** True for a condition, a limit, a rejection ("it is false that") and a frame ("in the novel"). */
function limitsRest(dropped: readonly Token[], classes: WordClasses): boolean {
  const isCondition = classes.limitingStarts.has(dropped[0]?.key ?? '')
  const isLimiting = dropped.some(({ key, isLimit }) => isLimit || classes.rejections.has(key))
  return isCondition || isLimiting || isFraming(dropped, classes)
}

/** In the middle of a clause: a phrase with its preposition up to where the next begins, or adjectives and adverbs. */
function canDropInside(range: TokenRange, next: Token, source: readonly Token[], classes: WordClasses): boolean {
  const [first, ...others] = source.slice(range.from, range.to)
  if (!first || others.length >= MAX_PHRASE_TOKENS || others.some(({ afterBreak }) => afterBreak)) return false
  const hasClause = [first, ...others].some(
    (token) => isCoordinator(token, classes) || classes.relatives.has(token.key),
  )
  if (opensPhrase(first, classes) && !hasClause) return next.afterBreak || closesPhrase(next, classes)
  return isModifier(range, source, classes)
}

/** "in the novel", "he joked", "so heißt es": without it, the page does not state the rest as a fact. */
function isFraming(dropped: readonly Token[], classes: WordClasses): boolean {
  const { prepositions, frames, reports, optionalStarts } = classes
  if (isLink(dropped)) return false
  const preposition = dropped.findIndex(({ key }) => prepositions.has(key))
  if (preposition >= 0 && dropped.slice(preposition).some(({ key }) => frames.has(key))) return true
  const [first] = dropped
  const isShort = dropped.length <= MAX_REPORT_TOKENS && first !== undefined && !optionalStarts.has(first.key)
  // "The novel begins"; a mere "a novel" is an apposition.
  const isTold = dropped.length > 1 && frames.has(first?.key ?? '')
  return isShort && (isTold || dropped.some(({ key }) => reports.has(key)))
}

/** The first of two predicates of a subject: "The pump (fills the tank and) stops". */
function isPredicate({ from, to }: TokenRange, source: readonly Token[], classes: WordClasses): boolean {
  const dropped = source.slice(from, to)
  const [previous, first, last] = [source[from - 1], dropped[0], dropped.at(-1)]
  if (!previous || !first || !last || dropped.length < MIN_PREDICATE_TOKENS) return false
  const isSubject = isContent(previous, classes) || classes.pronouns.has(previous.key)
  const hasScope = dropped.some(({ key }) => NEGATIONS.has(key) || classes.restricting.has(key))
  const isVerb = classes.copulas.has(first.key) || (isContent(first, classes) && !isNumber(first))
  return isSubject && !hasScope && isCoordinator(last, classes) && isVerb
}

/** "between A" and "both A" still need their second part. */
function isPairOpen(before: readonly Token[], classes: WordClasses): boolean {
  const pair = before.findLastIndex(({ key }) => classes.pairMarkers.has(key))
  return pair >= 0 && !before.slice(pair).some((token) => isCoordinator(token, classes))
}

/** A whole parenthesis: "(4.9 ft)". */
function isParenthesis({ from, to }: TokenRange, source: readonly Token[]): boolean {
  const [previous, first, next] = [source[from - 1], source[from], source[to]]
  const isWhole = first?.afterBreak === true && (next === undefined || next.afterBreak)
  const isInside = source.slice(from, to).every(({ isInParentheses }) => isInParentheses)
  return isWhole && isInside && !previous?.isInParentheses && !next?.isInParentheses
}

function isDroppableWord(word: Token | undefined, next: Token | undefined, classes: WordClasses): boolean {
  if (!word) return false
  if (classes.perfectAuxiliaries.has(word.key)) return next !== undefined && isContent(next, classes)
  return classes.determiners.has(word.key) || classes.fillers.has(word.key)
}

/** "In 1854, …", "Although …, …", "X is Y, and …", and the subject of a predicate: "X was | built in 1854". */
function canDropOpening(dropped: readonly Token[], next: Token, classes: WordClasses): boolean {
  const [first] = dropped
  const last = dropped.at(-1)
  if (!first || !last) return true
  const isRestricting = dropped.some((token) => restricts(token, classes))
  if (!next.afterBreak) return !isRestricting && (classes.copulas.has(last.key) || /^(?:who|which)$/.test(last.key))
  const isSubordinate = classes.optionalStarts.has(first.key) && !isCoordinator(first, classes)
  if (isSubordinate || isCoordinator(next, classes)) return true
  if (isRestricting) return false
  if (classes.prepositions.has(first.key)) return isSetting(dropped, classes)
  return dropped.length === 1 && first.key.endsWith('ly')
}

/** A phrase that begins with a preposition other than "of", or with a relative pronoun. */
function opensPhrase({ key }: Token, classes: WordClasses): boolean {
  return (classes.prepositions.has(key) && !classes.bindingWords.has(key)) || key === 'which' || key === 'who'
}

function closesPhrase(next: Token, classes: WordClasses): boolean {
  return (
    (classes.prepositions.has(next.key) && !classes.bindingWords.has(next.key)) ||
    classes.copulas.has(next.key) ||
    isCoordinator(next, classes)
  )
}

function isCoordinator({ key }: Token, { coordinators }: WordClasses): boolean {
  return coordinators.has(key) && !/^(?:or|oder|nor)$/.test(key)
}

/** One or two adjectives after an article: "the (old) lighthouse"; adverbs in -ly. A name is never cut. */
function isModifier({ from, to }: TokenRange, source: readonly Token[], classes: WordClasses): boolean {
  const dropped = source.slice(from, to)
  const [previous, next] = [source[from - 1], source[to]]
  if (!previous || !next || next.afterBreak || dropped.length > MAX_MODIFIERS || isNumber(next)) return false
  if (dropped.every(({ key }) => classes.adverbs.has(key))) return true
  if (dropped.some((token) => isNumber(token) || token.isCapitalised || !isContent(token, classes) || token.afterBreak))
    return false
  if (dropped.every(({ key }) => key.endsWith('ly'))) return true
  return classes.determiners.has(previous.key) && isContent(next, classes)
}

export function restricts({ key }: Token, classes: WordClasses): boolean {
  return NEGATIONS.has(key) || classes.restricting.has(key) || classes.quantifiers.has(key)
}
