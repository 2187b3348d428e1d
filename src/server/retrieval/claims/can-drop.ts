/** Decides which words of a sentence a claim may leave out without changing the meaning of the rest. */
import { isContent, isNumber } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import { isLink, isSetting } from './sentence-variants.ts'
import { UNITS } from './opposites.ts'
import { hasTense, isPastForm, reportsEvent } from './reports-event.ts'
import { NEGATIONS, restricts, type WordClasses } from './word-classes.ts'

/** The words that a claim leaves out, and the sentence around them. */
type Omission = {
  words: readonly [Token, ...Token[]]
  before: readonly Token[]
  /** The first word after them; undefined at the end of the sentence. */
  next: Token | undefined
  startsAtBreak: boolean
  endsAtBreak: boolean
  /** True if an article before the words is left out too. */
  isWithoutArticle: boolean
}

/** Adjectives before a noun that a claim may leave out. */
const MAX_MODIFIERS = 2
/** The longest clause in tokens that says who says it: "so the story goes", "according to the old keeper". */
const MAX_REPORT_TOKENS = 6
/** "fills it and": a shorter predicate is part of a list. */
const MIN_PREDICATE_TOKENS = 3
/** Longest phrase in tokens that may be left out in the middle of a clause. */
const MAX_PHRASE_TOKENS = 8
/** "in addition", "on the other hand". */
const MAX_DISCOURSE_TOKENS = 4
/** First words of clauses that say when, some of which may be dropped in other statements. */
const TIME_CLAUSE = /^(?:while|whilst|after|since|nachdem|während|seit|seitdem)$/
const UNIVERSAL = /^(?:all|every|each|any|both|only|always|alle[nrs]?|jede[nrms]?|nur|immer)$/
/** "largest", "most", "first"; the German endings also of other adjectives. */
const SUPERLATIVE = /^(?:o:1|most|best|worst|last|least|only|\p{L}{2,}est|\p{L}{2,}ste[nmrs]?)$/u
/** Anywhere in parentheses. */
const LIMIT = /^(?:only|nur|ausschließlich|max|min|maximum|minimum|maximal|minimal|mindestens|höchstens)$/
/** After "but" or "and": what was said holds for these only. "never" may begin another statement. */
const RESTRICTS_BEFORE = /^(?:only|just|not|solely|exclusively|nur|bloß|lediglich|nicht|erst)$/
const FORBIDDING = /^(?:forbidden|prohibited|excluded|verboten|untersagt|ausgeschlossen)$/
/** Coordinators of alternatives: neither side is stated. */
const ALTERNATIVES = new Set(['or', 'oder', 'nor'])
/** The relative pronouns that are the subject of their clause. */
const SUBJECT_RELATIVES = new Set(['who', 'which'])

/** May a claim leave out `source[from, to)`? */
export function canDrop(from: number, to: number, source: readonly Token[], classes: WordClasses): boolean {
  const omission = omissionAt(from, to, source, classes)
  if (!omission) return true
  const { words } = omission
  if (limitsRest(words, classes) || narrowsRest(omission, source, classes)) return false
  if (isParenthesis(omission)) return !words.some((token) => isLimitInParentheses(token, classes))
  const hasCondition = words.some(({ key }) => classes.conditionWords.has(key))
  if (hasCondition) return false
  return from === 0 ? canDropOpening(omission, classes) : canDropLater(omission, classes)
}

/** Without the articles and fillers at its ends, which may always be left out; null if there is nothing else. */
function omissionAt(start: number, end: number, source: readonly Token[], classes: WordClasses): Omission | null {
  let from = start
  let to = end
  while (from < to && isDroppableWord(source[from], source[from + 1], classes)) from++
  while (from < to && isDroppableWord(source[to - 1], source[to], classes)) to--
  const [first, ...others] = source.slice(from, to)
  if (!first) return null
  const next = source[to]
  return {
    words: [first, ...others],
    before: source.slice(0, from),
    next,
    startsAtBreak: first.afterBreak || source[start]?.afterBreak === true,
    endsAtBreak: !next || next.afterBreak,
    isWithoutArticle: source.slice(start, from).some(({ key }) => classes.determiners.has(key)),
  }
}

