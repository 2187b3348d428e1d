/**
 * Summarizes pages that are lists, such as tables of contents, indexes, cards and teasers: entries are no sentences.
 */
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import type { SentenceSpan } from '#server/platform/text/split-sentences.ts'

const MIN_ENTRIES = 3
/**
 * A shorter list may be the features of a product, and a sentence says more; a table of contents has numbered entries.
 */
const MIN_LINKS = 8
const MIN_NUMBERED_LINKS = 3
const MAX_ENTRY_WORDS = 20
/** Share of a page's words that are in entries. */
const MIN_ENTRY_SHARE = 0.6
/** Share of words with a capital from which a text is a row of titles; German nouns have capitals in sentences too. */
const MIN_CAPITAL_SHARE = { german: 0.75, other: 0.6 }
const MIN_SENTENCE_WORDS = 4
const MAX_TOPICS = 3

/** `links`: long or numbered, so that its entries are titles of other pages. */
export type ListKind = 'links' | 'entries'

type Wording = Record<ListKind, string> & { about: string; and: string }

const ENGLISH: Wording = { links: 'A list of links', entries: 'A list', about: 'about', and: 'and' }
const WORDINGS: Readonly<Record<string, Wording>> = {
  en: ENGLISH,
  de: { links: 'Eine Liste von Links', entries: 'Eine Liste', about: 'zu', and: 'und' },
  es: { links: 'Una lista de enlaces', entries: 'Una lista', about: 'sobre', and: 'y' },
  fr: { links: 'Une liste de liens', entries: 'Une liste', about: 'sur', and: 'et' },
  it: { links: 'Un elenco di link', entries: 'Un elenco', about: 'su', and: 'e' },
  nl: { links: 'Een lijst met links', entries: 'Een lijst', about: 'over', and: 'en' },
  pt: { links: 'Uma lista de links', entries: 'Uma lista', about: 'sobre', and: 'e' },
}

/** "5.3", "A.2.1."; not "5" or "v5.3". */
const SECTION_NUMBER = /(?<![\w.])(?:[A-Z]\.)?\d+(?:\.\d+)+\.?(?=\s|$)/g
/** "Names A.2."; not "Plan A." */
const APPENDIX_NUMBER_AT_END = /\s[A-Z]\.\d+(?:\.\d+)*\.$/
/** "5.3. Names", "A. Names"; not "5 names". */
const NUMBERED_ENTRY = /^(?:[A-Z]|\d+)(?:\.\d+)*\.\s+\S/
/** "© Example", "Table of contents", "See chapter 3"; not "Seen from above". */
const BOILERPLATE =
  /^(?:©|\(c\)|copyright\b|table of contents|inhaltsverzeichnis|see\b|siehe\b)|all rights reserved|alle rechte vorbehalten|\blicensed under\b|^last (?:updated|modified)/i

/** The cut beginning of another page: "Fishermen warn of the … Read more." */
const TEASER =
  /(?:…|\.\.\.)\s*[[(]?(?:(?:read|see|learn|show) more|more|continue(?: reading)?|weiterlesen|mehr(?: lesen| erfahren)?|leer más|ver más|lire la suite|en savoir plus|leggi tutto|continua|lees (?:meer|verder)|ler mais|saiba mais)?[\])]?[.\s»›→]*$/i

/** False for titles, teasers, entries of a table of contents and copyright lines that are punctuated like sentences. */
export function isProse(text: string, language: string): boolean {
  if (BOILERPLATE.test(text) || APPENDIX_NUMBER_AT_END.test(text) || TEASER.test(text)) return false
  if ((text.match(SECTION_NUMBER)?.length ?? 0) > 1) return false
  if (countWords(text) < MIN_SENTENCE_WORDS) return false
  // A text all in capitals has no titles to tell apart.
  if (!/\p{Ll}/u.test(text)) return true
  const words = text.split(/\s+/)
  const capitals = words.filter((word) => /^[\p{Lu}\p{N}[]/u.test(word))
  const minShareOfTitles = language === 'de' ? MIN_CAPITAL_SHARE.german : MIN_CAPITAL_SHARE.other
  return capitals.length <= minShareOfTitles * words.length
}

/** True for what is no sentence at all: too short, without an end, or cut off. */
export function isEntry(text: string): boolean {
  return !isCompleteSentence(text) || countWords(text) < MIN_SENTENCE_WORDS || TEASER.test(text)
}

/** Null unless most words are in entries: lines and rows that are no sentences. Stored text does not mark links. */
export function listKindOf(content: string, spans: readonly SentenceSpan[], language: string): ListKind | null {
  let entries = 0
  let rows = 0
  let numbered = 0
  let entryWords = 0
  let words = 0
  for (const { start, end, kind } of spans) {
    if (kind === 'heading' || kind === 'code') continue
    const text = content.slice(start, end)
    const length = countWords(text)
    words += length
    if (kind !== 'table-row' && isCompleteSentence(text) && isProse(text, language)) continue
    // "A | B | C" outside a table is a row of links.
    for (const line of text.split(kind === 'table-row' ? '\n' : /\n| \| /)) {
      const lineWords = countWords(line)
      if (lineWords > MAX_ENTRY_WORDS && !TEASER.test(line)) continue
      entries += 1
      if (kind === 'table-row') rows += 1
      entryWords += lineWords
      if (NUMBERED_ENTRY.test(line)) numbered += 1
    }
  }
  if (entries < MIN_ENTRIES || entryWords < MIN_ENTRY_SHARE * words) return null
  return entries - rows >= MIN_LINKS || numbered >= MIN_NUMBERED_LINKS ? 'links' : 'entries'
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Scripts without spaces have about one word in two letters. */
function countWords(text: string): number {
  const spaced = text.split(/[\s|]+/).filter(Boolean).length
  const unspacedLetters = text.match(UNSPACED)?.length ?? 0
  return spaced + Math.floor(unspacedLetters / 2)
}

/** "A list of links about indexes, queries and SQL." `language` is a primary subtag; unknown ones give English. */
export function describeList(kind: ListKind, topics: readonly string[], content: string, language: string): string {
  const { [kind]: list, about, and } = WORDINGS[language] ?? ENGLISH
  const named = topics.slice(0, MAX_TOPICS).map((topic) => inSentence(topic, content))
  const last = named.pop()
  if (last === undefined) return `${list}.`
  const enumeration = named.length === 0 ? last : `${named.join(', ')} ${and} ${last}`
  return `${list} ${about} ${enumeration}.`
}

/** A topic starts with a capital; inside a sentence it is written as the page mostly writes it. */
function inSentence(topic: string, content: string): string {
  const lower = topic.charAt(0).toLowerCase() + topic.slice(1)
  return content.split(lower).length > content.split(topic).length ? lower : topic
}
