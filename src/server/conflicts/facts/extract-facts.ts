/**
 * Reads the facts that a page states: what, which property, which value, in which sentence. Patterns, no model: "the
 * default is", "up to", "at least", "since version", a price, key: value, table cells, "is (not) supported". A sentence
 * that is hypothetical, approximate, about the past or about a comparison states no fact here.
 */
import type { ConflictProperty, ValueKind } from '#shared/chat/conflicts.ts'
import { isChangelogTitle } from '#server/platform/text/changelogs.ts'
import { endsDefinitions } from '#server/platform/text/definitions.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { splitCells } from '#server/platform/text/parse-blocks.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import {
  ABOUT_THE_OWNER,
  AROUND_VERSION,
  CHANGE_HEADING,
  CHANGELOG_PATH,
  CLAUSE_END,
  CONDITION,
  DEFAULT,
  DETERMINER,
  EXAMPLE,
  FOUNDED,
  GENERAL,
  GENERIC_HEADING,
  INDEFINITE,
  MAXIMUM,
  MEASURED,
  MINIMUM,
  NEGATION,
  NO_FACT,
  PAST,
  PRICED,
  PRONOUN,
  RESULT,
  SINCE,
} from './fact-patterns.ts'
import { factWords, type FactWords } from './fact-words.ts'
import { FOUNDING_YEAR, propertyOfLabel, readStatement, readWhole, type Reading } from './read-statement.ts'

export type FactPage = { id: string; url: string; title: string; content: string; language: string }

export type Fact = {
  /** Facts with a common key are about the same thing. */
  keys: string[]
  property: ConflictProperty
  kind: ValueKind
  /** Values of different dimensions (time and bytes) cannot be compared. */
  dimension: string
  /** Equal for equal values. */
  valueKey: string
  value: string
  /** The sentence, list item or table row, verbatim. */
  sentence: string
}

/** What a sentence that names no subject is about; `isName` if that is the name of one setting or function. */
type Context = { words: FactWords; isName: boolean }
/** A statement with what is known about it from the page around it. */
type Place = {
  sentence: string
  kind: SentenceSpan['kind']
  context: Context
  title: FactWords
  language: string
  /** On such pages, "the company" is the one whose site it is. */
  isAboutOwner: boolean
}
type Heading = { level: number; text: string }

const MAX_SENTENCE_LENGTH = 400
/** A statement with more words limits its value in ways that are not compared. */
const MAX_WORDS = 12
/** Only short sentences, and list items, have the form "Timeout: 30 seconds". */
const MAX_PAIR_LENGTH = 90
const MAX_ROW_NAME_LENGTH = 80
/** A longer defined term is a sentence; its start is enough to distinguish it. */
const MAX_TERM_LENGTH = 60

/** True for a page that reports changes over time, so that its statements hold for other versions. */
function isChangelog({ title, url }: { title: string; url: string }): boolean {
  return isChangelogTitle(title) || CHANGELOG_PATH.test(pathOf(url))
}

/** Deterministic; about 5 MB of text per second. */
export function extractFacts(page: FactPage): Fact[] {
  if (isChangelog(page)) return []
  const language = detectLanguage(page.content, page.language)
  const shownTitle = shortTitle(page.title)
  const title = factWords(GENERIC_HEADING.test(shownTitle) ? '' : shownTitle, language)
  const headings: Heading[] = []
  const tables = createTableReader(page.content)
  const facts: Fact[] = []
  let context: Context = { words: title, isName: false }
  let previousEnd = 0
  for (const span of splitSentences(page.content)) {
    const { kind } = span
    if (endsDefinitions(page.content.slice(previousEnd, span.start))) context = contextOf(headings, title, language)
    previousEnd = span.end
    const text = page.content.slice(span.start, span.end)
    const isAboutOwner = [shownTitle, headings.at(-1)?.text ?? ''].some((name) => ABOUT_THE_OWNER.test(name))
    const place = { sentence: text, kind, context, title, language, isAboutOwner }
    if (kind === 'heading') {
      openSection(headings, { level: levelAt(page.content, span.start), text })
      context = contextOf(headings, title, language)
      continue
    }
    const isAboutChanges = headings.some((heading) => CHANGE_HEADING.test(heading.text))
    if (kind === 'code' || isAboutChanges) continue
    if (kind === 'term') {
      context = termContext(text, title, language)
    } else if (kind === 'table-row') {
      const row = tables.read(span)
      if (row) facts.push(...readRow(row, place))
    } else if (text.length <= MAX_SENTENCE_LENGTH && !text.endsWith('?')) {
      facts.push(...readSentence(text, place))
    }
  }
  return facts
}