function isDroppableWord(word: Token | undefined, next: Token | undefined, classes: WordClasses): boolean {
  if (!word) return false
  // "has built", not "has 8,300 inhabitants": "had" in its place is another statement.
  if (classes.perfectAuxiliaries.has(word.key)) return next !== undefined && isPastForm(next, classes)
  return classes.determiners.has(word.key) || classes.fillers.has(word.key)
}

/** True for a condition, a limit, a rejection ("it is false that") and a frame ("in the novel"). */
function limitsRest(words: Omission['words'], classes: WordClasses): boolean {
  const isCondition = classes.limitingStarts.has(words[0].key)
  const isLimiting = words.some(({ key, isLimit }) => isLimit || classes.rejections.has(key))
  return isCondition || isLimiting || isFraming(words, classes)
}

/** "in the novel", "he joked", "so heißt es": without it, the page does not state the rest as a fact. */
function isFraming(words: Omission['words'], classes: WordClasses): boolean {
  const { prepositions, frames, reports, optionalStarts } = classes
  if (isLink(words)) return false
  const preposition = words.findIndex(({ key }) => prepositions.has(key))
  const inPhrase = preposition >= 0 ? words.slice(preposition) : []
  // "in the novel"
  if (inPhrase.some(({ key }) => frames.has(key))) return true
  const isTooLong = words.length > MAX_REPORT_TOKENS
  if (isTooLong || optionalStarts.has(words[0].key)) return false
  // "The novel begins"; a mere "a novel" is an apposition.
  const startsWithFrame = words.length > 1 && frames.has(words[0].key)
  const hasReport = words.some(({ key }) => reports.has(key))
  return startsWithFrame || hasReport
}

/**
 * "Entry is free (on Sundays)", "(On Windows), the tool needs Java": a statement about how things are in general says
 * more without the phrase, and so does one about all or none, or about the largest: "the largest (in Norway)".
 */
function narrowsRest(
  { words, before, startsAtBreak }: Omission,
  source: readonly Token[],
  classes: WordClasses,
): boolean {
  const [{ key }] = words
  const isContrast = /^(?:while|whilst|since)$/.test(key) && before.length > 0 && startsAtBreak
  const opensPhrase = classes.prepositions.has(key) || TIME_CLAUSE.test(key)
  if (isContrast || !opensPhrase || isLink(words) || joinsText(words, classes)) return false
  const clause = clauseAround(words, before, source, classes)
  return !reportsEvent(clause, classes) || clause.some((token, n) => isAbsolute(token, clause[n - 1], classes))
}

/** The clause with a verb that the words are part of, or are followed by, without them; else the whole sentence. */
function clauseAround(
  words: Omission['words'],
  before: readonly Token[],
  source: readonly Token[],
  classes: WordClasses,
): readonly Token[] {
  const after = source.slice(before.length + words.length)
  const start = before.findLastIndex(({ afterBreak }) => afterBreak)
  const end = after.findIndex(({ afterBreak }, n) => afterBreak && (before.length > 0 || n > 0))
  const clause = [...before.slice(Math.max(0, start)), ...after.slice(0, end < 0 ? after.length : end)]
  return hasTense(clause, classes) ? clause : [...before, ...after]
}

/** "In addition", "in fact". */
function joinsText(words: Omission['words'], { discourseNouns }: WordClasses): boolean {
  return words.length <= MAX_DISCOURSE_TOKENS && words.some(({ key }) => discourseNouns.has(key))
}

/** "all", "never", "the largest": what it says of everything need not hold without a phrase. */
function isAbsolute({ key, isCapitalized }: Token, previous: Token | undefined, classes: WordClasses): boolean {
  if (NEGATIONS.has(key) || UNIVERSAL.test(key)) return true
  return !isCapitalized && SUPERLATIVE.test(key) && classes.determiners.has(previous?.key ?? '')
}

