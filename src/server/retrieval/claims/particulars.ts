/**
 * The particulars in which a claim can be found to disagree with a sentence: names, numbers with their units, negations,
 * quantifiers and conditions, opposites, and swapped names. Other words that could not be aligned say nothing: the claim
 * may be a paraphrase.
 */
import { areEqual, isContent, isNumber, type Hunk } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import { compareSentences, type Comparison, type Context } from './compare-sentences.ts'
import { areOpposites, UNITS } from './opposites.ts'
import { NEGATIONS, restricts, type WordClasses } from './word-classes.ts'

type Tokens = readonly Token[]

/** A difference with its words: `added` of the claim in place of `dropped` of the sentence. */
type Difference = Hunk & { added: Tokens; dropped: Tokens }

/** The two sentences that are compared. */
type Sentences = { claim: Tokens; source: Tokens }

/** Indices of tokens; `to` is exclusive. */
type TokenRange = { from: number; to: number }

/** Auxiliaries of the future and of the German passive, and words that are more often nouns: "the Team plan". */
const NO_SCOPE = /^(?:wird|werden|will|plans?|reports?|claims?|hopes?|papers?|papier|principle|prinzip)$/
const PERMISSION = /^(?:can|may|might|could|kann|können|könnte|könnten)$/
const WITHOUT = /^(?:without|ohne|nor|neither|weder)$/
/** Each of a group says the same in one of its other ways. */
const SAID_ALIKE: readonly RegExp[] = [
  /^(?:can|may|allowed|permitted|able|possible|kann|können|darf|dürfen|erlaubt|möglich)$/,
  /^(?:only|just|merely|nur|bloß|lediglich|ausschließlich)$/,
  /^(?:if|when|with|in|unless|once|wenn|falls|sofern|mit|bei)$/,
]
/** Tokens back to the number that a unit belongs to: "24 litres per minute". */
const UNIT_DISTANCE = 3
/** A longer part is another statement, not another name. */
const MAX_NAME_TOKENS = 5
/** Of the claim, to find two that are swapped; bounds the number of pairs. */
const MAX_NAMES = 5

/** Those of the differences that show a disagreement; none if the claim may say the same in other words. */
export function disagreements(claim: Tokens, source: Tokens, comparison: Comparison, context: Context): Hunk[] {
  if (comparison.isSupported) return []
  const sentences = { claim, source }
  const found = comparison.differences.filter((hunk) => {
    const added = claim.slice(hunk.from, hunk.to)
    const dropped = source.slice(hunk.sourceFrom, hunk.sourceTo)
    return disagrees({ ...hunk, added, dropped }, sentences, context)
  })
  return found.length > 0 ? found : findSwappedNames(sentences, context)
}

function disagrees(difference: Difference, sentences: Sentences, context: Context): boolean {
  return (
    isOtherName(difference, sentences, context) ||
    isOtherNumber(difference, sentences, context.classes) ||
    isOtherUnit(difference, sentences) ||
    difference.added.some(({ key }) => difference.dropped.some((other) => areOpposites(key, other.key))) ||
    isOtherScope(difference, sentences, context.classes)
  )
}

function isIn(token: Token, tokens: Tokens, classes: WordClasses): boolean {
  return tokens.some((other) => areEqual(token, other, classes))
}

/** The claim names something that the sentence does not, where the sentence names something else. */
function isOtherName({ added, dropped }: Difference, { claim, source }: Sentences, context: Context): boolean {
  const { classes, previous } = context
  if (Math.max(added.length, dropped.length) > MAX_NAME_TOKENS) return false
  const known = [...source, ...previous]
  const isNew = added.some((token) => isName(token, claim, classes) && !isIn(token, known, classes))
  const isMissing = dropped.some((token) => isName(token, source, classes) && !isIn(token, claim, classes))
  // A name in place of a name, even if it is elsewhere in the sentence as well.
  return (isNew && isMissing) || (isNameAlone(added, claim, classes) && isNameAlone(dropped, source, classes))
}

function isNameAlone(part: Tokens, sentence: Tokens, classes: WordClasses): boolean {
  const content = part.filter((token) => isContent(token, classes))
  return content.length > 0 && content.every((token) => isName(token, sentence, classes))
}

/**
 * A capital at the start of a sentence is no sign of a name, unless the next word has one too; nor is one after an article
 * in German, where every noun has one.
 */
function isName(token: Token, sentence: Tokens, classes: WordClasses): boolean {
  if (!token.isCapitalized || !isContent(token, classes) || isNumber(token)) return false
  const at = sentence.indexOf(token)
  if (at === 0) return sentence[1]?.isCapitalized === true
  const isAfterArticle = classes.determiners.has(sentence[at - 1]?.key ?? '')
  return classes.language !== 'de' || !isAfterArticle
}

/** A number in place of another one: both first or both last in their part. */
function isOtherNumber({ added, dropped }: Difference, { source }: Sentences, classes: WordClasses): boolean {
  const replacesNumber = (claimed: Token | undefined, written: Token | undefined) =>
    claimed && written && isNumber(claimed) && isNumber(written) && !isIn(claimed, source, classes)
  return Boolean(replacesNumber(added[0], dropped[0]) || replacesNumber(added.at(-1), dropped.at(-1)))
}

function isOtherUnit({ from, to, sourceFrom, sourceTo }: Difference, { claim, source }: Sentences): boolean {
  return hasUnit(claim, { from, to }) && hasUnit(source, { from: sourceFrom, to: sourceTo })
}

