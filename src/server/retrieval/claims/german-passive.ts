/** German: "Der Pier wurde 2004 repariert" says what "Der Stadtrat reparierte 2004 den alten Pier" says, without the agent. */
import { areEqual, isContent } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import type { WordClasses } from './word-classes.ts'

/** The first form is of the passive, and "den" marks the object of an active sentence. */
const PASSIVE = /^(?:wurden?|wird|werden)$/
const OBJECT_ARTICLE = /^(?:den|die|das|einen|eine|ein)$/
const FRONTED_OBJECT = /^(?:den|einen|dem|des|was|wen)$/

type Phrase = readonly Token[]
type Passive = { patient: Phrase; verb: Token; phrases: Phrase[] }

/**
 * True if `source` is an active sentence with the verb, the object and every phrase of the passive `claim`. Its subject is
 * the agent that the claim names with "von", or is left out. `restricts` matches negations, quantifiers and modal verbs.
 */
export function isPassiveOf(
  claim: readonly Token[],
  source: readonly Token[],
  classes: WordClasses,
  restricts: (token: Token) => boolean,
): boolean {
  const passive = parsePassive(claim, classes)
  const at = passive ? source.findIndex((token) => isSameVerb(passive.verb, token)) : -1
  if (!passive || at < 1 || source.some((token) => restricts(token) && !PASSIVE.test(token.key))) return false
  const opening = content(source.slice(0, at), classes)
  const after = source.slice(at + 1)
  const patientAt = findPhrase(passive.patient, after, classes)
  if (patientAt < 0 || !hasObjectArticle(after, patientAt)) return false
  const startsWithPhrase = classes.prepositions.has(source[0]?.key ?? '')
  // "Im Jahr 1911 brachte Theodor Vanz das Teleskop": the subject follows the verb.
  const lacksSubject = startsWithPhrase && content(after.slice(0, patientAt), classes).length === 0
  if (lacksSubject || FRONTED_OBJECT.test(source[0]?.key ?? '')) return false
  return passive.phrases.every((phrase) => {
    if (findPhrase(phrase, source, classes) >= 0) return true
    const [first, ...agent] = phrase
    return (
      first?.key === 'von' &&
      !startsWithPhrase &&
      content(agent, classes).every((token, n) => isEqual(token, opening[n], classes))
    )
  })
}

/** "P wurde … V": null for another sentence. */
function parsePassive(claim: readonly Token[], classes: WordClasses): Passive | null {
  const auxiliary = claim.findIndex(({ key }) => PASSIVE.test(key))
  const verb = claim.at(-1)
  if (auxiliary < 1 || !verb || claim.length - auxiliary < 2 || claim.some(({ afterBreak }, n) => n > 0 && afterBreak))
    return null
  const patient = content(claim.slice(0, auxiliary), classes)
  if (patient.length === 0 || claim.slice(0, auxiliary).some(({ key }) => classes.coordinators.has(key))) return null
  const phrases: Token[][] = []
  for (const token of claim.slice(auxiliary + 1, -1)) {
    if (phrases.length === 0 || classes.prepositions.has(token.key) || token.key === 'von') phrases.push([token])
    else phrases.at(-1)?.push(token)
  }
  return { patient: claim.slice(0, auxiliary), verb, phrases }
}

/** "repariert" and "reparierte", "gebracht" and "brachte". */
function isSameVerb(participle: Token, { key, stem, isCapitalised }: Token): boolean {
  if (isCapitalised || !/t(?:e|en)?$|en$/.test(key)) return false
  const forms = [participle.stem, participle.stem.replace(/^ge/, '')]
  return forms.some(
    (form) => form.length > 2 && (form === stem || form === stem.replace(/e$/, '') || `${form}e` === key),
  )
}

const content = (tokens: readonly Token[], classes: WordClasses) =>
  tokens.filter((token) => isContent(token, classes) || /^[no]:/.test(token.key))

function isEqual(a: Token, b: Token | undefined, classes: WordClasses): boolean {
  return b !== undefined && areEqual(a, b, classes)
}

/** Where the words of a phrase are adjacent in `tokens`, articles aside; -1 if nowhere. */
function findPhrase(phrase: Phrase, tokens: readonly Token[], classes: WordClasses): number {
  const isArticle = ({ key }: Token) => classes.determiners.has(key)
  const words = phrase.filter((token) => !isArticle(token))
  if (words.length === 0) return -1
  return tokens.findIndex((token, start) => {
    // Each word may have an article before it.
    const others = tokens.slice(start, start + 2 * words.length).filter((each) => !isArticle(each))
    return !isArticle(token) && words.every((word, n) => isEqual(word, others[n], classes))
  })
}

/** The article may precede adjectives that the claim leaves out. */
function hasObjectArticle(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 2), at)
  return before.some(({ key }) => OBJECT_ARTICLE.test(key))
}
