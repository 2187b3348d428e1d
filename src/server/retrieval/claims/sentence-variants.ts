/** Other ways to write a sentence: "In 1854 X opened" and "X opened in 1854", active and passive. */
import type { Token } from './claim-tokens.ts'
import { toActive } from './english-passive.ts'
import type { WordClasses } from './word-classes.ts'

/** German: the longest subject in tokens that may follow the verb. */
const MAX_SUBJECT_TOKENS = 5
/** The longest opening phrase without a comma: "In May 1854". */
const MAX_OPENING_TOKENS = 3

/** Prepositions of phrases that say when or where. */
const OF_TIME_OR_PLACE =
  /^(?:during|after|since|until|before|on|at|from|near|across|behind|während|nach|seit|bis|vor|am|an|auf|aus|neben|hinter)$/
/** Prepositions of phrases that may say for whom or under which condition, even before a name: "for Ida". */
const LIMITING = /^(?:for|to|by|under|with|per|für|unter|mit|zu|zum|zur|bei|beim)$/
/** Phrases that join a sentence to the text before it. */
const LINK = /^(?:for (?:example|instance)|zum beispiel)$/
/** A word in lower case and not a number, whose key is "n:3" or "o:3". */
const LOWER_CASE_WORD = /^\p{Ll}(?!:)/u
const NUMBER_KEY = /^[no]:/

/** Bounds the time for a sentence with many phrases. */
const MAX_VARIANTS = 24

/**
 * Other ways to write a sentence that keep its meaning, without the sentence itself: another order of its phrases, active
 * for passive. Only phrases with their preposition and whole clauses move, so the names within a phrase, and the names
 * outside it, keep their order.
 */
export function sentenceVariants(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.prepositions.size === 0) return []
  const actives = [toActive(tokens, classes), toActive(tokens, classes, 'whole clause')].filter(
    (active) => active !== null,
  )
  const reordered = [tokens, ...actives].flatMap((sentence) => [
    ...movePhrases(sentence, classes),
    ...moveGermanPhrase(sentence, classes),
  ])
  return [...actives, ...reordered].slice(0, MAX_VARIANTS)
}

/** The last phrase to the front; the first phrase up to its comma to the end. */
function movePhrases(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const variants: Token[][] = []
  const startsWithPhrase = tokens[0] !== undefined && startsMovablePhrase(tokens[0], classes)
  for (const [n, token] of tokens.entries()) {
    if (n === 0) continue
    const before = tokens.slice(0, n)
    const after = tokens.slice(n)
    if (startsMovablePhrase(token, classes)) variants.push(join(after, before))
    const mayEndOpening = token.afterBreak || n <= MAX_OPENING_TOKENS
    if (startsWithPhrase && mayEndOpening) variants.push(join(after, markLimit(before, classes)))
  }
  return variants
}

function startsMovablePhrase({ key }: Token, classes: WordClasses): boolean {
  if (classes.bindingWords.has(key) || classes.coordinators.has(key)) return false
  return classes.prepositions.has(key) || classes.optionalStarts.has(key)
}

function join(first: readonly Token[], second: readonly Token[]): Token[] {
  return [...first, ...second.map((token, n) => (n === 0 ? { ...token, afterBreak: false } : token))]
}

/** An opening phrase that limits the statement still does so in another place, where nothing else would show it. */
function markLimit(phrase: readonly Token[], classes: WordClasses): readonly Token[] {
  return isSetting(phrase, classes) ? phrase : phrase.map((token) => ({ ...token, isLimit: true }))
}

/**
 * True for an opening phrase that only says when or where, or links to the text before: "In 1854", "After the war", "In
 * Oslo", "For example". Any other may say in which world, case or view the statement holds: "In the opera", "For
 * critics".
 */
export function isSetting(phrase: readonly Token[], classes: WordClasses): boolean {
  if (isLink(phrase)) return true
  const [preposition, ...rest] = phrase
  if (!preposition || rest.some(({ key }) => classes.frames.has(key))) return false
  if (rest.some(({ key }) => NUMBER_KEY.test(key) || classes.settingNouns.has(key))) return true
  if (OF_TIME_OR_PLACE.test(preposition.key)) return true
  return hasName(rest, classes) && !LIMITING.test(preposition.key)
}

/** "For example": joins the sentence to the text before. */
export function isLink(phrase: readonly Token[]): boolean {
  return LINK.test(phrase.map(({ key }) => key).join(' '))
}

/** German nouns have capitals too. One without an article is most likely a name: "in Oslo". */
function hasName(words: readonly Token[], classes: WordClasses): boolean {
  const isCapitalized = words.some((token) => token.isCapitalized)
  return classes.language === 'de' ? isCapitalized && words.length === 1 : isCapitalized
}

/**
 * German: the opening phrase to each later place. The verb stays second, so the subject moves to the front: "Im Jahr
 * 1854 wurde der Hafen gebaut" becomes "der Hafen wurde im Jahr 1854 gebaut". How long the subject is, is not known.
 */
function moveGermanPhrase(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.language !== 'de' || !classes.prepositions.has(tokens[0]?.key ?? '')) return []
  const verbIndex = tokens.findIndex((token, n) => n > 0 && isVerbAfterPhrase(token, classes))
  const verb = tokens[verbIndex]
  if (!verb) return []
  const phrase = markLimit(tokens.slice(0, verbIndex), classes)
  const afterVerb = tokens.slice(verbIndex + 1)
  const maxSubjectLength = Math.min(MAX_SUBJECT_TOKENS, afterVerb.length)
  const variants: Token[][] = []
  for (let subjectLength = 1; subjectLength <= maxSubjectLength; subjectLength++) {
    const subject = afterVerb.slice(0, subjectLength)
    const rest = afterVerb.slice(subjectLength)
    for (const place of placesForPhrase(rest, classes)) {
      const variant = [...subject, verb, ...rest.slice(0, place), ...phrase, ...rest.slice(place)]
      variants.push(variant.map((token) => ({ ...token, afterBreak: false })))
    }
  }
  return variants
}

/** True for the verb after an opening phrase: the first word in lower case that cannot be part of the phrase. */
function isVerbAfterPhrase({ key, isCapitalized }: Token, classes: WordClasses): boolean {
  const { determiners, prepositions, coordinators } = classes
  const isInPhrase = [determiners, prepositions, coordinators].some((list) => list.has(key))
  return !isCapitalized && LOWER_CASE_WORD.test(key) && !isInPhrase
}

/** Indices in the rest of a clause: its start, before each other phrase, before its last word, and its end. */
function placesForPhrase(rest: readonly Token[], classes: WordClasses): ReadonlySet<number> {
  const phraseStarts = [...rest.keys()].filter((n) => n > 0 && classes.prepositions.has(rest[n]?.key ?? ''))
  return new Set([0, ...phraseStarts, Math.max(0, rest.length - 1), rest.length])
}
