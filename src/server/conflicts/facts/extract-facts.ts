/**
 * Reads the facts that a page states: what, which property, which value, in which sentence. Patterns, no model: "the
 * default is", "up to", "at least", "since version", a price, key: value, table cells, "is (not) supported". A sentence
 * that is hypothetical, approximate, about the past or about a comparison states no fact here.
 */
import type { ConflictProperty, ValueKind } from '#shared/chat/conflicts.ts'
import { isChangelogTitle } from '#server/platform/text/changelogs.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { splitSentences, type SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { factWords, type FactWords } from './fact-words.ts'
import { readSwitch, readValues, type Value } from './read-values.ts'

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

/** What a sentence without a subject of its own is about. */
type Context = { words: FactWords; isName: boolean }
/** Where a statement is. */
type Place = { sentence: string; kind: SentenceSpan['kind']; context: Context; title: FactWords; language: string }
type Clause = { text: string }
type Reading = { property: ConflictProperty; kind: ValueKind; dimension: string; key: string; span: [number, number] }

const MAX_SENTENCE_LENGTH = 400
const MAX_WORDS = 12

const EXAMPLE =
  /(?<![\p{L}])(?:for example|e\.g\.|for instance|suppose|imagine|example|let'?s say|assum(?:e|ing)|z\. ?B\.|zum Beispiel|beispielsweise|angenommen)(?![\p{L}])/iu
const NO_FACT =
  /(?<![\p{L}\p{N}_])(?:such as|might|perhaps|would|could|try|consider|recommend\w*|should|instead of|rather than|compared? (?:to|with)|differs?|versus|twice|half|times|either|between|depend\w*|vary|varies|etwa|vielleicht|würde|könnte|sollte|empf\w+|statt|im Vergleich|doppelt|entweder|zwischen|abhängig|hängt)(?![\p{L}])/iu
/** What an expression returns, or a footnote. */
const RESULT = /[→⇒]|->|=>|::|>>>|==|^\s*\[\d+\]/u
const PAST =
  /(?<![\p{L}\p{N}_])(?:was|were|had|did|used to|previous(?:ly)?|formerly|originally|historically|earlier|older|prior|before|until|no longer|in the past|deprecated|changed|legacy|war(?:en)?|wurden?|hatten?|früher\w*|vorher|ehemals|ältere\w*|bis Version|nicht mehr|geändert)(?![\p{L}])/iu
const APPROXIMATE =
  /(?:about|approx(?:imately|\.)?|around|roughly|nearly|almost|some|over|more than|less than|fewer than|greater than|larger than|under|below|above|every|ungefähr|rund|ca\.|knapp|fast|mehr als|weniger als|größer als|kleiner als|über|unter|alle)\s*$/iu
const CROSS_REFERENCE =
  /(?:section|chapter|table|figure|appendix|part|step|page|rfc|pep|issue|iso|line|error|example|item|note|level|port|kapitel|abschnitt|tabelle|abbildung|schritt|seite|zeile|anhang|http|status|code|sql|utf|type|typ)\s*[-(]?$/iu
const PRONOUN =
  /^\W*(?:it|this|that|they|these|those|here|there|such|then|otherwise|also|er|sie|es|dies\w*|hier|dann|sonst)\b/iu

const DEFAULT =
  /(?<![\p{L}\p{N}_])(?:by default|defaults?|unless (?:changed|configured|set|specified) otherwise|out of the box|standardmäßig|standardwert|standard|voreinstellung|voreingestellt|vorgabe\w*)(?![\p{L}_.-])/iu
const MAXIMUM =
  /(?<![\p{L}\p{N}_])(?:up to|at most|no more than|not more than|maximum|max\.?|limited to|limit|(?:can ?not|must not|may not|never) exceed|(?:no|not) longer than|bis zu|höchstens|maximal|nicht mehr als|höchstgrenze|obergrenze|begrenzt auf|beschränkt auf)(?![\p{L}_])/iu
const MINIMUM =
  /(?<![\p{L}\p{N}_])(?:at least|minimum|min\.|no fewer than|no less than|not less than|mindestens|wenigstens|minimal)(?![\p{L}_])/iu
const SINCE =
  /(?<![\p{L}\p{N}_])(?:since|(?:new|added|introduced|available|supported|appeared) (?:in|since|from|as of|with)|or (?:later|newer|above)|seit|ab|neu in|verfügbar (?:in|ab|seit)|eingeführt (?:in|mit)|hinzugefügt in|oder (?:neuer|höher|später))(?![\p{L}])/iu

/** "Available" and its opposite; every other word of the sentence must be the same. */
const PREDICATES: readonly [RegExp, string, boolean][] = [
  [/\b(?:available|verfügbar)\b/iu, 'available', true],
  [/\b(?:unavailable)\b/iu, 'available', false],
  [/\b(?:supported|supports?|unterstützt)\b/iu, 'supported', true],
  [/\b(?:unsupported)\b/iu, 'supported', false],
  [/\b(?:enabled|aktiviert|eingeschaltet)\b/iu, 'enabled', true],
  [/\b(?:disabled|deaktiviert|ausgeschaltet)\b/iu, 'enabled', false],
  [/\b(?:required|mandatory|necessary|erforderlich|notwendig|nötig)\b/iu, 'required', true],
  [/\b(?:optional)\b/iu, 'required', false],
  [/\b(?:allowed|permitted|possible|erlaubt|gestattet|möglich|zulässig)\b/iu, 'allowed', true],
  [/\b(?:forbidden|prohibited|impossible|disallowed|verboten|untersagt|unmöglich|unzulässig)\b/iu, 'allowed', false],
  [/\b(?:included|inbegriffen|enthalten)\b/iu, 'included', true],
  [
    /\b(?:case[- ]sensitive|thread[- ]safe|reversible|refundable|encrypted|verschlüsselt|erstattungsfähig)\b/iu,
    'quality',
    true,
  ],
  [/\b(?:case[- ]insensitive|irreversible|unencrypted|unverschlüsselt)\b/iu, 'quality', false],
]
const NEGATION = /(?:\b(?:not|never|cannot|no|nicht|nie|kein\w*)\b|n['’]t\b)/giu
const HEDGED =
  /\b(?:only|partly|partially|sometimes|often|unless|except|but|although|if|when|where|nur|teilweise|manchmal|außer|wenn|falls|aber|obwohl)\b/iu

const GENERIC_HEADING =
  /^(?:[\d.]+\s*)?(?:options?|description|notes?|parameters?|syntax|usage|overview|summary|introduction|limits?|pricing|prices|plans|settings?|configuration|examples?|details?|general|reference|faq|arguments?|returns?|see also|specifications?|features|requirements|beschreibung|optionen|hinweise?|übersicht|einleitung|grenzen|preise|einstellungen|konfiguration|beispiele?|allgemein\w*|anforderungen|funktionen|quick start|about)$/iu
const CHANGE_HEADING =
  /^(?:(?:version|release)\s+|v)?\d+\.\d+(?:\.\d+)*\s*(?:$|[(–—-])|\b(?:release notes|changelog|changes in|version history)\b|^(?:history|neuerungen|änderungen)$/iu
const CHANGELOG_PATH = /\/(?:change-?log|release-?notes?|releases?|whats-?new|history|news|blog)(?:[/.-]|$)/iu

/** Whether a page reports changes over time, so that its statements hold for other versions. */
export function isChangelog({ title, url }: { title: string; url: string }): boolean {
  return isChangelogTitle(title) || CHANGELOG_PATH.test(pathOf(url))
}

/** Deterministic; about 5 MB of text per second. */
export function extractFacts(page: FactPage): Fact[] {
  if (isChangelog(page)) return []
  const language = detectLanguage(page.content, page.language)
  const title = factWords(shortTitle(page.title), language)
  const headings: { level: number; text: string }[] = []
  const facts: Fact[] = []
  let context: Context = { words: title, isName: false }
  let header: string[] | null = null
  let lastTableEnd = -1
  for (const span of splitSentences(page.content)) {
    const text = page.content.slice(span.start, span.end)
    const unit = { sentence: text, kind: span.kind }
    if (span.kind === 'heading') {
      const level = /^#{1,6}/.exec(page.content.slice(page.content.lastIndexOf('\n', span.start) + 1))?.[0].length ?? 1
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
      headings.push({ level, text })
      context = contextOf(headings, title, language)
      continue
    }
    if (headings.some((heading) => CHANGE_HEADING.test(heading.text)) || span.kind === 'code') continue
    if (span.kind === 'term') {
      context = termContext(text, title, language)
      continue
    }
    if (span.kind === 'table-row') {
      const cells = cellsOf(text)
      if (span.start > lastTableEnd + 1 || header === null) header = cells
      else facts.push(...readRow(cells, header, { ...unit, context, title, language }))
      lastTableEnd = span.end + 1
      // The delimiter row is no unit of its own.
      const next = /^\s*\|?[\s:|-]+\|?[ \t]*\n/.exec(page.content.slice(span.end))
      if (next) lastTableEnd += next[0].length
      continue
    }
    if (text.length > MAX_SENTENCE_LENGTH || text.endsWith('?')) continue
    facts.push(...readSentence(text, { ...unit, context, title, language }))
  }
  return facts
}

function contextOf(headings: readonly { text: string }[], title: FactWords, language: string): Context {
  const named = headings.findLast(({ text }) => !GENERIC_HEADING.test(text.trim()))
  if (!named) return { words: title, isName: false }
  const words = factWords(named.text.replace(/^(?:chapter |part |appendix )?[\dA-Z]+(?:\.\d+)*\.\s+/, ''), language)
  if (words.identifiers.length > 0 && words.terms.length <= 2) return { words, isName: true }
  return { words: words.terms.length < 2 ? union(words, title) : words, isName: false }
}

/** The name of a setting, or of a function with its module, is the same on every page; an option belongs to its page's command. */
function termContext(term: string, title: FactWords, language: string): Context {
  const line = term.split('\n')[0] ?? ''
  const signature = line.split(/[(,=[<]/)[0] ?? ''
  const last = factWords(signature, language).identifiers.findLast((name) => !name.startsWith('-'))
  const isMethod = /^\S*\(/.test(line) && !last?.includes('.')
  if (last && !isMethod) return { words: factWords(last, language), isName: true }
  return { words: union(factWords(line.slice(0, 60), language), title), isName: false }
}

function readSentence(text: string, place: Place): Fact[] {
  const { kind, language } = place
  const pair = kind === 'list-item' || text.length < 90 ? keyAndValue(text) : null
  if (pair) {
    const isDefault = /\s*\((?:the )?(?:default|standard)\)$/iu
    const reading = readWhole(pair.value.replace(isDefault, ''), language)
    if (reading && !NO_FACT.test(text) && !EXAMPLE.test(text)) {
      const property = isDefault.test(pair.value) ? 'default' : propertyOfLabel(pair.key, reading)
      return toFact(
        { ...reading, property },
        pair.value,
        wordsOf(`${pair.key} ${reading.rest}`, property, reading, language),
        place,
      )
    }
  }
  if (EXAMPLE.test(text)) return []
  return clausesOf(text).flatMap((clause) => readClause(clause, place))
}

function readClause({ text }: Clause, place: Place): Fact[] {
  const { language } = place
  if (NO_FACT.test(text) || RESULT.test(text)) return []
  const values = readValues(text, language)
  const reading = values.length === 0 ? readWords(text) : values.length === 1 ? readValue(text, values[0]) : null
  if (!reading) return []
  const isPast = PAST.test(text.replace(DEFAULT, ''))
  if (isPast && !['since', 'price'].includes(reading.property) && reading.kind !== 'date') return []
  if (isPast && /\b(?:changed|deprecated|until|no longer|geändert|nicht mehr)\b/iu.test(text.replace(DEFAULT, '')))
    return []
  const [from, to] = reading.span
  const rest = `${text.slice(0, from)} ${text.slice(to)}`
  const words = wordsOf(rest, reading.property, reading, language)
  if (reading.property === 'availability') words.terms.push(`=${reading.dimension}`)
  return toFact(reading, text.slice(from, to), words, place, PRONOUN.test(text))
}

/** What a label that names a value speaks of: "Maximum size", "Default", "Price". */
function propertyOfLabel(label: string, { kind }: Reading): ConflictProperty {
  return cueOf(label) ?? (kind === 'price' ? 'price' : 'amount')
}

function wordsOf(text: string, property: ConflictProperty, { dimension }: Reading, language: string): FactWords {
  const bare = withoutCue(text, property)
  const isMeasured = dimension === 'bytes' || /characters|zeichen/i.test(text)
  return factWords(isMeasured ? bare.replace(MEASURED, ' ') : bare, language)
}

/** The property of the only value of a clause; null when the value has none that can be compared. */
function readValue(text: string, value: Value | undefined): Reading | null {
  if (!value) return null
  const before = text.slice(0, value.start)
  if (/^\d+(?:\.\d+)+$/.test(text.slice(value.start, value.end)) && /(?:^|\n)\s*$/.test(before)) return null
  if (APPROXIMATE.test(before) || CROSS_REFERENCE.test(before)) return null
  const { kind, dimension, key, start, end } = value
  const reading = (property: ConflictProperty): Reading => ({ property, kind, dimension, key, span: [start, end] })
  if (kind === 'version') return SINCE.test(text) ? reading('since') : null
  if (kind === 'price') return reading('price')
  const cue = cueOf(text)
  if (cue === 'default' && kind === 'number') return isDefaultOf(text, start, end) ? reading('default') : null
  return reading(cue ?? 'amount')
}

/** The value must be what "default" speaks of: near it, or the end of the clause. */
function isDefaultOf(text: string, start: number, end: number): boolean {
  const after = text.slice(end)
  return text.slice(0, start).trim().split(/\s+/).length <= 14 && after.trim().split(/\s+/).length <= 6
}

function cueOf(text: string): ConflictProperty | null {
  if (MAXIMUM.test(text)) return MINIMUM.test(text) || DEFAULT.test(text) ? null : 'maximum'
  if (MINIMUM.test(text)) return 'minimum'
  return DEFAULT.test(text) ? 'default' : null
}

/** "The default is replica", "is on by default", "is not supported". */
function readWords(text: string): Reading | null {
  const stated =
    /\b(?:default(?: value| setting)?(?: (?:of|for) [^,;:]{2,60}?)? is|default [\p{L}\p{N}._-]{2,40} is|defaults? to|default:|standardwert(?: (?:von|für|des|der) [^,;:]{2,60}?)? ist|standardmäßig(?: auf)?|voreinstellung(?: (?:von|für) [^,;:]{2,60}?)? ist)\s+["“'‘„`]?([\p{L}][\p{L}\p{N}_-]*)["”'’“`]?\s*[.)]?\s*(?:\(|$)/iu.exec(
      text,
    )
  const flipped =
    /\bis (on|off|true|false|enabled|disabled) by default\b|\bist standardmäßig (an|aus|aktiviert|deaktiviert|eingeschaltet|ausgeschaltet)\b/iu.exec(
      text,
    )
  const match = flipped ?? stated
  const word = match?.[1] ?? match?.[2]
  if (match && word) {
    const start = match.index + match[0].lastIndexOf(word)
    const state = readSwitch(word)
    if (!state && /^(?:the|a|an|to|not|no|that|this|same|der|die|das|zu|nicht)$/i.test(word)) return null
    const kind = state ? 'switch' : 'word'
    return {
      property: 'default',
      kind,
      dimension: kind,
      key: state ?? word.toLowerCase(),
      span: [start, start + word.length],
    }
  }
  return readAvailability(text)
}

function readAvailability(text: string): Reading | null {
  if (
    HEDGED.test(text) ||
    /\b(?:this|that|it|them|these|those|dies\w*|das|es)\b/iu.test(text) ||
    text.split(/\s+/).length > 16
  )
    return null
  const matching = PREDICATES.filter(([pattern]) => pattern.test(text))
  const found = matching.length > 1 ? matching.filter(([, name]) => name !== 'quality') : matching
  const [predicate] = found
  if (!predicate || found.length > 1) return null
  const [pattern, name, isYes] = predicate
  const negations = [...text.matchAll(NEGATION)]
  if (negations.length > 1) return null
  const match = pattern.exec(text)
  if (!match) return null
  const state = isYes === (negations.length === 0) ? 'yes' : 'no'
  const dimension =
    name === 'quality'
      ? match[0]
          .toLowerCase()
          .replace(/^(?:un|ir)|in(?=sens)/, '')
          .replace(/\s/, '-')
      : name
  return {
    property: 'availability',
    kind: 'switch',
    dimension,
    key: state,
    span: [match.index, match.index + match[0].length],
  }
}

/** A whole cell or the value of a key: one value and at most two words, such as "per month". */
function readWhole(text: string, language: string): (Reading & { rest: string }) | null {
  const bare = text.trim().replace(/^[`"'*_]+|[`"'*_.]+$/g, '')
  const state = readSwitch(bare) ?? (/^[✓✔✅]$/u.test(bare) ? 'yes' : /^[✗✘❌✕]$/u.test(bare) ? 'no' : null)
  if (state) return { property: 'amount', kind: 'switch', dimension: 'switch', key: state, span: [0, 0], rest: '' }
  const values = readValues(bare, language)
  const [value] = values
  if (!value || values.length > 1) return null
  const rest = `${bare.slice(0, value.start)}${bare.slice(value.end)}`.trim()
  const isAlone =
    rest === '' || (rest.split(/\s+/).length <= 2 && value.kind !== 'version' && /^[\p{L}\s/]+$/u.test(rest))
  if (!isAlone || APPROXIMATE.test(bare.slice(0, value.start))) return null
  const { kind, dimension, key } = value
  return { property: 'amount', kind, dimension, key, span: [0, 0], rest }
}

function readRow(cells: string[], header: string[], place: Place): Fact[] {
  const { language } = place
  const [name = ''] = cells
  if (name === '' || readWhole(name, language) || name.length > 80) return []
  return cells.slice(1).flatMap((cell, index) => {
    const column = header[index + 1] ?? ''
    const reading = column === '' ? null : readWhole(cell, language)
    if (!reading) return []
    const label = `${name} ${column}`
    const property = propertyOfLabel(label, reading)
    const words = wordsOf(`${label} ${reading.rest}`, property, reading, language)
    return toFact({ ...reading, property }, cell, words, place)
  })
}

/** `isContinued`: the sentence speaks of what was named before it. */
function toFact(reading: Reading, value: string, words: FactWords, place: Place, isContinued = false): Fact[] {
  const { sentence, context, title } = place
  const { property, kind, dimension, key: valueKey } = reading
  if (words.terms.length > MAX_WORDS) return []
  const keys: string[] = []
  const keyOf = (terms: readonly string[]) =>
    `${property === 'availability' ? `${property} ${dimension}` : property}|${[...new Set(terms)].toSorted().join(' ')}`
  const needed = property === 'amount' || property === 'availability' ? 3 : 2
  const hasName = words.identifiers.some((name) => property !== 'since' || name.includes('.'))
  if (!isContinued && (hasName || (words.names >= needed && property !== 'since'))) keys.push(keyOf(words.terms))
  if (property === 'since' && words.names >= 2 && !isContinued) keys.push(keyOf(words.terms))
  const around = words.names === 0 && !context.isName ? union(context.words, title) : context.words
  const all = union(words, around)
  // Only a setting's own name makes a bare number or a yes comparable.
  const canUseContext =
    property === 'amount' || property === 'availability' ? place.kind !== 'sentence' || context.isName : true
  if (canUseContext && (context.isName || all.names >= 2) && (!hasName || !context.isName)) keys.push(keyOf(all.terms))
  if (keys.length === 0) return []
  return [
    {
      keys: [...new Set(keys)],
      property,
      kind,
      dimension,
      valueKey,
      value: value.trim(),
      sentence,
    },
  ]
}

/** "Timeout: 30 seconds", "**Timeout** – 30 seconds". */
function keyAndValue(text: string): { key: string; value: string } | null {
  const match = /^[*_`]*([\p{L}][^:=]{1,60}?)[*_`]*\s*(?::[*_`]*\s+|\s[–—=]\s+)(\S.{0,40})$/u.exec(text.trim())
  return match?.[1] && match[2] ? { key: match[1], value: match[2] } : null
}

/** Cut where another statement begins; a condition stays with the statement it limits. */
function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  let start = 0
  for (const match of text.matchAll(
    /;\s+|\s[–—]\s|\s*\([^()]*\)|,\s+(?=(?:which|but|so|and|while|whereas|where|because|although|der|die|das|aber|sodass|und|während|wobei|weil|obwohl)\b)/giu,
  )) {
    if (match[0].includes('(')) continue
    clauses.push({ text: text.slice(start, match.index) })
    start = match.index + match[0].length
  }
  clauses.push({ text: text.slice(start) })
  return clauses.map((clause) => ({
    text: clause.text.replace(/\s*\([^()]*\)/g, (part) =>
      /\b(?:if|when|only|on|for|wenn|nur)\b/i.test(part) ? part : '',
    ),
  }))
}

/** "At most 8 characters" and "a maximum length of 8 characters" say the same. */
const MEASURED = /(?<![\p{L}\p{N}_])(?:length|long|longer|size|large|big|in size|länge|lang|größe|groß)(?![\p{L}])/giu
const PRICED = /(?<![\p{L}\p{N}_])(?:costs?|priced?|is available for|kostet|kosten|preis)(?![\p{L}])/giu

function withoutCue(text: string, property: ConflictProperty): string {
  if (property === 'since') {
    return text
      .replace(SINCE, ' ')
      .replace(
        /\b(?:version|versions|release|new|added|introduced|available|was|were|requires?|needs?|neu|verfügbar|eingeführt|wurden?|benötigt|erfordert)\b/giu,
        ' ',
      )
  }
  const cue =
    property === 'maximum' ? MAXIMUM : property === 'minimum' ? MINIMUM : property === 'default' ? DEFAULT : null
  const bare = cue ? text.replace(new RegExp(cue.source, 'giu'), ' ') : text
  if (property === 'price') return text.replace(PRICED, ' ')
  return property === 'availability' ? bare.replace(NEGATION, ' ') : bare
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
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
