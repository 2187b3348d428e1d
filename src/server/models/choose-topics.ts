/** Topics of a page that a person would pick as tags: what its title, headings and sentences keep naming. */
import { splitSentences, type SentenceKind } from '#server/text/sentences.ts'
import { wordFacts, type WordFacts } from '#server/text/word-facts.ts'
import { readWords, type Word } from '#server/text/words.ts'

const MAX_TOPICS = 5
/** What one naming counts, by where it stands; code names nothing to a reader. */
const WORTH: Readonly<Record<SentenceKind, number>> = {
  heading: 3,
  sentence: 1,
  term: 1,
  'list-item': 0.8,
  'table-row': 0.4,
  code: 0,
}
const TITLE_WORTH = 5
/** Behind the first part of a title often stands the site's name, which says nothing of the page. */
const SITE_WORTH = 0.5
/** Phrases of two and three words say more than one word, when they are named more than once. */
const LENGTH_WORTH = [1, 2.2, 2.4]
const STRONG = 2

/** English words with these endings are seldom a topic by themselves, and these words of every page never. */
const NOT_ALONE = /(?:ly|ed|ing|able|ible|ful|ous|ive|less|est)$/
const NEVER_ALONE =
  /^(?:section|chapter|page|example|table|figure|appendix|introduction|overview|contents|note|notes|see|item|list|menu|home|prev|next|up|part|value|values|number|name|names|thing|things|way|people|time|year|years|day|days|first|second|third|new|old|many|different|following|information|case|cases|set|type|types|data|text|default|available|possible|important|great|good|large|small|fix|release|documentation|tutorial|create|select|update|insert|delete|true|false|null|abschnitt|kapitel|seite|beispiel|tabelle|jahr|jahre|einführung|introducción|capítulo|página|ejemplo|chapitre|exemple)$/

type Phrase = { score: number; count: number; words: string[]; shown: Map<string, number> }

/** Three to five, most telling first; fewer only when the page does not name as many. */
export function chooseTopics(
  { title, content, language }: { title: string; content: string; language: string },
  spans = splitSentences(content),
): string[] {
  const phrases = new Map<string, Phrase>()
  const [subject = '', ...site] = title.split(/\s+[|–—·»-]\s+/)
  collect(phrases, subject, language, TITLE_WORTH)
  for (const part of site) collect(phrases, part, language, SITE_WORTH)
  for (const { start, end, kind } of spans) {
    if (WORTH[kind] > 0) collect(phrases, content.slice(start, end), language, WORTH[kind])
  }

  const chosen: Phrase[] = []
  for (const phrase of bestFirst(phrases.values(), language)) {
    if (chosen.length === MAX_TOPICS) break
    if (!chosen.some((each) => overlap(each.words, phrase.words))) chosen.push(phrase)
  }
  return chosen.map(({ shown }) => inProperCase(shown))
}

/** Nearly all phrases are named once and never looked at: the strong ones are sorted first. */
function* bestFirst(phrases: Iterable<Phrase>, language: string): Generator<Phrase> {
  const strong: { phrase: Phrase; score: number }[] = []
  const weak: typeof strong = []
  for (const phrase of phrases) {
    const score = scoreOf(phrase, language)
    if (score > 0) (score >= STRONG ? strong : weak).push({ phrase, score })
  }
  for (const { phrase } of strong.sort((a, b) => b.score - a.score)) yield phrase
  for (const { phrase } of weak.sort((a, b) => b.score - a.score)) yield phrase
}

type Spoken = { facts: WordFacts; word: string }

/** Adds each run of up to three telling words that stand side by side. */
function collect(phrases: Map<string, Phrase>, text: string, language: string, worth: number): void {
  const factsOf = wordFacts(language)
  let before: Spoken | null = null
  let beforeThat: Spoken | null = null
  let lastEnd = -1
  for (const { text: word, start, end } of topicWords(text)) {
    const sideBySide = (lastEnd + 1 === start && text[lastEnd] === ' ') || (lastEnd === start && before !== null)
    if (!sideBySide) before = beforeThat = null
    lastEnd = end
    const facts = factsOf(word)
    if (facts.isSmall || facts.hasDigit || word.length < (facts.isLatin ? 3 : 2)) {
      before = beforeThat = null
      continue
    }
    const { term } = facts
    const space = facts.isLatin || text[start - 1] === ' ' ? ' ' : ''
    count(phrases, worth, term, word, () => [term])
    if (before) {
      const { facts: first, word: firstWord }: Spoken = before
      count(phrases, worth, `${first.term} ${term}`, firstWord + space + word, () => [first.term, term])
      if (beforeThat) {
        const { facts: zeroth, word: zerothWord }: Spoken = beforeThat
        const shown = zerothWord + space + firstWord + space + word
        count(phrases, worth, `${zeroth.term} ${first.term} ${term}`, shown, () => [zeroth.term, first.term, term])
      }
    }
    beforeThat = before
    before = { facts, word }
  }
}

function count(phrases: Map<string, Phrase>, worth: number, key: string, shown: string, words: () => string[]): void {
  let phrase = phrases.get(key)
  if (!phrase) phrases.set(key, (phrase = { score: 0, count: 0, words: words(), shown: new Map() }))
  phrase.score += worth
  phrase.count += 1
  phrase.shown.set(shown, (phrase.shown.get(shown) ?? 0) + 1)
}

/** An identifier is one word here, without its parts. */
function topicWords(text: string): Word[] {
  const words = readWords(text)
  if (!text.includes('_')) return words.filter(({ kind }) => kind === 'word')
  const identifiers = words.filter(({ text: word, kind }) => kind === 'compound' && word.includes('_'))
  const isPart = (word: Word) => identifiers.some(({ start, end }) => start <= word.start && word.end <= end)
  return words.filter((word) => identifiers.includes(word) || (word.kind === 'word' && !isPart(word)))
}

function scoreOf({ score, count, words, shown }: Phrase, language: string): number {
  if (words.length > 1) {
    if (count > 1) return score * (LENGTH_WORTH[words.length - 1] ?? 1)
    return score > SITE_WORTH + 2 ? score : 0.2 * score // named once: only by a title or a heading
  }
  // A word named once, and in German one without a capital (no noun), is no topic.
  if (score < 2 || (language === 'de' && ![...shown].every(([each]) => /^\p{Lu}/u.test(each)))) return 0
  const form = commonest(shown)
  // A name or an abbreviation is a topic even when its word would not be.
  if (NEVER_ALONE.test(form.toLowerCase())) return 0
  const isName = /^\p{Lu}/u.test(form) && count > 1
  if (!isName && NOT_ALONE.test(form.toLowerCase())) return 0
  return isName ? 1.3 * score : score
}

function overlap(one: string[], other: string[]): boolean {
  return one.some((word) => other.includes(word))
}

/** As it is written most often, an abbreviation in capitals when it is anywhere, with a capital in front. */
function inProperCase(shown: Map<string, number>): string {
  const capitals = [...shown].find(([form, times]) => times > 1 && form.length <= 6 && /^\p{Lu}+$/u.test(form))?.[0]
  const form = capitals ?? commonest(shown)
  return form.includes('_') ? form : form.charAt(0).toLocaleUpperCase() + form.slice(1)
}

function commonest(shown: Map<string, number>): string {
  let most = ''
  let times = 0
  for (const [form, own] of shown) if (own > times) [most, times] = [form, own]
  return most
}
