/**
 * Keyphrase extraction: phrases of one to three content words, scored by frequency and by where they occur. No data set
 * was available: all constants are set by hand on real pages.
 */
import type { SentenceKind, SentenceSpan } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { wordFeaturesFor } from '#server/platform/text/word-features.ts'
import { readWords, type PageWord } from './sentence-terms.ts'

const MAX_TOPICS = 5
/** Score of one occurrence. Words of code name no topics. */
const OCCURRENCE_SCORE: Readonly<Record<SentenceKind, number>> = {
  heading: 3,
  sentence: 1,
  term: 1,
  'list-item': 0.8,
  'table-row': 0.4,
  code: 0,
}
const TITLE_SCORE = 5
/** "Part II. ", "Chapter 8. " and "5.3. " before a title. */
const SECTION_NUMBER =
  /^(?:(?:part|chapter|appendix|teil|kapitel|anhang)\s+(?:[IVXLC]+|\d+|[A-Z])[.:]?|\d+(?:\.\d+)*\.)\s+/i
/** The later parts of a title are often the name of the site. */
const SITE_NAME_SCORE = 0.5
/** Factor by number of words, for phrases that occur more than once. */
const LENGTH_FACTORS = [1, 2.2, 2.4]
/** Factor for a phrase that occurs once, outside title and headings. */
const SINGLE_PHRASE_FACTOR = 0.2
/** Factor for a capitalized word. */
const NAME_FACTOR = 1.3
/** Phrases from this score on are sorted first; it separates the few frequent ones from those that occur once. */
const HIGH_SCORE = 2

/** Score from which a single word may be a topic: two sentences, or a heading. */
const MIN_WORD_SCORE = 2
/** A phrase above this score, which occurs once, is in the title or a heading. */
const MAX_SINGLE_TEXT_SCORE = SITE_NAME_SCORE + 2
/** Longer words in capitals are keywords, not abbreviations. */
const MAX_ABBREVIATION_LENGTH = 6

/** Suffixes of English words that are rarely nouns, and generic words: no topics on their own. */
const NON_NOUN_SUFFIX = /(?:ly|ed|ing|able|ible|ful|ous|ive|less|est)$/
const GENERIC_WORD =
  /^(?:section|chapter|page|example|table|figure|appendix|introduction|overview|contents|note|notes|see|item|list|menu|home|prev|next|up|part|value|values|number|name|names|thing|things|way|people|time|year|years|day|days|first|second|third|new|old|many|different|following|information|case|cases|set|type|types|data|text|default|available|possible|important|great|good|large|small|fix|release|documentation|tutorial|create|select|update|insert|delete|true|false|null|synopsis|description|descriptions|parameter|parameters|argument|arguments|returns|usage|remarks|compatibility|read|abschnitt|beschreibung|rückgabewert|kapitel|seite|beispiel|tabelle|jahr|jahre|einführung|introducción|capítulo|página|ejemplo|chapitre|exemple)$/

type Page = { title: string; content: string; language: string }

type Phrase = {
  score: number
  count: number
  terms: string[]
  /** Spelling to the number of its occurrences. */
  spellings: Map<string, number>
}

/** At most five, best first, without common words between them. `words` are those of each span. */
export function extractTopics(page: Page, spans: readonly SentenceSpan[], words: readonly PageWord[][]): string[] {
  // Most phrases occur once and are too weak for a topic if others are frequent: they are counted only if needed.
  const repeatedPhrases = countPhrases(page, spans, words, repeatedTerms(words))
  const repeated = chooseTopics(repeatedPhrases, page.language)
  const isEnough = repeated.length === MAX_TOPICS && repeated.every(({ score }) => score >= HIGH_SCORE)
  const chosen = isEnough ? repeated : chooseTopics(countPhrases(page, spans, words), page.language)
  return chosen.map(({ phrase }) => formatTopic(phrase.spellings))
}

/** The terms of content words that occur more than once. */
function repeatedTerms(words: readonly PageWord[][]): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const unit of words) {
    for (const { features } of unit) {
      if (features.isStopWord) continue
      if (seen.has(features.term)) repeated.add(features.term)
      else seen.add(features.term)
    }
  }
  return repeated
}

