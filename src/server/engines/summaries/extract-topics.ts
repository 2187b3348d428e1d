/**
 * Keyphrase extraction: phrases of one to three content words, scored by frequency and by where they occur. No data set
 * was available: all constants are set by hand on real pages.
 */
import { splitSentences, type SentenceKind } from '#server/platform/text/split-sentences.ts'
import { wordFeaturesFor, type WordFeatures } from '#server/platform/text/word-features.ts'
import { splitWords, type Word } from '#server/platform/text/split-words.ts'

const MAX_TOPICS = 5
/** Score of one occurrence; code does not count. */
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
/** Factor for a capitalised word. */
const NAME_FACTOR = 1.3
/** Phrases from this score on are sorted first; it separates the few frequent ones from those that occur once. */
const HIGH_SCORE = 2

/** Suffixes of English words that are rarely nouns, and generic words: no topics on their own. */
const NON_NOUN_SUFFIX = /(?:ly|ed|ing|able|ible|ful|ous|ive|less|est)$/
const GENERIC_WORD =
  /^(?:section|chapter|page|example|table|figure|appendix|introduction|overview|contents|note|notes|see|item|list|menu|home|prev|next|up|part|value|values|number|name|names|thing|things|way|people|time|year|years|day|days|first|second|third|new|old|many|different|following|information|case|cases|set|type|types|data|text|default|available|possible|important|great|good|large|small|fix|release|documentation|tutorial|create|select|update|insert|delete|true|false|null|abschnitt|kapitel|seite|beispiel|tabelle|jahr|jahre|einführung|introducción|capítulo|página|ejemplo|chapitre|exemple)$/

type Phrase = {
  score: number
  count: number
  terms: string[]
  /** Spelling to the number of its occurrences. */
  spellings: Map<string, number>
}

/** At most five, best first, without common words between them. */
export function extractTopics(
  { title, content, language }: { title: string; content: string; language: string },
  spans = splitSentences(content),
): string[] {
  const phrases = new Map<string, Phrase>()
  const [pageTitle = '', ...siteName] = title.replace(SECTION_NUMBER, '').split(/\s+[|–—·»-]\s+/)
  collectPhrases(phrases, pageTitle, language, TITLE_SCORE)
  for (const part of siteName) collectPhrases(phrases, part, language, SITE_NAME_SCORE)
  for (const { start, end, kind } of spans) {
    const score = OCCURRENCE_SCORE[kind]
    if (score > 0) collectPhrases(phrases, content.slice(start, end), language, score)
  }

  const chosen: Phrase[] = []
  for (const phrase of bestFirst(phrases.values(), language)) {
    if (chosen.length === MAX_TOPICS) break
    if (!chosen.some((each) => hasCommonTerm(each.terms, phrase.terms))) chosen.push(phrase)
  }
  return chosen.map(({ spellings }) => formatTopic(spellings))
}

/** Nearly all phrases occur once and are never reached: sort them only if needed. */
function* bestFirst(phrases: Iterable<Phrase>, language: string): Generator<Phrase> {
  const high: { phrase: Phrase; score: number }[] = []
  const low: typeof high = []
  for (const phrase of phrases) {
    const score = scoreOf(phrase, language)
    if (score > 0) (score >= HIGH_SCORE ? high : low).push({ phrase, score })
  }
  for (const { phrase } of high.sort((a, b) => b.score - a.score)) yield phrase
  for (const { phrase } of low.sort((a, b) => b.score - a.score)) yield phrase
}

type ContentWord = { features: WordFeatures; word: string }

/** Counts each word n-gram (n = 1 to 3) of adjacent content words. */
function collectPhrases(phrases: Map<string, Phrase>, text: string, language: string, score: number): void {
  const featuresOf = wordFeaturesFor(language)
  let previous: ContentWord | null = null
  let beforePrevious: ContentWord | null = null
  let lastEnd = -1
  for (const { text: word, start, end } of topicWords(text)) {
    const isAdjacent = (lastEnd + 1 === start && text[lastEnd] === ' ') || (lastEnd === start && previous !== null)
    if (!isAdjacent) previous = beforePrevious = null
    lastEnd = end
    const features = featuresOf(word)
    if (features.isStopWord || features.hasDigit || word.length < (features.isCased ? 3 : 2)) {
      previous = beforePrevious = null
      continue
    }
    const third = features.term
    const space = features.isCased || text[start - 1] === ' ' ? ' ' : ''
    count(phrases, score, third, word, () => [third])
    if (previous) {
      const { features: secondFeatures, word: secondWord }: ContentWord = previous
      const second = secondFeatures.term
      count(phrases, score, `${second} ${third}`, secondWord + space + word, () => [second, third])
      if (beforePrevious) {
        const { features: firstFeatures, word: firstWord }: ContentWord = beforePrevious
        const first = firstFeatures.term
        const spelling = firstWord + space + secondWord + space + word
        count(phrases, score, `${first} ${second} ${third}`, spelling, () => [first, second, third])
      }
    }
    beforePrevious = previous
    previous = { features, word }
  }
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

/** The words of a text; an identifier counts as one word, without its parts. */
function topicWords(text: string): Word[] {
  const words = splitWords(text)
  if (!text.includes('_')) return words.filter(({ kind }) => kind === 'word')
  const identifiers = words.filter(({ text: word, kind }) => kind === 'compound' && word.includes('_'))
  const isPart = (word: Word) => identifiers.some(({ start, end }) => start <= word.start && word.end <= end)
  return words.filter((word) => identifiers.includes(word) || (word.kind === 'word' && !isPart(word)))
}

function scoreOf({ score, count, terms, spellings }: Phrase, language: string): number {
  if (terms.length > 1) {
    if (count > 1) return score * (LENGTH_FACTORS[terms.length - 1] ?? 1)
    const isInTitleOrHeading = score > SITE_NAME_SCORE + 2
    return isInTitleOrHeading ? score : SINGLE_PHRASE_FACTOR * score
  }
  // German nouns are capitalised, so a lower-case word is no topic there.
  if (score < 2 || (language === 'de' && ![...spellings].every(([each]) => /^\p{Lu}/u.test(each)))) return 0
  const spelling = mostFrequent(spellings)
  if (GENERIC_WORD.test(spelling.toLowerCase())) return 0
  const isName = /^\p{Lu}/u.test(spelling) && count > 1
  if (!isName && NON_NOUN_SUFFIX.test(spelling.toLowerCase())) return 0
  return isName ? NAME_FACTOR * score : score
}

function hasCommonTerm(one: string[], other: string[]): boolean {
  return one.some((term) => other.includes(term))
}

/** The most frequent spelling, or the abbreviation in capitals if there is one, with a capital first letter. */
function formatTopic(spellings: Map<string, number>): string {
  const abbreviation = [...spellings].find(
    ([spelling, times]) => times > 1 && spelling.length <= 6 && /^\p{Lu}+$/u.test(spelling),
  )?.[0]
  const topic = abbreviation ?? mostFrequent(spellings)
  return topic.includes('_') ? topic : topic.charAt(0).toLocaleUpperCase() + topic.slice(1)
}

function mostFrequent(spellings: Map<string, number>): string {
  let best = ''
  let maxTimes = 0
  for (const [spelling, times] of spellings) if (times > maxTimes) [best, maxTimes] = [spelling, times]
  return best
}
