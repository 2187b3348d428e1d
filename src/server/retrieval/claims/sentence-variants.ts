/**
 * Other ways to write a sentence that keep its meaning. Two sentences that differ only like this agree:
 *
 * - another order of phrases: "In 1854 X opened" and "X opened in 1854"
 * - active for passive: the agent does something to the patient. "The house (patient) was built by Ida (agent)" and
 *   "Ida built the house"
 * - a relative clause or an apposition as a separate sentence
 */
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** German: the longest subject in tokens that may follow the verb. */
const MAX_SUBJECT_TOKENS = 5
/** Bounds the time for a sentence with many phrases. */
const MAX_VARIANTS = 24
/** The longest opening phrase without a comma: "In May 1854". */
const MAX_OPENING_TOKENS = 3
/** The longest subject that a passive may leave out, and the longest noun phrase before "which", in tokens. */
const MAX_NOUN_PHRASE_TOKENS = 6

/** Prepositions of phrases that say when or where. */
const OF_TIME_OR_PLACE =
  /^(?:during|after|since|until|before|on|at|from|near|across|behind|während|nach|seit|bis|vor|am|an|auf|aus|neben|hinter)$/
/** Prepositions of phrases that may say for whom or under which condition, even before a name: "for Ida". */
const LIMITING = /^(?:for|to|by|under|with|per|für|unter|mit|zu|zum|zur|bei|beim)$/
/** Phrases that join a sentence to the text before it. */
const LINK = /^(?:for (?:example|instance)|zum beispiel)$/
const RELATIVE_PRONOUN = /^(?:which|who|whom)$/
/** "opened", "taken", "built", "known"; also other words that end like them, so it is used only after a copula. */
const PARTICIPLE_ENDING = /(?:ed|en|t|wn|ung|un|ght|ne|de|d)$/
/** A word in lower case and not a number, whose key is "n:3" or "o:3". */
const LOWER_CASE_WORD = /^\p{Ll}(?!:)/u
const NUMBER_KEY = /^[no]:/

/**
 * Variants of a sentence, without the sentence itself. Only phrases with their preposition and whole clauses move, so
 * the names within a phrase, and the names outside it, keep their order.
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
    if (startsWithPhrase && (token.afterBreak || n <= MAX_OPENING_TOKENS))
      variants.push(join(after, markLimit(before, classes)))
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
 * Oslo", "For example". Any other may say in which world, case or view the statement holds: "In the opera", "For critics".
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
  const isCapitalised = words.some((token) => token.isCapitalised)
  return classes.language === 'de' ? isCapitalised && words.length === 1 : isCapitalised
}

/**
 * German: the opening phrase to each later place. The verb stays second, so the subject moves to the front: "Im Jahr 1854
 * wurde der Hafen gebaut" becomes "der Hafen wurde im Jahr 1854 gebaut". How long the subject is, is not known.
 */
function moveGermanPhrase(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.language !== 'de' || !classes.prepositions.has(tokens[0]?.key ?? '')) return []
  const verb = tokens.findIndex((token, n) => n > 0 && isVerbAfterPhrase(token, classes))
  if (verb < 0) return []
  const phrase = markLimit(tokens.slice(0, verb), classes)
  const variants: Token[][] = []
  for (let length = 1; length <= MAX_SUBJECT_TOKENS && verb + 1 + length <= tokens.length; length++) {
    const start = [...tokens.slice(verb + 1, verb + 1 + length), ...tokens.slice(verb, verb + 1)]
    const rest = tokens.slice(verb + 1 + length)
    for (const at of placesForPhrase(rest, classes)) {
      const variant = [...start, ...rest.slice(0, at), ...phrase, ...rest.slice(at)]
      variants.push(variant.map((token) => ({ ...token, afterBreak: false })))
    }
  }
  return variants
}

/** True for the verb after an opening phrase: the first word in lower case that cannot be part of the phrase. */
function isVerbAfterPhrase({ key, isCapitalised }: Token, classes: WordClasses): boolean {
  const { determiners, prepositions, coordinators } = classes
  const isInPhrase = [determiners, prepositions, coordinators].some((list) => list.has(key))
  return !isCapitalised && LOWER_CASE_WORD.test(key) && !isInPhrase
}

