/** Summarises pages that list other pages, such as tables of contents and indexes: their entries are no sentences. */
import { isCompleteSentence } from '#server/platform/text/is-complete-sentence.ts'
import type { SentenceSpan } from '#server/platform/text/split-sentences.ts'

/** A shorter list may be the features of a product; a table of contents has numbered entries. */
const MIN_ENTRIES = 8
const MIN_NUMBERED_ENTRIES = 3
const MAX_ENTRY_WORDS = 20
/** Share of a page's words that are in entries. */
const MIN_ENTRY_SHARE = 0.6
/** Share of words with a capital from which a text is a row of titles; German nouns have capitals in sentences too. */
const MIN_CAPITAL_SHARE = { german: 0.75, other: 0.6 }
const MIN_SENTENCE_WORDS = 4
const MAX_TOPICS = 3

type Wording = { about: (topics: string) => string; bare: string; and: string }

const ENGLISH: Wording = { about: (topics) => `A list of links about ${topics}.`, bare: 'A list of links.', and: 'and' }
const WORDINGS: Readonly<Record<string, Wording>> = {
  en: ENGLISH,
  de: { about: (topics) => `Eine Liste von Links zu ${topics}.`, bare: 'Eine Liste von Links.', and: 'und' },
  es: { about: (topics) => `Una lista de enlaces sobre ${topics}.`, bare: 'Una lista de enlaces.', and: 'y' },
  fr: { about: (topics) => `Une liste de liens sur ${topics}.`, bare: 'Une liste de liens.', and: 'et' },
  it: { about: (topics) => `Un elenco di link su ${topics}.`, bare: 'Un elenco di link.', and: 'e' },
  nl: { about: (topics) => `Een lijst met links over ${topics}.`, bare: 'Een lijst met links.', and: 'en' },
  pt: { about: (topics) => `Uma lista de links sobre ${topics}.`, bare: 'Uma lista de links.', and: 'e' },
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

/** False for titles, entries of a table of contents and copyright lines that are punctuated like sentences. */
export function isProse(text: string, language: string): boolean {
  if (BOILERPLATE.test(text) || APPENDIX_NUMBER_AT_END.test(text)) return false
  if ((text.match(SECTION_NUMBER)?.length ?? 0) > 1) return false
  const words = text.split(/\s+/)
  const capitals = words.filter((word) => /^[\p{Lu}\p{N}[]/u.test(word)).length
  const { german, other } = MIN_CAPITAL_SHARE
  return words.length >= MIN_SENTENCE_WORDS && capitals <= (language === 'de' ? german : other) * words.length
}

/** True if most words are in entries: lines and rows that are no sentences. Stored text does not mark links. */
export function isLinkList(content: string, spans: readonly SentenceSpan[], language: string): boolean {
  let entries = 0
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
      if (lineWords > MAX_ENTRY_WORDS) continue
      entries += 1
      entryWords += lineWords
      if (NUMBERED_ENTRY.test(line)) numbered += 1
    }
  }
  return (entries >= MIN_ENTRIES || numbered >= MIN_NUMBERED_ENTRIES) && entryWords >= MIN_ENTRY_SHARE * words
}

const countWords = (text: string) => text.split(/[\s|]+/).filter(Boolean).length

/** "A list of links about indexes, queries and SQL." `language` is a primary subtag; unknown ones give English. */
export function describeLinkList(topics: readonly string[], content: string, language: string): string {
  const { about, bare, and } = WORDINGS[language] ?? ENGLISH
  const named = topics.slice(0, MAX_TOPICS).map((topic) => inSentence(topic, content))
  const last = named.pop()
  if (last === undefined) return bare
  return about(named.length === 0 ? last : `${named.join(', ')} ${and} ${last}`)
}

/** True for a sentence that describes a page instead of quoting it. */
export function isLinkListSentence(sentence: string): boolean {
  return Object.values(WORDINGS).some(({ bare }) => sentence === bare || sentence.startsWith(bare.replace('.', ' ')))
}

/** A topic starts with a capital; inside a sentence it is written as the page mostly writes it. */
function inSentence(topic: string, content: string): string {
  const lower = topic.charAt(0).toLowerCase() + topic.slice(1)
  return content.split(lower).length > content.split(topic).length ? lower : topic
}
