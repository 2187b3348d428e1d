/** The same statement in another order: an adverbial phrase at the start or at the end, active for passive. */
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** German: the longest subject in tokens that may follow the verb. */
const MAX_SUBJECT_TOKENS = 5
const MAX_VARIANTS = 24

/**
 * Variants of a sentence, without the sentence itself. Only phrases with their preposition and whole clauses move, so
 * the names within a phrase, and the names outside it, keep their order.
 */
export function sentenceVariants(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.prepositions.size === 0) return []
  const active = toActive(tokens, classes)
  const voices = active ? [tokens, active] : [tokens]
  const moved = voices.flatMap((voice) => [...movePhrases(voice, classes), ...moveSubjects(voice, classes)])
  return [...(active ? [active] : []), ...moved].slice(0, MAX_VARIANTS)
}

function opensPhrase({ key }: Token, classes: WordClasses): boolean {
  if (classes.binding.has(key) || classes.coordinators.has(key)) return false
  return classes.prepositions.has(key) || classes.independent.has(key)
}

/** The last phrase to the front; the first phrase up to its comma to the end. */
function movePhrases(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const variants: Token[][] = []
  for (const [n, token] of tokens.entries()) {
    if (n === 0) continue
    const [before, after] = [tokens.slice(0, n), tokens.slice(n)]
    const [first] = before
    if (opensPhrase(token, classes)) variants.push(join(after, before))
    const isOpening = first && opensPhrase(first, classes)
    if (isOpening && (token.afterBreak || n <= 3)) variants.push(join(after, before))
  }
  return variants
}

/** German puts the verb second: "Im Jahr 1854 | wurde | der Hafen | gebaut" becomes "der Hafen wurde im Jahr 1854 gebaut". */
function moveSubjects(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const [first] = tokens
  if (!first || !classes.pronouns.has('sie') || !classes.prepositions.has(first.key)) return []
  const verb = tokens.findIndex(
    ({ isCapitalised, key }, n) => n > 0 && !isCapitalised && /^\p{Ll}/u.test(key) && !isInPhrase(key, classes),
  )
  if (verb < 0) return []
  const phrase = tokens.slice(0, verb)
  const variants: Token[][] = []
  for (let length = 1; length <= MAX_SUBJECT_TOKENS && verb + 1 + length <= tokens.length; length++) {
    const subject = tokens.slice(verb + 1, verb + 1 + length)
    const rest = tokens.slice(verb + 1 + length)
    variants.push(
      [...subject, ...tokens.slice(verb, verb + 1), ...phrase, ...rest].map((token) => ({
        ...token,
        afterBreak: false,
      })),
    )
  }
  return variants
}

function isInPhrase(key: string, { determiners, prepositions, coordinators }: WordClasses): boolean {
  return determiners.has(key) || prepositions.has(key) || coordinators.has(key)
}

/** English: "X was built in 1854 by Y" becomes "Y built X in 1854"; null if the sentence is not such a passive. */
export function toActive(tokens: readonly Token[], classes: WordClasses): Token[] | null {
  const by = tokens.findIndex(({ key }) => key === 'by')
  const copula = tokens.findIndex(({ key }) => classes.copulas.has(key))
  const verb = tokens[copula + 1]
  if (by < 0 || copula < 1 || copula >= by - 1 || !verb) return null
  if (!/(?:ed|en|t|wn|ung|un|ght|ne|de|d)$/.test(verb.key) || NEGATIONS.has(verb.key)) return null
  const patient = tokens.slice(0, copula)
  // One clause with one verb, or the parties of different verbs would change places.
  if (
    patient.some(({ afterBreak }, n) => n > 0 && afterBreak) ||
    tokens.filter(({ key }) => classes.copulas.has(key)).length > 1
  )
    return null
  const between = tokens.slice(copula + 2, by)
  if (between[0] && !classes.prepositions.has(between[0].key)) return null
  if (tokens.slice(copula, by).some(({ key, afterBreak }) => afterBreak || classes.coordinators.has(key))) return null
  let agentEnd = by + 1
  while (agentEnd < tokens.length && !endsAgent(tokens[agentEnd], classes)) agentEnd++
  const agent = tokens.slice(by + 1, agentEnd)
  if (agent.length === 0 || agent.some(({ key }) => key.endsWith('ing') || classes.relatives.has(key))) return null
  return [...agent, verb, ...patient, ...between, ...tokens.slice(agentEnd)].map((token, n) => ({
    ...token,
    afterBreak: n === 0 || (n > agent.length + patient.length + between.length && token.afterBreak),
  }))
}

function endsAgent(token: Token | undefined, classes: WordClasses): boolean {
  return !token || token.afterBreak || (classes.prepositions.has(token.key) && token.key !== 'of')
}

function join(first: readonly Token[], second: readonly Token[]): Token[] {
  return [...first, ...second.map((token, n) => (n === 0 ? { ...token, afterBreak: false } : token))]
}
