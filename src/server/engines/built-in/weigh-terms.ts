/** How much each word of a question counts, for ranking sentences and for deciding whether they answer. */
import type { SourcePassage } from '#server/engines/engine.ts'
import { weightInQuery } from '#server/platform/question/build-search-query.ts'
import { expandWords } from '#server/platform/text/related-words/expand-words.ts'
import { splitWords, type Word } from '#server/platform/text/split-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'
import { isKeyword, isStopWord } from '#server/platform/text/stop-words.ts'
import { expectedAnswerType } from './question-type.ts'
import { valueOf } from './value-words.ts'

export type WeighedTerms = {
  /**
   * Distinct content terms in the order of the question, each with the terms that pages may have instead; `weight` is
   * the IDF, less for a term that no page contains. `value` matches what answers a question for a term such as "price".
   * `namesSite` is true for the name of the site, which says nothing about a page of it.
   */
  terms: { term: string; weight: number; related: readonly string[]; value: RegExp | null; namesSite: boolean }[]
  totalWeight: number
  /** `totalWeight` with the weight that the name of the site has in the search alone. */
  searchWeight: number
  /** Share of the question's IDF that `totalWeight` leaves out, 0 to 1: for absent terms, and for asking for a measure. */
  discount: { absent: number; measure: number }
  /**
   * The terms that are numbers, or capitalized words other than the first; not the name of the site, which no page
   * lacks.
   */
  namedTerms: string[]
}

/** Verbs that hardly say what is asked, by language: "fate" is one in Italian alone. */
const LIGHT_VERBS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'find get got give take bring need want keep know tell happen happens possible work works look looking go going',
    de: `finde finden bekomme bekommen kriege gibt geht gehen habt brauche brauchen möchte will mache passiert bringen
      nehmen stellt komme kommen beantrage beantragen`,
    fr: `faire fais fait va vais aller venir viens mettre passer passe prendre donner avoir besoin veux voudrais
      souhaite`,
    es: 'hago haces hacéis hacer voy vas ir quiero quisiera necesito tengo tenéis poner pongo dais saber',
    it: 'faccio fare fate voglio vorrei devo vado andare avete bisogno mettere prendere sapere',
  }).map(([language, verbs]) => [language, new Set(verbs.split(/\s+/))]),
)
const LIGHT_VERB_WEIGHT = 0.3
/** Weight of an adjective that only asks for a measure, which the answer gives without it: "how large", "wie lange". */
const MEASURE_WEIGHT = 0.3
const NONE_ABSENT = { terms: new Set<string>(), weight: 1 }

/** `weight` is `full`, the IDF of the term, or a share of it. */
type WeighedTerm = {
  weight: number
  full: number
  isMeasure: boolean
  related: readonly string[]
  value: RegExp | null
}

/** `passages` are the search results: they know how rare each term is. */
export function weighTerms(query: string, language: string, passages: readonly SourcePassage[]): WeighedTerms {
  const toTerm = stemmerFor(language)
  const terms = weighEach(query, language, passages)
  const siteTerms = passages[0]?.found?.terms.siteTerms
  const weighed = [...terms.values()]
  const totalWeight = sumOf(weighed, ({ weight }) => weight)
  const fullWeight = sumOf(weighed, ({ full }) => full) || 1
  const leftOut = (some: readonly WeighedTerm[]) => sumOf(some, ({ full, weight }) => full - weight) / fullWeight
  return {
    terms: [...terms].map(([term, { weight, related, value }]) => {
      return { term, weight, related, value, namesSite: siteTerms?.has(term) === true }
    }),
    totalWeight,
    searchWeight: totalWeight + sumOf([...terms.keys()], (term) => siteTerms?.get(term) ?? 0),
    discount: {
      absent: leftOut(weighed.filter(({ isMeasure }) => !isMeasure)),
      measure: leftOut(weighed.filter(({ isMeasure }) => isMeasure)),
    },
    namedTerms: splitWords(query).flatMap((word) => {
      const term = toTerm(word.text)
      return isNamed(word, query, language) && terms.has(term) && !siteTerms?.has(term) ? term : []
    }),
  }
}

