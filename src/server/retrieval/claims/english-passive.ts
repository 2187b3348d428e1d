/**
 * Active for passive: the agent does something to the patient. "The house (patient) was built by Ida (agent)" and "Ida built
 * the house".
 */
import { asOneClause, isSubject } from './clauses.ts'
import type { Token } from './claim-tokens.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

/** "opened", "taken", "built", "known"; also other words that end like them, so it is used only after a copula. */
const PARTICIPLE_ENDING = /(?:ed|en|t|wn|ung|un|ght|ne|de|d)$/

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
  if (by < 0) return null
  const beforeAgent = after.slice(0, by)
  if (!isPassivePredicate([copula, participle, ...beforeAgent], classes)) return null
  const afterBy = after.slice(by + 1)
  const agent = agentAt(afterBy, classes, agentUntil)
  if (!agent) return null
  const afterAgent = afterBy.slice(agent.length)
  return [...asOneClause([...agent, participle, ...patient, ...beforeAgent]), ...afterAgent]
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
    const clauseStart = tokens.findLastIndex(({ afterBreak }, position) => position <= n && afterBreak)
    const subject = tokens.slice(Math.max(0, clauseStart), n)
    if (isSubject(subject, classes) && !subject.some(restricts)) predicates.push(tokens.slice(n))
  }
  return predicates
}
