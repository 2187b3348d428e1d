/** German: "Der Pier wurde 2004 repariert" says what "Der Stadtrat reparierte 2004 den alten Pier" says, without the agent. */
import { areEqual, isContent, isNumber } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import { restricts, type WordClasses } from './word-classes.ts'

type Tokens = readonly Token[]

/** "Der Pier | wurde | 2004 | von der Stadt | repariert": the patient, then phrases, and the verb at the end. */
type Passive = { patient: Tokens; phrases: Tokens[]; verb: Token }

/** "Der Stadtrat | reparierte | 2004 den alten Pier". */
type Active = { beforeVerb: Tokens; afterVerb: Tokens }

const PASSIVE_AUXILIARY = /^(?:wurden?|wird|werden)$/
/** Before the object of an active sentence. */
const OBJECT_ARTICLE = /^(?:den|die|das|einen|eine|ein)$/
/** At the start of a sentence that does not begin with its subject. */
const FRONTED_OBJECT = /^(?:den|einen|dem|des|was|wen)$/
/** "reparierte", "brachten", "gaben". */
const VERB_ENDING = /t(?:e|en)?$|en$/

/**
 * True if `source` is an active sentence with the verb, the object and every phrase of the passive `claim`. Its subject is
 * the agent that the claim names with "von", or is left out.
 */
export function isPassiveOf(claim: Tokens, source: Tokens, classes: WordClasses): boolean {
  const passive = parsePassive(claim, classes)
  const active = passive && parseActive(source, passive.verb, classes)
  if (!active || !hasSubjectAndObject(active, passive.patient, classes)) return false
  return passive.phrases.every(
    (phrase) => findPhrase(phrase, source, classes) >= 0 || isAgent(phrase, active.beforeVerb, classes),
  )
}

/** Null for another sentence, one with several clauses, or one with two patients. */
function parsePassive(claim: Tokens, classes: WordClasses): Passive | null {
  const auxiliary = claim.findIndex(({ key }) => PASSIVE_AUXILIARY.test(key))
  const verb = claim.at(-1)
  const hasBreak = claim.some(({ afterBreak }, n) => n > 0 && afterBreak)
  if (auxiliary < 1 || auxiliary > claim.length - 2 || !verb || hasBreak) return null
  const patient = claim.slice(0, auxiliary)
  const isOne = !patient.some(({ key }) => classes.coordinators.has(key))
  if (!isOne || contentOf(patient, classes).length === 0) return null
  return { patient, phrases: splitPhrases(claim.slice(auxiliary + 1, -1), classes), verb }
}

/** Each phrase but the first begins with its preposition. */
function splitPhrases(tokens: Tokens, { prepositions }: WordClasses): Tokens[] {
  const phrases: Token[][] = []
  for (const token of tokens) {
    const last = phrases.at(-1)
    if (last && !prepositions.has(token.key) && token.key !== 'von') last.push(token)
    else phrases.push([token])
  }
  return phrases
}

/** The sentence around its verb; null without the verb, or with a negation, quantifier or modal verb. */
function parseActive(source: Tokens, participle: Token, classes: WordClasses): Active | null {
  const verb = source.findIndex((token) => isFiniteVerbOf(participle, token))
  const isRestricted = source.some((token) => restricts(token, classes) && !PASSIVE_AUXILIARY.test(token.key))
  if (verb < 1 || isRestricted) return null
  return { beforeVerb: source.slice(0, verb), afterVerb: source.slice(verb + 1) }
}

/** "repariert" and "reparierte", "gebracht" and "brachte". */
function isFiniteVerbOf(participle: Token, { key, stem, isCapitalized }: Token): boolean {
  if (isCapitalized || !VERB_ENDING.test(key)) return false
  const participleStems = [participle.stem, participle.stem.replace(/^ge/, '')]
  const verbStem = stem.replace(/e$/, '')
  return participleStems.some((each) => {
    const isSameStem = each === stem || each === verbStem || `${each}e` === key
    return each.length > 2 && isSameStem
  })
}

/** True if the sentence has the patient as its object, and a subject before the verb or between verb and object. */
function hasSubjectAndObject({ beforeVerb, afterVerb }: Active, patient: Tokens, classes: WordClasses): boolean {
  const object = findPhrase(patient, afterVerb, classes)
  if (object < 0 || !hasObjectArticle(afterVerb, object)) return false
  if (FRONTED_OBJECT.test(beforeVerb[0]?.key ?? '')) return false
  // "Im Jahr 1911 brachte Theodor Vanz das Teleskop": the subject follows the verb.
  return !startsWithPreposition(beforeVerb, classes) || contentOf(afterVerb.slice(0, object), classes).length > 0
}

/** The article may precede adjectives that the claim leaves out. */
function hasObjectArticle(tokens: Tokens, object: number): boolean {
  return tokens.slice(Math.max(0, object - 2), object).some(({ key }) => OBJECT_ARTICLE.test(key))
}

/** "von der Stadt" is the subject of the active sentence that begins with "Die Stadt". */
function isAgent([preposition, ...agent]: Tokens, beforeVerb: Tokens, classes: WordClasses): boolean {
  if (preposition?.key !== 'von' || startsWithPreposition(beforeVerb, classes)) return false
  const subject = contentOf(beforeVerb, classes)
  return contentOf(agent, classes).every((token, n) => isEqual(token, subject[n], classes))
}

function startsWithPreposition(tokens: Tokens, { prepositions }: WordClasses): boolean {
  return prepositions.has(tokens[0]?.key ?? '')
}

function contentOf(tokens: Tokens, classes: WordClasses): Token[] {
  return tokens.filter((token) => isContent(token, classes) || isNumber(token))
}

function isEqual(a: Token, b: Token | undefined, classes: WordClasses): boolean {
  return b !== undefined && areEqual(a, b, classes)
}

/** Where the words of a phrase are adjacent in `tokens`, articles aside; -1 if nowhere. */
function findPhrase(phrase: Tokens, tokens: Tokens, classes: WordClasses): number {
  const isArticle = ({ key }: Token) => classes.determiners.has(key)
  const words = phrase.filter((token) => !isArticle(token))
  if (words.length === 0) return -1
  return tokens.findIndex((first, start) => {
    if (isArticle(first)) return false
    // Twice as many tokens, because each word may have an article before it.
    const nextTokens = tokens.slice(start, start + 2 * words.length)
    const nextWords = nextTokens.filter((token) => !isArticle(token))
    return words.every((word, n) => isEqual(word, nextWords[n], classes))
  })
}