/** Indices in the rest of a clause: its start, before each other phrase, before its last word, and its end. */
function placesForPhrase(rest: readonly Token[], classes: WordClasses): ReadonlySet<number> {
  const phraseStarts = [...rest.keys()].filter((n) => n > 0 && classes.prepositions.has(rest[n]?.key ?? ''))
  return new Set([0, ...phraseStarts, Math.max(0, rest.length - 1), rest.length])
}

/** "The house was built in 1854": the patient, "was", "built", and "in 1854". */
type Passive = { patient: Token[]; copula: Token; participle: Token; after: Token[] }

/** The passive with the first copula of an English sentence; null if that is no passive. */
function findPassive(tokens: readonly Token[], classes: WordClasses): Passive | null {
  const patientEnd = tokens.findIndex(({ key }) => classes.copulas.has(key))
  const copula = tokens[patientEnd]
  const participle = tokens[patientEnd + 1]
  if (patientEnd < 1 || !copula || !participle || !isParticiple(participle)) return null
  const patient = tokens.slice(0, patientEnd)
  if (patient.some(({ afterBreak }, n) => n > 0 && afterBreak)) return null
  return { patient, copula, participle, after: tokens.slice(patientEnd + 2) }
}

function isParticiple({ key }: Token): boolean {
  return PARTICIPLE_ENDING.test(key) && !NEGATIONS.has(key)
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
  // With several verbs their agents and patients could change places.
  if (tokens.filter(({ key }) => classes.copulas.has(key)).length > 1) return null
  const passive = findPassive(tokens, classes)
  // A "by" before the copula is in the patient.
  if (!passive || passive.patient.some(isBy)) return null
  const { patient, copula, participle, after } = passive
  const by = after.findIndex(isBy)
  const beforeAgent = after.slice(0, Math.max(0, by))
  if (by < 0 || !isPassivePredicate([copula, participle, ...beforeAgent], classes)) return null
  const agent = agentAt(after.slice(by + 1), classes, agentUntil)
  if (!agent) return null
  return [...asOneClause([...agent, participle, ...patient, ...beforeAgent]), ...after.slice(by + 1 + agent.length)]
}

function isBy({ key }: Token): boolean {
  return key === 'by'
}

/** "was built in 1854": only phrases with a preposition follow the participle, in the same clause. */
function isPassivePredicate(tokens: readonly Token[], classes: WordClasses): boolean {
  const afterParticiple = tokens[2]
  if (afterParticiple && !classes.prepositions.has(afterParticiple.key)) return false
  return tokens.every(({ key, afterBreak }) => !afterBreak && !classes.coordinators.has(key))
}

/** The words after "by" that name the agent; null for "by opening the valve" and "by Ida, who". */
function agentAt(
  tokens: readonly Token[],
  classes: WordClasses,
  until: 'preposition' | 'whole clause',
): readonly Token[] | null {
  const isEnd = ({ key, afterBreak }: Token) =>
    afterBreak || (until === 'preposition' && classes.prepositions.has(key) && key !== 'of')
  const end = tokens.findIndex(isEnd)
  const agent = end < 0 ? tokens : tokens.slice(0, end)
  const isNoAgent = agent.some(({ key }) => key.endsWith('ing') || classes.relatives.has(key))
  return agent.length === 0 || isNoAgent ? null : agent
}

function asOneClause(tokens: readonly Token[]): Token[] {
  return tokens.map((token, n) => ({ ...token, afterBreak: n === 0 }))
}

/** English: "X was built in 1854" becomes "built X in 1854"; null if the sentence names an agent or is no passive. */
export function withoutPassive(tokens: readonly Token[], classes: WordClasses): Token[] | null {
  const passive = findPassive(tokens, classes)
  if (!passive || tokens.some(isBy)) return null
  return asOneClause([passive.participle, ...passive.patient, ...passive.after])
}