/** "(members only)", "(not on Sundays)"; not "(about 120)". */
function isLimitInParentheses({ key }: Token, { conditionWords }: WordClasses): boolean {
  return NEGATIONS.has(key) || conditionWords.has(key) || LIMIT.test(key)
}

/** A whole parenthesis: "(4.9 ft)". */
function isParenthesis({ words, before, next, endsAtBreak }: Omission): boolean {
  const isInside = words.every(({ isInParentheses }) => isInParentheses)
  const isWhole = words[0].afterBreak && endsAtBreak
  const continues = before.at(-1)?.isInParentheses || next?.isInParentheses
  return isInside && isWhole && !continues
}

/** At the start of a sentence. */
function canDropOpening({ words, next }: Omission, classes: WordClasses): boolean {
  if (!next) return false
  // "It is forbidden to: light fires; swim" opens a list of what is not so.
  if (next.afterSemicolon) return words.every(({ key }) => !NEGATIONS.has(key) && !FORBIDDING.test(key))
  if (next.afterBreak) return canDropBeforeBreak(words, next, classes)
  const isRestricting = words.some((token) => restricts(token, classes))
  return !isRestricting && endsBeforePredicate(words, classes)
}

/** Up to a comma: "In 1854, …", "Although …, …", "X is Y, and …", "Usually, …". */
function canDropBeforeBreak(words: Omission['words'], next: Token, classes: WordClasses): boolean {
  const [first] = words
  const isSubordinate = classes.optionalStarts.has(first.key) && !isCoordinator(first, classes)
  if (isSubordinate || isCoordinator(next, classes)) return true
  const isRestricting = words.some((token) => restricts(token, classes))
  if (isRestricting) return false
  if (classes.prepositions.has(first.key)) return isSetting(words, classes)
  return words.length === 1 && first.key.endsWith('ly')
}

/** The subject of a predicate that follows: "X was | built in 1854", "X, who | built it". */
function endsBeforePredicate(words: Omission['words'], classes: WordClasses): boolean {
  const last = words.at(-1)?.key ?? ''
  return classes.copulas.has(last) || SUBJECT_RELATIVES.has(last)
}

function isAmount(token: Token | undefined): boolean {
  return token !== undefined && (isNumber(token) || UNITS.has(token.key))
}

/** In the middle or at the end of a sentence. */
function canDropLater(omission: Omission, classes: WordClasses): boolean {
  const { words, before, next, startsAtBreak, endsAtBreak } = omission
  const [first] = words
  const startsWithAnd = isCoordinator(first, classes)
  // "X is free, but only on Sundays", "X is free, though not in winter".
  if (RESTRICTS_BEFORE.test(words[1]?.key ?? '') && classes.optionalStarts.has(first.key)) return false
  // "1 hour and 30 minutes"
  if (startsWithAnd && words[1] && isNumber(words[1]) && isAmount(before.at(-1))) return false
  // "Adults: €10, children: €5": without the middle, the value is another one's.
  if (next && endsAtBreak && words.some(({ afterBreak }, n) => n > 0 && afterBreak)) return false
  // "X is Y; (Z is W)"
  if (first.afterSemicolon && endsAtBreak) return true
  if (startsWithAnd && isPairOpen(before, classes)) return false
  if (isFirstPredicate(words, before.at(-1), classes)) return true
  if (isRestrictedEnd(omission, classes)) return true
  const isWholeClause = startsAtBreak && endsAtBreak
  const isRestricting = words.some((token) => restricts(token, classes))
  if (isRestricting) return isWholeClause && classes.optionalStarts.has(first.key)
  if (isWholeClause) return true
  if (!next) return startsWithAnd || isFreePreposition(first.key, classes)
  return canDropInside(omission, next, classes)
}

