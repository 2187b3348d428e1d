/** The same statement in another order: an adverbial phrase at the start or at the end, active for passive. */
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** German: the longest subject in tokens that may follow the verb. */
const MAX_SUBJECT_TOKENS = 5
/** Bounds the time for a sentence with many phrases. */
const MAX_VARIANTS = 24

/**
 * Variants of a sentence, without the sentence itself. Only phrases with their preposition and whole clauses move, so
 * the names within a phrase, and the names outside it, keep their order.
 */
export function sentenceVariants(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.prepositions.size === 0) return []
  const actives = [toActive(tokens, classes), toActive(tokens, classes, 'whole clause')].filter(
    (voice) => voice !== null,
  )
  const voices = [tokens, ...actives]
  const moved = voices.flatMap((voice) => [...movePhrases(voice, classes), ...moveSubjects(voice, classes)])
  return [...actives, ...moved].slice(0, MAX_VARIANTS)
}

function opensPhrase({ key }: Token, classes: WordClasses): boolean {
  if (classes.binding.has(key) || classes.coordinators.has(key)) return false
  return classes.prepositions.has(key) || classes.independent.has(key)
}

/** The longest opening phrase without a comma: "In May 1854". */
const MAX_OPENING_TOKENS = 3

/** The last phrase to the front; the first phrase up to its comma to the end. */
function movePhrases(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const variants: Token[][] = []
  for (const [n, token] of tokens.entries()) {
    if (n === 0) continue
    const [before, after] = [tokens.slice(0, n), tokens.slice(n)]
    const [first] = before
    if (opensPhrase(token, classes)) variants.push(join(after, before))
    const isOpening = first && opensPhrase(first, classes)
    if (isOpening && (token.afterBreak || n <= MAX_OPENING_TOKENS))
      variants.push(join(after, keepLimit(before, classes)))
  }
  return variants
}

/** Prepositions of phrases that say when or where. */
const OF_TIME_OR_PLACE =
  /^(?:during|after|since|until|before|on|at|from|near|across|behind|während|nach|seit|bis|vor|am|an|auf|aus|neben|hinter)$/
const LINKS = /^(?:for (?:example|instance)|zum beispiel)$/
/** Prepositions of phrases that may say for whom or under which condition, even before a name: "for Ida". */
const LIMITING = /^(?:for|to|by|under|with|per|für|unter|mit|zu|zum|zur|bei|beim)$/

/**
 * True for an opening phrase that only says when or where: "In 1854", "After the war", "In Oslo". Any other may say in
 * which world, case or view the statement holds: "In the opera", "For critics".
 */
export function isSetting(phrase: readonly Token[], classes: WordClasses): boolean {
  const [first, ...rest] = phrase
  if (isLink(phrase)) return true
  if (!first || rest.some(({ key }) => classes.frames.has(key))) return false
  if (rest.some(({ key }) => /^[no]:/.test(key) || classes.settings.has(key))) return true
  const isGerman = classes.copulas.has('ist')
  const isName = isGerman ? rest.length === 1 && rest[0]?.isCapitalised : rest.some((token) => token.isCapitalised)
  return OF_TIME_OR_PLACE.test(first.key) || (isName === true && !LIMITING.test(first.key))
}

/** "For example": joins the sentence to the text before. */
export const isLink = (phrase: readonly Token[]) => LINKS.test(phrase.map(({ key }) => key).join(' '))

function keepLimit(phrase: readonly Token[], classes: WordClasses): readonly Token[] {
  return isSetting(phrase, classes) ? phrase : phrase.map((token) => ({ ...token, isLimit: true }))
}

/** German puts the verb second: "Im Jahr 1854 | wurde | der Hafen | gebaut" becomes "der Hafen wurde im Jahr 1854 gebaut". */
function moveSubjects(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const [first] = tokens
  if (!first || !classes.pronouns.has('sie') || !classes.prepositions.has(first.key)) return []
  const verb = tokens.findIndex(
    ({ isCapitalised, key }, n) => n > 0 && !isCapitalised && /^\p{Ll}(?!:)/u.test(key) && !isInPhrase(key, classes),
  )
  if (verb < 0) return []
  const phrase = keepLimit(tokens.slice(0, verb), classes)
  const variants: Token[][] = []
  for (let length = 1; length <= MAX_SUBJECT_TOKENS && verb + 1 + length <= tokens.length; length++) {
    const subject = tokens.slice(verb + 1, verb + 1 + length)
    const rest = tokens.slice(verb + 1 + length)
    const starts = [...rest.keys()].filter((n) => n > 0 && classes.prepositions.has(rest[n]?.key ?? ''))
    for (const at of new Set([0, ...starts, Math.max(0, rest.length - 1), rest.length])) {
      const variant = [...subject, ...tokens.slice(verb, verb + 1), ...rest.slice(0, at), ...phrase, ...rest.slice(at)]
      variants.push(variant.map((token) => ({ ...token, afterBreak: false })))
    }
  }
  return variants
}

function isInPhrase(key: string, { determiners, prepositions, coordinators }: WordClasses): boolean {
  return determiners.has(key) || prepositions.has(key) || coordinators.has(key)
}

/**
 * English: "X was built in 1854 by Y" becomes "Y built X in 1854"; null if the sentence is not such a passive. The agent
 * ends at the next preposition ("by Ida in Oslo") or with its clause ("by the pump in the cellar").
 */