/** With `among`, phrases of the text count only if all their terms are in it; those of title and headings always do. */
function countPhrases(
  { title, content, language }: Page,
  spans: readonly SentenceSpan[],
  words: readonly PageWord[][],
  among?: ReadonlySet<string>,
): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>()
  const collectTitle = (text: string, score: number) => {
    const whole = { start: 0, end: text.length, kind: 'heading' as const }
    const [titleWords = []] = readWords(text, [whole], language)
    collectPhrases(phrases, text, topicWords(text, titleWords, whole, language), score)
  }
  const [pageTitle = '', ...siteName] = title.replace(SECTION_NUMBER, '').split(/\s+[|–—·»-]\s+/)
  collectTitle(pageTitle, TITLE_SCORE)
  for (const part of siteName) collectTitle(part, SITE_NAME_SCORE)

  for (const [n, span] of spans.entries()) {
    const score = OCCURRENCE_SCORE[span.kind]
    if (score === 0) continue
    const unit = topicWords(content, words[n] ?? [], span, language)
    collectPhrases(phrases, content, unit, score, span.kind === 'heading' ? undefined : among)
  }
  return phrases
}

function chooseTopics(phrases: ReadonlyMap<string, Phrase>, language: string): { phrase: Phrase; score: number }[] {
  const chosen: { phrase: Phrase; score: number }[] = []
  for (const each of bestFirst(phrases.values(), language)) {
    if (chosen.length === MAX_TOPICS) break
    if (!chosen.some(({ phrase }) => hasCommonTerm(phrase.terms, each.phrase.terms))) chosen.push(each)
  }
  return chosen
}

/** Nearly all phrases occur once and are never reached: sort them only if needed. */
function* bestFirst(phrases: Iterable<Phrase>, language: string): Generator<{ phrase: Phrase; score: number }> {
  const high: { phrase: Phrase; score: number }[] = []
  const low: { phrase: Phrase; score: number }[] = []
  for (const phrase of phrases) {
    const score = scoreOf(phrase, language)
    if (score >= HIGH_SCORE) high.push({ phrase, score })
    else if (score > 0) low.push({ phrase, score })
  }
  yield* high.sort((a, b) => b.score - a.score)
  yield* low.sort((a, b) => b.score - a.score)
}

/** Counts each word n-gram (n = 1 to 3) of adjacent content words. */
function collectPhrases(
  phrases: Map<string, Phrase>,
  text: string,
  words: readonly PageWord[],
  score: number,
  among?: ReadonlySet<string>,
): void {
  /** The content words directly before the current one; null where a phrase cannot go further back. */
  let previous: PageWord | null = null
  let beforePrevious: PageWord | null = null
  let previousEnd = -1
  for (const word of words) {
    const followsSpace = previousEnd + 1 === word.start && text[previousEnd] === ' '
    // In scripts without spaces.
    const followsDirectly = previousEnd === word.start && previous !== null
    previousEnd = word.end
    if (!followsSpace && !followsDirectly) previous = beforePrevious = null
    if (!isTopicWord(word, among)) {
      previous = beforePrevious = null
      continue
    }
    const third = word.features.term
    const space = word.features.isCased || text[word.start - 1] === ' ' ? ' ' : ''
    count(phrases, score, third, word.text, () => [third])
    if (previous) {
      // The annotations are for the compiler, which does not see that the loop assigns both.
      const { features: secondFeatures, text: secondWord }: PageWord = previous
      const second = secondFeatures.term
      count(phrases, score, `${second} ${third}`, secondWord + space + word.text, () => [second, third])
      if (beforePrevious) {
        const { features: firstFeatures, text: firstWord }: PageWord = beforePrevious
        const first = firstFeatures.term
        const spelling = firstWord + space + secondWord + space + word.text
        count(phrases, score, `${first} ${second} ${third}`, spelling, () => [first, second, third])
      }
    }
    beforePrevious = previous
    previous = word
  }
}