/** True if the first unit in the range belongs to a number. */
function hasUnit(tokens: Tokens, { from, to }: TokenRange): boolean {
  const unit = tokens.findIndex(({ key }, n) => n >= from && n < to && UNITS.has(key))
  return unit >= 0 && tokens.slice(Math.max(0, unit - UNIT_DISTANCE), unit + 2).some(isNumber)
}

/** One side has a negation, quantifier or modal verb, of words that both have, or a condition, and the other has not. */
function isOtherScope(difference: Difference, { claim, source }: Sentences, classes: WordClasses): boolean {
  const { from, to, sourceFrom, sourceTo, dropped } = difference
  // "You can list", where the page says "List", says less.
  const added = scopeWords(claim, { from, to }, classes).filter(({ key }) => !PERMISSION.test(key))
  const isInSource = (token: Token) => isIn(token, source, classes) || isSaidOtherwise(token, source)
  if (!added.every(isInSource)) return true

  const restrictions = scopeWords(source, { from: sourceFrom, to: sourceTo }, classes)
  const lastSemicolon = dropped.findLastIndex(({ afterSemicolon }) => afterSemicolon)
  const conditions = dropped.slice(lastSemicolon + 1).filter(({ key }) => classes.conditionWords.has(key))
  const isInClaim = (token: Token) => isIn(token, claim, classes) || isSaidOtherwise(token, claim)
  return ![...restrictions, ...conditions].every(isInClaim)
}

/** The words of a range that restrict what both sides have: the next word, or the clause that they end. */
function scopeWords(tokens: Tokens, { from, to }: TokenRange, classes: WordClasses): Tokens {
  const part = tokens.slice(from, to)
  // A restriction before a content word of the range is about this word, which the other side does not have.
  const lastContent = part.findLastIndex((token) => isContent(token, classes))
  const isAnyOfNone = (n: number) => tokens[n]?.key === 'any' && NEGATIONS.has(tokens[n - 1]?.key ?? '')
  const words = part
    .filter((_, n) => n > lastContent && !isAnyOfNone(from + n))
    .filter((token) => restricts(token, classes) && !NO_SCOPE.test(token.key))
  const hasNextWord = to < tokens.length
  if (hasNextWord) return words
  const isOtherClause = part.some(({ afterBreak }) => afterBreak)
  return isOtherClause ? [] : words.filter(({ key }) => NEGATIONS.has(key))
}

/** "Have to" for "must", "allowed" for "may", "keine" for "nicht", and "longer than" for "for more than". */
function isSaidOtherwise({ key }: Token, others: Tokens): boolean {
  if (key === 'must') return hasPair(others, (word) => /^(?:have|has|needs?|required)$/.test(word), /^to$/)
  if (key === 'more' || key === 'mehr') return hasPair(others, isComparative, /^(?:than|als)$/)
  const isNegated = others.some((other) => NEGATIONS.has(other.key) && !WITHOUT.test(other.key))
  if (NEGATIONS.has(key) && !WITHOUT.test(key) && isNegated) return true
  return SAID_ALIKE.some((group) => group.test(key) && others.some((other) => group.test(other.key)))
}

/** "longer"; "fewer" says the opposite of "more". */
function isComparative(word: string): boolean {
  return word.endsWith('er') && !/^(?:fewer|weniger)$/.test(word)
}

/** True if a word of the first kind is directly before one of the second. */
function hasPair(tokens: Tokens, isFirst: (word: string) => boolean, second: RegExp): boolean {
  return tokens.some(({ key }, n) => isFirst(key) && second.test(tokens[n + 1]?.key ?? ''))
}

/** Two names of the claim, if the sentence supports it with each in the other's place; otherwise empty. */
function findSwappedNames({ claim, source }: Sentences, context: Context): Hunk[] {
  const { classes, previous } = context
  const known = [...source, ...previous]
  const hasNewWord = claim.some((token) => isContent(token, classes) && !isIn(token, known, classes))
  if (hasNewWord) return []
  const swapped = pairsOf(namesOf(claim, classes)).find(
    ([a, b]) => compareSentences(swap(claim, a, b), source, context).isSupported,
  )
  if (!swapped) return []
  const [a, b] = swapped
  return [
    { ...a, ...placeInSource(b, { claim, source }, classes) },
    { ...b, ...placeInSource(a, { claim, source }, classes) },
  ]
}

/** Where the sentence has a name of the claim. */
function placeInSource({ from, to }: TokenRange, { claim, source }: Sentences, classes: WordClasses) {
  const firstWord = claim[from]
  const sourceFrom = firstWord ? source.findIndex((token) => areEqual(firstWord, token, classes)) : -1
  return { sourceFrom, sourceTo: sourceFrom + (to - from) }
}

/** "Ida Holm" is one name. */
function namesOf(tokens: Tokens, classes: WordClasses): TokenRange[] {
  const names: TokenRange[] = []
  for (const [n, token] of tokens.entries()) {
    if (!isName(token, tokens, classes)) continue
    const last = names.at(-1)
    if (last?.to === n && !token.afterBreak) last.to = n + 1
    else names.push({ from: n, to: n + 1 })
  }
  return names.slice(0, MAX_NAMES)
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((first, n) => items.slice(n + 1).map((second): [Item, Item] => [first, second]))
}

/** The tokens with two ranges in each other's place; `first` is before `second`. */
function swap(tokens: Tokens, first: TokenRange, second: TokenRange): Tokens {
  return [
    ...tokens.slice(0, first.from),
    ...tokens.slice(second.from, second.to),
    ...tokens.slice(first.to, second.from),
    ...tokens.slice(first.from, first.to),
    ...tokens.slice(second.to),
  ]
}