export function toActive(
  tokens: readonly Token[],
  classes: WordClasses,
  agentUntil: 'preposition' | 'whole clause' = 'preposition',
): Token[] | null {
  const by = tokens.findIndex(({ key }) => key === 'by')
  const copula = tokens.findIndex(({ key }) => classes.copulas.has(key))
  const verb = tokens[copula + 1]
  if (by < 0 || copula < 1 || copula >= by - 1 || !verb) return null
  if (!isParticiple(verb)) return null
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
  const isAgentEnd = agentUntil === 'preposition' ? endsAgent : (token: Token | undefined) => !token || token.afterBreak
  while (agentEnd < tokens.length && !isAgentEnd(tokens[agentEnd], classes)) agentEnd++
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

/** Tokens of the longest subject that a passive may leave out, and of the longest antecedent of a relative clause. */
const MAX_NOUN_PHRASE_TOKENS = 6

/** English: "X was built in 1854" becomes "built X in 1854"; null if the sentence names an agent or is no passive. */
export function withoutPassive(tokens: readonly Token[], classes: WordClasses): Token[] | null {
  const copula = tokens.findIndex(({ key }) => classes.copulas.has(key))
  const verb = tokens[copula + 1]
  if (copula < 1 || !verb || !isParticiple(verb) || tokens.some(({ key }) => key === 'by')) return null
  const patient = tokens.slice(0, copula)
  if (patient.some(({ afterBreak }, n) => n > 0 && afterBreak)) return null
  return [verb, ...patient, ...tokens.slice(copula + 2)].map((token, n) => ({ ...token, afterBreak: n === 0 }))
}

/** Active sentences without their subject, from each word that equals `verb`: what was done to whom. */
export function predicatesOf(
  tokens: readonly Token[],
  isVerb: (token: Token) => boolean,
  { classes, restricts }: { classes: WordClasses; restricts: (token: Token) => boolean },
): Token[][] {
  const hasSubjectBefore = (n: number) => {
    const start = tokens.findLastIndex(({ afterBreak }, m) => m <= n && afterBreak)
    const subject = tokens.slice(Math.max(0, start), n)
    return (
      subject.length > 0 &&
      subject.length <= MAX_NOUN_PHRASE_TOKENS &&
      !subject.some((each) => restricts(each) || classes.copulas.has(each.key) || isRelative(each, classes)) &&
      !classes.prepositions.has(subject[0]?.key ?? '') &&
      !classes.binding.has(subject.at(-1)?.key ?? '')
    )
  }
  const starts = [...tokens.entries()].filter(([n, token]) => isVerb(token) && hasSubjectBefore(n))
  return starts.map(([n]) => tokens.slice(n))
}

/** "The office, which Ida opened in 1958, sells tickets" as "Ida opened the office in 1958", and "the office opened …". */
export function relativeClauses(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const at = tokens.findIndex((token, n) => n > 0 && /^(?:which|who|whom)$/.test(token.key) && token.afterBreak)
  const antecedent = tokens.slice(0, at)
  if (at < 1 || at > MAX_NOUN_PHRASE_TOKENS || antecedent.some((token, n) => n > 0 && token.afterBreak)) return []
  const end = tokens.findIndex(({ afterBreak }, n) => n > at && afterBreak)
  const clause = tokens.slice(at + 1, end < 0 ? tokens.length : end)
  if (clause.some(({ key }) => NEGATIONS.has(key) || classes.restricting.has(key))) return []
  const [first] = clause
  if (!first) return []
  // "Which the cat ate" has its own subject, "which ate the cat" has not.
  const { determiners, pronouns, possessives } = classes
  const hasSubject = first.isCapitalised || [determiners, pronouns, possessives].some((list) => list.has(first.key))
  const asObject = clause.slice(1).map((_, n) => [...clause.slice(0, n + 2), ...antecedent, ...clause.slice(n + 2)])
  return (hasSubject ? asObject : [[...antecedent, ...clause]]).map((variant) =>
    variant.map((token, n) => ({ ...token, afterBreak: n === 0 })),
  )
}

/** "Nils, the keeper, planted trees" as "Nils was the keeper", with the copula of a claim. */
export function appositionOf(tokens: readonly Token[], copula: Token, classes: WordClasses): Token[] | null {
  const start = tokens.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
  const end = tokens.findIndex(({ afterBreak }, n) => n > start && afterBreak)
  const next = tokens[end]
  if (start < 1 || start > MAX_NOUN_PHRASE_TOKENS || end < 0 || !next) return null
  const apposition = tokens.slice(start, end)
  const isList = classes.coordinators.has(next.key) || apposition.some(({ key }) => classes.coordinators.has(key))
  if (isList || !classes.determiners.has(apposition[0]?.key ?? '')) return null
  return [...tokens.slice(0, start), copula, ...apposition].map((token, n) => ({ ...token, afterBreak: n === 0 }))
}

const isRelative = ({ key }: Token, { relatives, determiners }: WordClasses) =>
  relatives.has(key) && !determiners.has(key)

function isParticiple({ key }: Token): boolean {
  return /(?:ed|en|t|wn|ung|un|ght|ne|de|d)$/.test(key) && !NEGATIONS.has(key)
}