function levelAt(content: string, offset: number): number {
  const line = content.slice(content.lastIndexOf('\n', offset) + 1)
  return /^#{1,6}/.exec(line)?.[0].length ?? 1
}

/** Closes the sections that a heading ends and opens its own. */
function openSection(headings: Heading[], heading: Heading) {
  while ((headings.at(-1)?.level ?? 0) >= heading.level) headings.pop()
  headings.push(heading)
}

type Row = { cells: string[]; header: string[] }

/** "| --- | --- |" below a header. */
const DELIMITER_ROW = /^[\s:|-]+\n/

/** Takes the rows of all tables of a page in order. */
function createTableReader(content: string) {
  let header: string[] | null = null
  /** Where the next row of the same table starts at most. */
  let tableEnd = -1
  return {
    /** The row with the header of its table; null for the header itself. */
    read(span: SentenceSpan): Row | null {
      const cells = splitCells(content.slice(span.start, span.end))
      const continuesTable = span.start <= tableEnd
      // The delimiter row is not among the units.
      const delimiterRow = DELIMITER_ROW.exec(content.slice(span.end))?.[0] ?? ''
      tableEnd = span.end + delimiterRow.length + 2
      if (header && continuesTable) return { cells, header }
      header = cells
      return null
    },
  }
}

/** "Chapter 4. ", "20.4.1. ", "A. "; not "4 ways". */
const SECTION_NUMBER = /^(?:chapter |part |appendix )?[\dA-Z]+(?:\.\d+)*\.\s+/

function contextOf(headings: readonly Heading[], title: FactWords, language: string): Context {
  const named = headings.findLast(({ text }) => !GENERIC_HEADING.test(text.trim()))
  if (!named) return { words: title, isName: false }
  const words = factWords(named.text.replace(SECTION_NUMBER, ''), language)
  if (words.identifiers.length > 0 && words.terms.length <= 2) return { words, isName: true }
  return { words: words.terms.length < 2 ? union(words, title) : words, isName: false }
}

/**
 * The name of a setting, or of a function with its module, is the same on every page; an option belongs to its page's
 * command.
 */
