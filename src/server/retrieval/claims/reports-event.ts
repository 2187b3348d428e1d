/**
 * Tells a statement about one event, "Ida opened the bridge in 1854", from one about how things are: "Entry is free on
 * Sundays".
 */
import { isContent, isNumber } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import type { WordClasses } from './word-classes.ts'

type Tokens = readonly Token[]

/** Verbs of general statements, in either language. */
const PRESENT =
  /^(?:is|are|am|do|does|can|may|must|shall|should|will|would|could|might|ist|sind|sei|wird|werden|kann|können|könnte|könnten|muss|müssen|müsste|darf|dürfen|soll|sollen|sollte|sollten|will|wollen|würde|würden|gibt|gilt|bleibt)$/
const ENGLISH_AUXILIARY = /^(?:was|were|had|been|got)$/
const HAVE = /^(?:has|have)$/
/** Plurals and present forms among the irregular words. */
const NO_PAST_FORM = /^(?:men|women|children|feet|teeth|mice|\w+s)$/
/** Verbs whose past is their base form. After a name in the singular, the present would be "beats". */
const UNCHANGED_PAST = /^(?:beat|cast|cut|hit|let|put|quit|read|set|shut|split|spread)$/
/** "wurde", and the past of common verbs; -te is the past of others: "baute". Not -ten, which may be "bieten". */
const GERMAN_PAST =
  /^(?:wurden?|hatten?|begann|brach|fand|gab|gewann|ging|hielt|kam|lag|ließ|nahm|schlug|schrieb|schuf|stand|starb|trug|verlor|zog|\p{L}+te(?:ten)?)$/u

/** True if the verb is certainly in the past and says what happened, not what was usual. */
export function reportsEvent(tokens: Tokens, classes: WordClasses): boolean {
  return !hasPresent(tokens, classes) && hasPast(tokens, classes)
}

/** True if a verb is recognized. */
export function hasTense(tokens: Tokens, classes: WordClasses): boolean {
  return hasPresent(tokens, classes) || hasPast(tokens, classes)
}

function hasPast(tokens: Tokens, classes: WordClasses): boolean {
  return tokens.some((_, n) =>
    classes.language === 'de' ? isGermanPast(tokens, n) : isEnglishPast(tokens, n, classes),
  )
}

function hasPresent(tokens: Tokens, classes: WordClasses): boolean {
  return tokens.some((token, n) => isPresent(token, tokens[n + 1], classes))
}

function isPresent({ key }: Token, next: Token | undefined, classes: WordClasses): boolean {
  if (PRESENT.test(key)) return true
  // "has been opened", unlike "has an arena".
  return HAVE.test(key) && !(next && (ENGLISH_AUXILIARY.test(next.key) || isPastForm(next, classes)))
}

/** "was built", or "built" before its object or a phrase; not the adjective of "sells roasted nuts". */
function isEnglishPast(tokens: Tokens, n: number, classes: WordClasses): boolean {
  const token = tokens[n]
  const subject = tokens[n - 1]
  if (!token || !subject) return false
  const isUnchanged = UNCHANGED_PAST.test(token.key)
  if (!isUnchanged && !isPastForm(token, classes)) return false
  const isPassive = tokens.slice(Math.max(0, n - 2), n).some(({ key }) => ENGLISH_AUXILIARY.test(key))
  if (isPassive) return true
  const isSingularName = subject.isCapitalized && !subject.key.endsWith('s')
  return (!isUnchanged || isSingularName) && startsObject(tokens[n + 1], classes)
}

function startsObject(token: Token | undefined, { determiners, prepositions, pronouns }: WordClasses): boolean {
  if (!token || token.afterBreak || token.isCapitalized || isNumber(token)) return true
  return [determiners, prepositions, pronouns].some((list) => list.has(token.key)) || token.key.endsWith('ly')
}

/** "opened", "built", "taken". */
export function isPastForm(token: Token, classes: WordClasses): boolean {
  if (token.isCapitalized || !isContent(token, classes) || NO_PAST_FORM.test(token.key)) return false
  return token.key.endsWith('ed') || classes.lemmas.has(token.key)
}

/** After its subject or the phrase before it: "Ida baute", "1911 brachte"; not the adjective of "die alte Brücke". */
function isGermanPast(tokens: Tokens, n: number): boolean {
  const token = tokens[n]
  const previous = tokens[n - 1]
  if (!token || !previous || token.isCapitalized || !GERMAN_PAST.test(token.key)) return false
  return previous.isCapitalized || isNumber(previous) || /^(?:er|sie|es|wurden?|hatten?)$/.test(previous.key)
}