/** Active sentences without their subject, from each word that equals `verb`: what was done to whom. */
export function predicatesOf(
  tokens: readonly Token[],
  isVerb: (token: Token) => boolean,
  { classes, restricts }: { classes: WordClasses; restricts: (token: Token) => boolean },
): Token[][] {
  const predicates: Token[][] = []
  for (const [n, token] of tokens.entries()) {
    if (!isVerb(token)) continue
    const clauseStart = tokens.findLastIndex(({ afterBreak }, m) => m <= n && afterBreak)
    const subject = tokens.slice(Math.max(0, clauseStart), n)
    if (isSubject(subject, classes) && !subject.some(restricts)) predicates.push(tokens.slice(n))
  }
  return predicates
}

/** A noun phrase, not a phrase with a preposition, and without another verb or clause. */
function isSubject(tokens: readonly Token[], classes: WordClasses): boolean {
  const [first] = tokens
  const last = tokens.at(-1)
  if (!first || !last || tokens.length > MAX_NOUN_PHRASE_TOKENS) return false
  if (classes.prepositions.has(first.key) || classes.bindingWords.has(last.key)) return false
  return !tokens.some((token) => classes.copulas.has(token.key) || isRelative(token, classes))
}

/** German articles are relative pronouns too, and do not count. */
function isRelative({ key }: Token, { relatives, determiners }: WordClasses): boolean {
  return relatives.has(key) && !determiners.has(key)
}

/**
 * English: a relative clause as sentences. "The office, which Ida opened in 1958, sells tickets" gives one for each place
 * where "the office" may belong: "Ida opened the office in 1958", "Ida opened in the office 1958" …
 */
export function relativeClauses(tokens: readonly Token[], classes: WordClasses): Token[][] {
  const pronoun = tokens.findIndex((token, n) => n > 0 && RELATIVE_PRONOUN.test(token.key) && token.afterBreak)
  if (pronoun < 1 || pronoun > MAX_NOUN_PHRASE_TOKENS) return []
  const antecedent = tokens.slice(0, pronoun)
  const clauseEnd = tokens.findIndex(({ afterBreak }, n) => n > pronoun && afterBreak)
  const clause = tokens.slice(pronoun + 1, clauseEnd < 0 ? tokens.length : clauseEnd)
  const [first] = clause
  const isInterrupted = antecedent.some(({ afterBreak }, n) => n > 0 && afterBreak)
  const isRestricted = clause.some(({ key }) => NEGATIONS.has(key) || classes.restricting.has(key))
  if (!first || isInterrupted || isRestricted) return []
  // "Which the cat ate" has its own subject, "which ate the cat" has not.
  if (!startsWithSubject(first, classes)) return [asOneClause([...antecedent, ...clause])]
  return clause.slice(1).map((_, n) => asOneClause([...clause.slice(0, n + 2), ...antecedent, ...clause.slice(n + 2)]))
}

function startsWithSubject(first: Token, { determiners, pronouns, possessives }: WordClasses): boolean {
  return first.isCapitalised || [determiners, pronouns, possessives].some((list) => list.has(first.key))
}

/** "Nils, the keeper, planted trees" as "Nils was the keeper", with the copula of a claim; null without an apposition. */
export function appositionOf(tokens: readonly Token[], copula: Token, classes: WordClasses): Token[] | null {
  const start = tokens.findIndex(({ afterBreak }, n) => n > 0 && afterBreak)
  const end = tokens.findIndex(({ afterBreak }, n) => n > start && afterBreak)
  if (start < 1 || start > MAX_NOUN_PHRASE_TOKENS || end < 0) return null
  const apposition = tokens.slice(start, end)
  const startsWithArticle = classes.determiners.has(apposition[0]?.key ?? '')
  const isList = [...apposition, ...tokens.slice(end, end + 1)].some(({ key }) => classes.coordinators.has(key))
  if (!startsWithArticle || isList) return null
  return asOneClause([...tokens.slice(0, start), copula, ...apposition])
}
