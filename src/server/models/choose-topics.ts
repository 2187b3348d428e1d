/** Topics of a page that a person would pick as tags: what its title, headings and sentences keep naming. */
import { splitSentences, type SentenceKind } from '#server/text/sentences.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords, type Word } from '#server/text/words.ts'

const MAX_TOPICS = 5
const LONGEST_PHRASE = 3
/** What one naming counts, by where it stands; code names nothing to a reader. */
const WORTH: Readonly<Record<SentenceKind, number>> = {
  heading: 3,
  sentence: 1,
  'list-item': 0.8,
  'table-row': 0.4,
  code: 0,
}
const TITLE_WORTH = 5
/** Behind the first part of a title often stands the site's name, which says nothing of the page. */
const SITE_WORTH = 0.5
/** Phrases of two and three words say more than one word, when they are named more than once. */
const LENGTH_WORTH = [1, 2.2, 2.4]

/** English words with these endings are seldom a topic by themselves, and these words of every page never. */
const NOT_ALONE = /(?:ly|ed|ing|able|ible|ful|ous|ive|less|est)$/
const NEVER_ALONE =
  /^(?:section|chapter|page|example|table|figure|appendix|introduction|overview|contents|note|notes|see|item|list|menu|home|prev|next|up|part|value|values|number|name|names|thing|things|way|people|time|year|years|day|days|first|second|third|new|old|many|different|following|information|case|cases|set|type|types|data|text|default|available|possible|important|great|good|large|small|fix|release|documentation|tutorial|create|select|update|insert|delete|true|false|null|abschnitt|kapitel|seite|beispiel|tabelle|jahr|jahre|einführung|introducción|capítulo|página|ejemplo|chapitre|exemple)$/

type Phrase = { score: number; count: number; words: string[]; shown: Map<string, number> }

/** Three to five, most telling first; fewer only when the page does not name as many. */
export function chooseTopics(page: { title: string; content: string; language: string }): string[] {
  const { title, content, language } = page
  const phrases = new Map<string, Phrase>()
  const [subject = '', ...site] = title.split(/\s+[|–—·»-]\s+/)
  collect(phrases, subject, language, TITLE_WORTH)
  for (const part of site) collect(phrases, part, language, SITE_WORTH)
  for (const { start, end, kind } of splitSentences(content)) {
    if (WORTH[kind] > 0) collect(phrases, content.slice(start, end), language, WORTH[kind])
  }

  const chosen: Phrase[] = []
  const scored = [...phrases.values()].map((phrase) => ({ phrase, score: scoreOf(phrase, language) }))
  const ranked = scored.filter(({ score }) => score > 0)
  for (const { phrase } of ranked.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === MAX_TOPICS) break
    if (!chosen.some((each) => overlap(each.words, phrase.words))) chosen.push(phrase)
  }
  return chosen.map(({ shown }) => inProperCase(shown))
}

/** Adds each run of up to three telling words that stand side by side. */
function collect(phrases: Map<string, Phrase>, text: string, language: string, worth: number): void {
  const termOf = termReader(language)
  let run: { term: string; word: string }[] = []
  let lastEnd = -1
  for (const { text: word, start, end } of topicWords(text)) {
    const sideBySide = text.slice(lastEnd, start) === ' ' || (lastEnd === start && run.length > 0)
    if (!sideBySide) run = []
    lastEnd = end
    if (isStopWord(fold(word, language), language) || /\p{N}/u.test(word) || word.length < (isLatin(word) ? 3 : 2)) {
      run = []
      continue
    }
    const isSpaced = isLatin(word) || text[start - 1] === ' '
    run = [...run, { term: termOf(word), word }].slice(-LONGEST_PHRASE)
    for (let length = 1; length <= run.length; length++) {
      const part = run.slice(-length)
      const key = part.map((each) => each.term).join(' ')
      const words = part.map((each) => each.term)
      const phrase = phrases.get(key) ?? { score: 0, count: 0, words, shown: new Map<string, number>() }
      const shown = part.map((each) => each.word).join(isSpaced ? ' ' : '')
      phrase.score += worth
      phrase.count += 1
      phrase.shown.set(shown, (phrase.shown.get(shown) ?? 0) + 1)
      phrases.set(key, phrase)
    }
  }
}

/** An identifier is one word here, without its parts. */
function topicWords(text: string): Word[] {
  const words = readWords(text)
  const identifiers = words.filter(({ text: word, kind }) => kind === 'compound' && word.includes('_'))
  const isPart = (word: Word) => identifiers.some(({ start, end }) => start <= word.start && word.end <= end)
  return words.filter((word) => identifiers.includes(word) || (word.kind === 'word' && !isPart(word)))
}

function isLatin(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
}

function scoreOf({ score, count, words, shown }: Phrase, language: string): number {
  if (words.length > 1) {
    if (count > 1) return score * (LENGTH_WORTH[words.length - 1] ?? 1)
    return score > SITE_WORTH + 2 ? score : 0.2 * score // named once: only by a title or a heading
  }
  const form = commonest(shown)
  // A word named once, and in German one without a capital (no noun), is no topic.
  if (score < 2 || (language === 'de' && ![...shown].every(([each]) => /^\p{Lu}/u.test(each)))) return 0
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
  return [...shown].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