/** "X is Y (and never Z)": a last statement with its own restriction. */
function isRestrictedEnd({ words, next }: Omission, classes: WordClasses): boolean {
  const [first, second] = words
  if (next || !second) return false
  return isCoordinator(first, classes) && restricts(second, classes)
}

/** In the middle of a clause: a phrase with its preposition up to where the next begins, or adjectives and adverbs. */
function canDropInside(omission: Omission, next: Token, classes: WordClasses): boolean {
  const [first, ...others] = omission.words
  const isTooLong = omission.words.length > MAX_PHRASE_TOKENS
  const hasBreak = others.some(({ afterBreak }) => afterBreak)
  if (isTooLong || hasBreak) return false
  const hasClause = omission.words.some((token) => isCoordinator(token, classes) || classes.relatives.has(token.key))
  const isPhrase = opensPhrase(first, classes) && !hasClause
  if (isPhrase) return next.afterBreak || closesPhrase(next, classes)
  return isModifier(omission, next, classes)
}

/** The first of two predicates of a subject: "The pump (fills the tank and) stops". */
export function isFirstPredicate(words: readonly Token[], subject: Token | undefined, classes: WordClasses): boolean {
  const [first] = words
  const last = words.at(-1)
  if (!subject || !first || !last || words.length < MIN_PREDICATE_TOKENS) return false
  const isSubject = isContent(subject, classes) || classes.pronouns.has(subject.key)
  const isVerb = classes.copulas.has(first.key) || (isContent(first, classes) && !isNumber(first))
  const isRestricted = words.some(({ key }) => NEGATIONS.has(key) || classes.restricting.has(key))
  return isSubject && isVerb && !isRestricted && isCoordinator(last, classes)
}

/** "between A" and "both A" still need their second part. */
function isPairOpen(before: readonly Token[], classes: WordClasses): boolean {
  const pair = before.findLastIndex(({ key }) => classes.pairMarkers.has(key))
  if (pair < 0) return false
  return !before.slice(pair).some((token) => isCoordinator(token, classes))
}

/** A phrase that begins with a preposition other than "of", or with a relative pronoun. */
function opensPhrase({ key }: Token, classes: WordClasses): boolean {
  return isFreePreposition(key, classes) || SUBJECT_RELATIVES.has(key)
}

function closesPhrase(next: Token, classes: WordClasses): boolean {
  return isFreePreposition(next.key, classes) || classes.copulas.has(next.key) || isCoordinator(next, classes)
}

function isFreePreposition(key: string, { prepositions, bindingWords }: WordClasses): boolean {
  return prepositions.has(key) && !bindingWords.has(key)
}

/** "and", "but": the parts on both sides are stated, unlike those of "or". */
function isCoordinator({ key }: Token, { coordinators }: WordClasses): boolean {
  return coordinators.has(key) && !ALTERNATIVES.has(key)
}

/** One or two adjectives after an article: "the (old) lighthouse"; adverbs in -ly. A name is never cut. */
function isModifier({ words, before, isWithoutArticle }: Omission, next: Token, classes: WordClasses): boolean {
  const previous = before.at(-1)
  if (!previous || next.afterBreak || isNumber(next)) return false
  if (words.length > MAX_MODIFIERS) return false
  const areAdverbs = words.every(({ key }) => classes.adverbs.has(key))
  if (areAdverbs) return true
  const arePlain = words.every((word) => isPlainWord(word, classes))
  if (!arePlain) return false
  const endInLy = words.every(({ key }) => key.endsWith('ly'))
  if (endInLy) return true
  // "The pump heats water and (the boiler) stores oil" leaves out a subject.
  return !isWithoutArticle && classes.determiners.has(previous.key) && isContent(next, classes)
}

/** Not a name, a number or the start of a clause. */
function isPlainWord(word: Token, classes: WordClasses): boolean {
  if (word.isCapitalized || word.afterBreak) return false
  return isContent(word, classes) && !isNumber(word)
}