/** False for stop words, numbers and very short words. */
function isTopicWord({ text, features }: PageWord, among: ReadonlySet<string> | undefined): boolean {
  const minLength = features.isCased ? 3 : 2
  if (features.isStopWord || features.hasDigit || text.length < minLength) return false
  // Identifiers are rare, and `among` has their parts.
  return !among || among.has(features.term) || text.includes('_')
}

/** `terms` is a function because most phrases are known already and need no new array. */
function count(
  phrases: Map<string, Phrase>,
  score: number,
  key: string,
  spelling: string,
  terms: () => string[],
): void {
  let phrase = phrases.get(key)
  if (!phrase) phrases.set(key, (phrase = { score: 0, count: 0, terms: terms(), spellings: new Map() }))
  phrase.score += score
  phrase.count += 1
  phrase.spellings.set(spelling, (phrase.spellings.get(spelling) ?? 0) + 1)
}

const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/g

/** The words of a unit without addresses; an identifier counts as one word, without its parts. */
function topicWords(
  content: string,
  words: readonly PageWord[],
  { start: from, end: to }: { start: number; end: number },
  language: string,
): readonly PageWord[] {
  const text = content.slice(from, to)
  const addresses = Array.from(text.matchAll(ADDRESS), ({ 0: address, index }) => ({
    start: from + index,
    end: from + index + address.length,
  }))
  if (addresses.length === 0 && !text.includes('_')) return words
  const featuresOf = wordFeaturesFor(language)
  const identifiers = splitWords(text)
    .filter(({ text: word, kind }) => kind === 'compound' && word.includes('_'))
    .map(({ text: word, start, end }) => ({
      text: word,
      start: from + start,
      end: from + end,
      features: featuresOf(word),
    }))
  const isIn = (spans: readonly { start: number; end: number }[]) => (word: PageWord) =>
    spans.some(({ start, end }) => start <= word.start && word.end <= end)
  const otherWords = words.filter((word) => !isIn(identifiers)(word))
  return [...otherWords, ...identifiers].filter((word) => !isIn(addresses)(word)).sort((a, b) => a.start - b.start)
}

/** 0 for a phrase that is no topic. */
function scoreOf(phrase: Phrase, language: string): number {
  return phrase.terms.length > 1 ? scoreOfSeveralWords(phrase) : scoreOfWord(phrase, language)
}

function scoreOfSeveralWords({ score, count, terms }: Phrase): number {
  if (count > 1) return score * (LENGTH_FACTORS[terms.length - 1] ?? 1)
  const isInTitleOrHeading = score > MAX_SINGLE_TEXT_SCORE
  return isInTitleOrHeading ? score : SINGLE_PHRASE_FACTOR * score
}

function scoreOfWord({ score, count, spellings }: Phrase, language: string): number {
  if (score < MIN_WORD_SCORE) return 0
  // German nouns are capitalized, so a lower-case word is no topic there.
  const isLowerCase = [...spellings.keys()].some((each) => !/^\p{Lu}/u.test(each))
  if (language === 'de' && isLowerCase) return 0
  const spelling = mostFrequent(spellings)
  if (GENERIC_WORD.test(spelling.toLowerCase())) return 0
  const isName = /^\p{Lu}/u.test(spelling) && count > 1
  if (isName) return NAME_FACTOR * score
  return NON_NOUN_SUFFIX.test(spelling.toLowerCase()) ? 0 : score
}

function hasCommonTerm(one: string[], other: string[]): boolean {
  return one.some((term) => other.includes(term))
}

/** The most frequent spelling, or the abbreviation in capitals if there is one, with a capital first letter. */
function formatTopic(spellings: Map<string, number>): string {
  const repeated = [...spellings].filter(([, times]) => times > 1).map(([spelling]) => spelling)
  const abbreviation = repeated.find((each) => each.length <= MAX_ABBREVIATION_LENGTH && /^\p{Lu}+$/u.test(each))
  const topic = abbreviation ?? mostFrequent(spellings)
  return topic.includes('_') ? topic : topic.charAt(0).toLocaleUpperCase() + topic.slice(1)
}

function mostFrequent(spellings: Map<string, number>): string {
  let best = ''
  let maxTimes = 0
  for (const [spelling, times] of spellings) {
    if (times <= maxTimes) continue
    best = spelling
    maxTimes = times
  }
  return best
}
