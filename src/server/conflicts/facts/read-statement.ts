/**
 * Reads the only value that a clause, a cell or the value of a key states, and the property that it is the value of.
 */
import type { ConflictProperty, ValueKind } from '#shared/chat/conflicts.ts'
import {
  APPROXIMATE,
  CROSS_REFERENCE,
  DEFAULT,
  FLIPPED_DEFAULT,
  FOUNDED,
  FOUNDED_IN,
  HEDGED,
  MAXIMUM,
  MINIMUM,
  NEGATION,
  NO_VALUE,
  PREDICATES,
  REFERRING,
  SINCE,
  STATED_DEFAULT,
} from './fact-patterns.ts'
import { readSwitch, readValues, type Value } from './read-values.ts'

export type Reading = {
  property: ConflictProperty
  kind: ValueKind
  /** Values of different dimensions (time and bytes) cannot be compared. */
  dimension: string
  /** Equal for equal values. */
  key: string
  /** Where the value is in the text. */
  span: [start: number, end: number]
}

/** What "default" speaks of is so near the start and the end of the clause. Set by hand. */
const MAX_WORDS_BEFORE_DEFAULT = 14
const MAX_WORDS_AFTER_DEFAULT = 6
/** A longer sentence says more than that something is available. */
const MAX_AVAILABILITY_WORDS = 16
/** Words beside the value of a cell: "per month". */
const MAX_WORDS_BESIDE_VALUE = 2

/** Null when the clause states no value, several values, or one that cannot be compared. */
export function readStatement(text: string, language: string): Reading | null {
  const [value, ...others] = readValues(text, language)
  if (!value) return readWords(text)
  return others.length === 0 ? readValue(text, value) : null
}

function readValue(text: string, value: Value): Reading | null {
  const before = text.slice(0, value.start)
  const startsLine = /(?:^|\n)\s*$/.test(before)
  const isSectionNumber = startsLine && /^\d+(?:\.\d+)+$/.test(text.slice(value.start, value.end))
  if (isSectionNumber || APPROXIMATE.test(before) || CROSS_REFERENCE.test(before)) return null
  const { kind, dimension, key, start, end } = value
  const reading = (property: ConflictProperty): Reading => ({ property, kind, dimension, key, span: [start, end] })
  if (kind === 'version') return SINCE.test(text) ? reading('since') : null
  if (kind === 'price') return reading('price')
  if (isYearOfFounding(text, value)) return { ...reading('amount'), kind: 'date', dimension: FOUNDING_YEAR }
  const cue = cueOf(text)
  if (cue === 'default' && kind === 'number') return isDefaultOf(text, start, end) ? reading('default') : null
  return reading(cue ?? 'amount')
}

/** The dimension of a year in which something was founded. */
export const FOUNDING_YEAR = 'founding year'

function isYearOfFounding(text: string, { dimension, start, end }: Value): boolean {
  if (dimension !== 'count' || !/^(?:1[5-9]|20)\d\d$/.test(text.slice(start, end))) return false
  const before = FOUNDED_IN.exec(text.slice(0, start))?.[0] ?? ''
  return before !== '' && (/in\s*$/.test(before) || FOUNDED.test(text.slice(end)))
}

function isDefaultOf(text: string, start: number, end: number): boolean {
  const isNearStart = countWords(text.slice(0, start)) <= MAX_WORDS_BEFORE_DEFAULT
  return isNearStart && countWords(text.slice(end)) <= MAX_WORDS_AFTER_DEFAULT
}

/** At least 1, also for an empty text. */
const countWords = (text: string) => text.trim().split(/\s+/).length

/** What a label that names a value speaks of: "Maximum size", "Default", "Price". */
export function propertyOfLabel(label: string, { kind }: Reading): ConflictProperty {
  return cueOf(label) ?? (kind === 'price' ? 'price' : 'amount')
}

function cueOf(text: string): ConflictProperty | null {
  if (MAXIMUM.test(text)) return MINIMUM.test(text) || DEFAULT.test(text) ? null : 'maximum'
  if (MINIMUM.test(text)) return 'minimum'
  return DEFAULT.test(text) ? 'default' : null
}

/** "The default is replica", "is on by default", "is not supported". */
function readWords(text: string): Reading | null {
  const match = FLIPPED_DEFAULT.exec(text) ?? STATED_DEFAULT.exec(text)
  const word = match?.[1] ?? match?.[2]
  if (!match || !word) return readAvailability(text)
  const state = readSwitch(word)
  if (!state && NO_VALUE.test(word)) return null
  const start = match.index + match[0].lastIndexOf(word)
  const kind = state ? 'switch' : 'word'
  const span: Reading['span'] = [start, start + word.length]
  return { property: 'default', kind, dimension: kind, key: state ?? word.toLowerCase(), span }
}

function readAvailability(text: string): Reading | null {
  if (HEDGED.test(text) || REFERRING.test(text) || text.split(/\s+/).length > MAX_AVAILABILITY_WORDS) return null
  const matching = PREDICATES.filter(({ words }) => words.test(text))
  // "Encrypted backups are available" says that they are available.
  const found = matching.length > 1 ? matching.filter(({ name }) => name !== 'quality') : matching
  const [predicate, ...others] = found
  if (!predicate || others.length > 0) return null
  const negations = text.match(NEGATION)?.length ?? 0
  if (negations > 1) return null
  const { words, name, isAffirmative } = predicate
  const match = words.exec(text)
  if (!match) return null
  return {
    property: 'availability',
    kind: 'switch',
    dimension: name === 'quality' ? qualityOf(match[0]) : name,
    key: isAffirmative === (negations === 0) ? 'yes' : 'no',
    span: [match.index, match.index + match[0].length],
  }
}

/** One name for a quality and its opposite: "case insensitive" gives "case-sensitive". */
function qualityOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/^(?:un|ir)|in(?=sens)/, '')
    .replace(/\s/, '-')
}

/** A whole cell or the value of a key: one value and at most two words beside it, which are `rest`. */
export function readWhole(text: string, language: string): (Reading & { rest: string }) | null {
  const bare = text.trim().replace(/^[`"'*_]+|[`"'*_.]+$/g, '')
  const state = readSwitch(bare) ?? readMark(bare)
  if (state) return { property: 'amount', kind: 'switch', dimension: 'switch', key: state, span: [0, 0], rest: '' }
  const [value, ...others] = readValues(bare, language)
  if (!value || others.length > 0) return null
  const rest = `${bare.slice(0, value.start)}${bare.slice(value.end)}`.trim()
  const hasFewWords = rest.split(/\s+/).length <= MAX_WORDS_BESIDE_VALUE && /^[\p{L}\s/]+$/u.test(rest)
  const isAlone = rest === '' || (hasFewWords && value.kind !== 'version')
  if (!isAlone || APPROXIMATE.test(bare.slice(0, value.start))) return null
  const { kind, dimension, key } = value
  return { property: 'amount', kind, dimension, key, span: [0, 0], rest }
}

function readMark(text: string): 'yes' | 'no' | null {
  if (/^[✓✔✅]$/u.test(text)) return 'yes'
  return /^[✗✘❌✕]$/u.test(text) ? 'no' : null
}