function termContext(term: string, title: FactWords, language: string): Context {
  const line = term.split('\n')[0] ?? ''
  const signature = line.split(/[(,=[<]/)[0] ?? ''
  const last = factWords(signature, language).identifiers.findLast((name) => !name.startsWith('-'))
  const isMethod = /^\S*\(/.test(line) && !last?.includes('.')
  if (last && !isMethod) return { words: factWords(last, language), isName: true }
  return { words: union(factWords(line.slice(0, MAX_TERM_LENGTH), language), title), isName: false }
}

/** "30 (the default)". */
const MARKED_AS_DEFAULT = /\s*\((?:the )?(?:default|standard)\)$/iu

function readSentence(text: string, place: Place): Fact[] {
  if (EXAMPLE.test(text)) return []
  const mayBePair = place.kind === 'list-item' || text.length < MAX_PAIR_LENGTH
  const pair = mayBePair && !NO_FACT.test(text) ? readPair(text, place) : null
  if (pair) return pair.facts
  return compact(clausesOf(text).map((clause) => readClause(clause, place)))
}

const compact = (facts: (Fact | null)[]) => facts.filter((fact) => fact !== null)

/** "Timeout: 30 seconds (the default)"; null for another sentence. Not each such pair says what it is about. */
function readPair(text: string, place: Place): { facts: Fact[] } | null {
  const pair = keyAndValue(text)
  const reading = pair && readWhole(pair.value.replace(MARKED_AS_DEFAULT, ''), place.language)
  if (!reading) return null
  const property = MARKED_AS_DEFAULT.test(pair.value) ? 'default' : propertyOfLabel(pair.key, reading)
  const words = wordsOf(`${pair.key} ${reading.rest}`, { ...reading, property }, place.language)
  return { facts: compact([toFact({ ...reading, property }, pair.value, words, place)]) }
}

/** "no longer 5", "changed to 5"; not "was 5". */
const ENDED = /\b(?:changed|deprecated|until|no longer|geändert|nicht mehr)\b/iu

function readClause(text: string, place: Place): Fact | null {
  const { language } = place
  if (NO_FACT.test(text) || RESULT.test(text)) return null
  const reading = readStatement(text, language)
  if (!reading || isNoLongerTrue(text, reading)) return null
  const [from, to] = reading.span
  const after = text.slice(to)
  // "In Kiel" and "by two brothers" after the year do not change what was founded.
  const related = reading.dimension === FOUNDING_YEAR ? (FOUNDED.exec(after)?.[0] ?? '') : after
  const rest = `${text.slice(0, from)} ${related}`
  const words = wordsOf(rest, reading, language)
  if (reading.property === 'availability') words.terms.push(`=${reading.dimension}`)
  return toFact(reading, text.slice(from, to), words, place, minNamesOf(text, reading, words, place))
}

/** How many names say by themselves what the sentence is about, on every page. */
function minNamesOf(
  text: string,
  { property, dimension }: Reading,
  words: FactWords,
  place: Place,
): number | undefined {
  if (PRONOUN.test(text)) return Infinity
  if (dimension === FOUNDING_YEAR) return isNamed(text, place) ? 2 : Infinity
  const isLimit = property === 'maximum' || property === 'minimum'
  return isLimit && GENERAL.test(text) && isOnlySubject(words, place) ? 1 : undefined
}

/** Another page may mean another one by "a school", and by "the company". */
function isNamed(text: string, { isAboutOwner }: Place): boolean {
  return !INDEFINITE.test(text) && (isAboutOwner || !DETERMINER.test(text))
}

/** Not for uploads "of avatars", as the title or the heading says. */
function isOnlySubject({ terms }: FactWords, { context, title }: Place): boolean {
  return [...context.words.terms, ...title.terms].every((term) => terms.includes(term))
}

/**
 * True if the statement held in the past. Versions, prices and dates are often reported in the past tense and still
 * hold.
 */
function isNoLongerTrue(text: string, { property, kind }: Reading): boolean {
  const withoutDefault = text.replace(DEFAULT, '')
  if (!PAST.test(withoutDefault)) return false
  const mayStillHold = property === 'since' || property === 'price' || kind === 'date'
  return !mayStillHold || ENDED.test(withoutDefault)
}

function wordsOf(text: string, { property, dimension }: Reading, language: string): FactWords {
  const bare = withoutCue(text, property)
  const isMeasured = dimension === 'bytes' || /characters|zeichen/i.test(text)
  return factWords(isMeasured ? bare.replace(MEASURED, ' ') : bare, language)
}

function readRow({ cells, header }: Row, place: Place): Fact[] {
  const { language } = place
  const [name = '', ...values] = cells
  if (name === '' || readWhole(name, language) || name.length > MAX_ROW_NAME_LENGTH) return []
  const facts = values.map((cell, index) => {
    const column = header[index + 1] ?? ''
    const reading = column === '' ? null : readWhole(cell, language)
    if (!reading) return null
    const label = `${name} ${column}`
    const property = propertyOfLabel(label, reading)
    const words = wordsOf(`${label} ${reading.rest}`, { ...reading, property }, language)
    return toFact({ ...reading, property }, cell, words, place)
  })
  return compact(facts)
}

/** Null if nothing says what the fact is about. */
function toFact(reading: Reading, value: string, words: FactWords, place: Place, minNames?: number): Fact | null {
  const { property, kind, dimension, key: valueKey } = reading
  if (words.terms.length > MAX_WORDS) return null
  const keys = keysOf(reading, words, place, minNames)
  if (keys.length === 0) return null
  return { keys, property, kind, dimension, valueKey, value: value.trim(), sentence: place.sentence }
}

/** One key from the words of the statement, one with the words around it. */
function keysOf({ property, dimension }: Reading, words: FactWords, place: Place, minNames?: number): string[] {
  const { kind, context, title } = place
  const keys = new Set<string>()
  const subject = property === 'availability' ? `${property} ${dimension}` : property
  const addKey = (terms: readonly string[]) => keys.add(`${subject}|${[...new Set(terms)].toSorted().join(' ')}`)

  const isBare = property === 'amount' || property === 'availability'
  const hasName = words.identifiers.some((name) => property !== 'since' || name.includes('.'))
  const enough = minNames ?? (isBare ? 3 : 2)
  if ((hasName && enough < Infinity) || words.names >= enough) addKey(words.terms)

  const around = words.names === 0 && !context.isName ? union(context.words, title) : context.words
  const all = union(words, around)
  // Only a setting's own name makes a bare number or a yes comparable.
  const canUseContext = !isBare || kind !== 'sentence' || context.isName
  const isSpecific = context.isName ? !hasName : all.names >= 2
  if (canUseContext && isSpecific) addKey(all.terms)
  return [...keys]
}

/** "Timeout: 30 seconds", "**Timeout** – 30 seconds"; not "Timeout 30 seconds". */
const KEY_AND_VALUE = /^[*_`]*([\p{L}][^:=]{1,60}?)[*_`]*\s*(?::[*_`]*\s+|\s[–—=]\s+)(\S.{0,40})$/u

function keyAndValue(text: string): { key: string; value: string } | null {
  const match = KEY_AND_VALUE.exec(text.trim())
  return match?.[1] && match[2] ? { key: match[1], value: match[2] } : null
}

/** Cut where another statement begins; a condition stays with the statement it limits. */
function clausesOf(text: string): string[] {
  const clauses: string[] = []
  let start = 0
  for (const match of text.matchAll(CLAUSE_END)) {
    if (match[0].includes('(')) continue
    clauses.push(text.slice(start, match.index))
    start = match.index + match[0].length
  }
  clauses.push(text.slice(start))
  return clauses.map(withoutRemarks)
}

/** Without parentheses, except those that state a condition. */
function withoutRemarks(clause: string): string {
  return clause.replace(/\s*\([^()]*\)/g, (part) => (CONDITION.test(part) ? part : ''))
}

/** The words that say which property a statement is about: two statements may use different ones. */
const CUES: Partial<Record<ConflictProperty, RegExp>> = {
  maximum: new RegExp(MAXIMUM, 'giu'),
  minimum: new RegExp(MINIMUM, 'giu'),
  default: new RegExp(DEFAULT, 'giu'),
  price: PRICED,
  availability: NEGATION,
}

function withoutCue(text: string, property: ConflictProperty): string {
  if (property === 'since') return text.replace(SINCE, ' ').replace(AROUND_VERSION, ' ')
  const cue = CUES[property]
  return cue ? text.replace(cue, ' ') : text
}

/** "20.4. Resource Consumption" and "json — JSON encoder — Python 3.11.2 documentation" without number and site. */
function shortTitle(title: string): string {
  const [first = ''] = title.split(/\s+[—–|·]\s+|\s+-\s+/)
  return first.replace(/^(?:chapter |appendix )?[\dA-Z]+(?:\.\d+)*\.\s+/i, '').replace(/\(\d\)$/, '')
}

function union(one: FactWords, other: FactWords): FactWords {
  return {
    terms: [...new Set([...one.terms, ...other.terms])].toSorted(),
    identifiers: [...new Set([...one.identifiers, ...other.identifiers])],
    names: one.names + other.names,
  }
}

const pathOf = (url: string) => url.replace(/^[a-z]+:\/\/[^/]*/i, '')