/** The content terms of the question, each once: of several words with one term the last counts, of equal weight. */
function weighEach(query: string, language: string, passages: readonly SourcePassage[]): Map<string, WeighedTerm> {
  const toTerm = stemmerFor(language)
  const { idf, absent } = passages[0]?.found?.terms ?? { idf: idfAmong(passages, language), absent: NONE_ABSENT }
  const maxIdf = Math.max(1, ...Object.values(idf))
  const words = splitWords(query)
  const asksForNumber = expectedAnswerType(query) === 'number'
  // What several words only suggest together is no word of an answer.
  const listed = expandWords(words, language, query).filter(({ weight }) => weight === 1)
  const counted = words.filter((word) => isCounted(word, words, query, language))
  const terms = new Map<string, WeighedTerm>()
  for (const [position, word] of words.entries()) {
    if (!counted.includes(word)) continue
    const term = toTerm(word.text)
    const lightness = LIGHT_VERBS[language]?.has(word.text.toLowerCase()) ? LIGHT_VERB_WEIGHT : 1
    const full = (idf[term] ?? maxIdf) * lightness * weightInQuery(query, word.start)
    if (full < (terms.get(term)?.full ?? 0)) continue
    const isMeasure = asksForNumber && /\b(?:how|wie)\s+$/i.test(query.slice(0, word.start))
    const value = valueOf(word.text)
    const isAbsent = absent.terms.has(term) && !isNamed(word, query, language) && !value
    const shareOfAbsent = isAbsent ? absent.weight : 1
    const share = isMeasure ? MEASURE_WEIGHT : shareOfAbsent
    const related = listed.flatMap((each) => (each.positions.includes(position) ? each.related : []))
    related.push(...joinedWithNeighbors(word, counted).map(toTerm))
    terms.set(term, { weight: full * share, full, isMeasure, related, value })
  }
  return terms
}

/** The word written as one with those beside it: "rain cover" may be "raincover" on a page. */
function joinedWithNeighbors(word: Word, counted: readonly Word[]): string[] {
  const n = counted.indexOf(word)
  const [before, after] = [counted[n - 1], counted[n + 1]]
  const joined = [before && before.text + word.text, after && word.text + after.text]
  return joined.filter((text) => text !== undefined)
}

/** False for stop words, and for all but one reading of an identifier, which counts once, as a whole. */
function isCounted(word: Word, words: readonly Word[], query: string, language: string): boolean {
  const { text, start, end, kind } = word
  if (kind === 'bigram') return false
  if (kind === 'compound' && !isIdentifier(text)) return false
  const isPartOf = (whole: Word) => whole.start <= start && end <= whole.end && whole.text !== text
  if (words.some((other) => isIdentifier(other.text) && isPartOf(other))) return false
  return isKeyword(text, query) || !isStopWord(fold(text, language), language)
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0)
}

/** "Wait 5 seconds", "every 10th line": a page need not have the same amount. */
const AMOUNT = /^\d{1,2}(?:st|nd|rd|th)?$/
/** Starts an error message and names nothing. */
const SEVERITY = /^(?:error|fatal|warning|exception|panic|fehler|warnung)$/i

/** "varchar(255)": an argument, which a page need not have. */
const isArgument = (query: string, start: number) => /^\p{L}\($/u.test(query.slice(Math.max(0, start - 2), start))

/** In German every noun has a capital, so only numbers and abbreviations count there. */
function isNamed({ text, start, kind }: Word, query: string, language: string): boolean {
  if (isArgument(query, start)) return false
  const name = language === 'de' ? /\p{N}|\p{Lu}{2}/u : /^\p{Lu}|\p{N}/u
  return kind === 'word' && start > 0 && name.test(text) && !SEVERITY.test(text) && !AMOUNT.test(text)
}

function isIdentifier(word: string): boolean {
  return /[_.]|^-/.test(word)
}

/** The IDF of each term among `passages`, for passages that do not come from a search. */
function idfAmong(passages: readonly SourcePassage[], language: string): Record<string, number> {
  const toTerm = stemmerFor(language)
  const frequencies = new Map<string, number>()
  for (const { text } of passages) {
    for (const term of new Set(splitWords(text).map((word) => toTerm(word.text)))) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    }
  }
  // As `idf` in retrieval/question-terms.ts.
  const idf = (frequency: number) => Math.log(1 + (passages.length - frequency + 0.5) / (frequency + 0.5))
  return Object.fromEntries([...frequencies].map(([term, frequency]) => [term, idf(frequency)]))
}
