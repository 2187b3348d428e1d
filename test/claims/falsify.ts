/**
 * Makes false claims from true sentences, in English and German: one change per claim, each of which makes it false.
 */

/** A number generator for reproducible choices: 0 ≤ value < 1. */
export type Random = () => number

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Options = { language: 'en' | 'de'; random: Random }
/** Whole words at the start of a sentence are capitalized for another reason than being a name. */
const NAME = /(?<![.!?:“"„]\s*)(?<=\s|\(|[-–—"“„])\p{Lu}[\p{L}\p{N}'’.-]*\p{L}(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu

/** Runs of capitalized words that do not start a sentence; in German also nouns. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([name]) => name.replace(/['’]s?$/, '')))].filter(
    (name) => name.length > 2,
  )
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
}

export function haveCommonWord(a: string, b: string): boolean {
  const words = [...wordsOf(b)]
  return [...wordsOf(a)].some((word) =>
    words.some((other) => word.startsWith(other.slice(0, 4)) || other.startsWith(word.slice(0, 4))),
  )
}

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** Another name of `text` in place of one of the sentence's names. */
export function replaceName(sentence: string, text: string, { random }: Options): string[] {
  const name = pick(namesIn(sentence), random)
  if (!name) return []
  const other = pick(
    namesIn(text).filter((each) => !haveCommonWord(each, name)),
    random,
  )
  return other ? [sentence.replace(name, other)] : []
}

export function swapNames(sentence: string, { random }: Options): string[] {
  const names = namesIn(sentence)
  const first = pick(names, random)
  const second = pick(
    names.filter((name) => first && !haveCommonWord(name, first)),
    random,
  )
  if (!first || !second) return []
  const [a, b] = sentence.indexOf(first) < sentence.indexOf(second) ? [first, second] : [second, first]
  const [start, end] = [sentence.indexOf(a), sentence.indexOf(b)]
  if (end < start + a.length) return []
  return [sentence.slice(0, start) + b + sentence.slice(start + a.length, end) + a + sentence.slice(end + b.length)]
}

const UNITS: Record<string, [string, string][]> = {
  en: [
    ['months', 'years'],
    ['days', 'weeks'],
    ['hours', 'minutes'],
    ['miles', 'kilometres'],
    ['million', 'billion'],
    ['percent', 'times'],
    ['%', ' times'],
    ['km', 'm'],
    ['feet', 'metres'],
    ['yards', 'feet'],
    ['century', 'decade'],
    ['$', '€'],
  ],
  de: [
    ['Monate', 'Jahre'],
    ['Tage', 'Wochen'],
    ['Stunden', 'Minuten'],
    ['Meilen', 'Kilometer'],
    ['Millionen', 'Milliarden'],
    ['Prozent', 'Mal'],
    ['%', ' Mal'],
    ['km', 'm'],
    ['Jahrhundert', 'Jahrzehnt'],
  ],
}
const NUMBER_WORDS: Record<string, string[]> = {
  en: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'first', 'second', 'third'],
  de: ['zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'ersten', 'zweiten', 'dritten'],
}

/** One number changed: by one, its digits reversed, one digit more; another number word; another unit. */
export function changeNumber(sentence: string, { language, random }: Options): string[] {
  const numbers = [...sentence.matchAll(/\d+/g)].map(([digits]) => digits)
  const digits = pick(numbers, random)
  const changes: string[] = []
  if (digits !== undefined) {
    const reversed = [...digits].toReversed().join('')
    for (const other of [String(Number(digits) + 1), String(Math.abs(Number(digits) - 1)), reversed, `1${digits}`]) {
      if (Number(other) !== Number(digits)) changes.push(sentence.replace(digits, other))
    }
  }
  const words = NUMBER_WORDS[language] ?? []
  for (const [n, word] of words.entries()) {
    const pattern = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u')
    const other = words[n % 9 === 8 || n === 11 ? n - 1 : n + 1] ?? ''
    if (pattern.test(sentence)) changes.push(sentence.replace(pattern, other))
  }
  return [...changes.slice(0, 4), ...replaceWords(sentence, UNITS[language] ?? [])]
}

const COPULAS: Record<string, string> = {
  en: 'is|are|was|were|can|could|will|would|has|had|have|may|must|should|did|does',
  de: 'ist|sind|war|waren|wurde|wurden|wird|werden|hat|hatte|haben|hatten|kann|konnte|können|konnten',
}

/** A negation put in, or the sentence's negation left out. */
export function changeNegation(sentence: string, { language }: Options): string[] {
  const after = new RegExp(`(?<!\\p{L})(${COPULAS[language]})(?!\\p{L}|['’])(?! not| nicht)`, 'u')
  const claims = after.test(sentence) ? [sentence.replace(after, language === 'en' ? '$1 not' : '$1 nicht')] : []
  if (language === 'de') {
    const article = /(?<!\p{L})(ein(?:e[nmrs]?)?)(?!\p{L})/u
    if (article.test(sentence)) claims.push(sentence.replace(article, 'k$1'))
  }
  const negation =
    language === 'en'
      ? /\b(?:not|never)\s|(?<=\b(?:did|does|do|is|was|were|are|could|would))n['’]t\b/u
      : /(?<!\p{L})(?:nicht|nie|niemals)\s|(?<!\p{L})k(?=ein(?:e[nmrs]?)?(?!\p{L}))/u
  if (negation.test(sentence)) claims.push(sentence.replace(negation, ''))
  return claims
}

const OPPOSITES: Record<string, [string, string][]> = {
  en: [
    ['maximum', 'minimum'],
    ['before', 'after'],
    ['founded', 'fired'],
    ['faster', 'slower'],
    ['increase', 'decrease'],
    ['increased', 'decreased'],
    ['enable', 'disable'],
    ['first', 'last'],
    ['more', 'less'],
    ['north', 'south'],
    ['northern', 'southern'],
    ['east', 'west'],
    ['eastern', 'western'],
    ['larger', 'smaller'],
    ['large', 'small'],
    ['largest', 'smallest'],
    ['higher', 'lower'],
    ['high', 'low'],
    ['highest', 'lowest'],
    ['early', 'late'],
    ['won', 'lost'],
    ['beat', 'lost to'],
    ['new', 'old'],
    ['above', 'below'],
    ['over', 'under'],
    ['with', 'without'],
    ['men', 'women'],
    ['left', 'right'],
    ['began', 'ended'],
    ['possible', 'impossible'],
    ['true', 'false'],
    ['public', 'private'],
    ['oldest', 'youngest'],
    ['most', 'least'],
    ['into', 'out of'],
    ['from', 'to'],
    ['positive', 'negative'],
    ['strong', 'weak'],
    ['long', 'short'],
  ],
  de: [
    ['maximal', 'minimal'],
    ['vor', 'nach'],
    ['nach', 'vor'],
    ['schneller', 'langsamer'],
    ['erhöht', 'verringert'],
    ['ersten', 'letzten'],
    ['erste', 'letzte'],
    ['mehr', 'weniger'],
    ['nördlich', 'südlich'],
    ['nördlichen', 'südlichen'],
    ['östlichen', 'westlichen'],
    ['Norden', 'Süden'],
    ['Osten', 'Westen'],
    ['größer', 'kleiner'],
    ['größte', 'kleinste'],
    ['größten', 'kleinsten'],
    ['hohe', 'niedrige'],
    ['hohen', 'niedrigen'],
    ['höher', 'niedriger'],
    ['frühen', 'späten'],
    ['gewann', 'verlor'],
    ['neue', 'alte'],
    ['neuen', 'alten'],
    ['über', 'unter'],
    ['mit', 'ohne'],
    ['Männer', 'Frauen'],
    ['begann', 'endete'],
    ['möglich', 'unmöglich'],
    ['öffentlichen', 'privaten'],
    ['älteste', 'jüngste'],
    ['meisten', 'wenigsten'],
    ['langen', 'kurzen'],
    ['viele', 'wenige'],
    ['stark', 'schwach'],
    ['starke', 'schwache'],
    ['positiv', 'negativ'],
  ],
}
const QUANTIFIERS: Record<string, [string, string][]> = {
  en: [
    ['all', 'some'],
    ['some', 'all'],
    ['many', 'all'],
    ['most', 'all'],
    ['several', 'all'],
    ['every', 'no'],
    ['each', 'no'],
    ['at least', 'at most'],
    ['more than', 'exactly'],
    ['less than', 'more than'],
    ['up to', 'at least'],
    ['only', 'not only'],
    ['about', 'exactly'],
    ['few', 'many'],
    ['both', 'neither'],
    ['often', 'always'],
    ['usually', 'never'],
    ['sometimes', 'always'],
    ['may', 'must'],
    ['can', 'must'],
    ['or', 'and'],
    ['nearly', 'more than'],
    ['over', 'exactly'],
    ['any', 'every'],
  ],
  de: [
    ['alle', 'einige'],
    ['allen', 'einigen'],
    ['einige', 'alle'],
    ['viele', 'alle'],
    ['vielen', 'allen'],
    ['mehrere', 'alle'],
    ['jede', 'keine'],
    ['jeder', 'keiner'],
    ['mindestens', 'höchstens'],
    ['mehr als', 'genau'],
    ['weniger als', 'mehr als'],
    ['bis zu', 'mindestens'],
    ['nur', 'nicht nur'],
    ['etwa', 'genau'],
    ['rund', 'genau'],
    ['wenige', 'viele'],
    ['oft', 'immer'],
    ['häufig', 'immer'],
    ['manchmal', 'immer'],
    ['kann', 'muss'],
    ['können', 'müssen'],
    ['oder', 'und'],
    ['fast', 'mehr als'],
    ['meisten', 'allen'],
    ['beide', 'keine'],
  ],
}

export function changeToOpposite(sentence: string, { language }: Options): string[] {
  const pairs = OPPOSITES[language] ?? []
  return replaceWords(sentence, [...pairs, ...pairs.map(([a, b]): [string, string] => [b, a])]).slice(0, 3)
}

export function changeQuantifier(sentence: string, { language }: Options): string[] {
  return replaceWords(sentence, QUANTIFIERS[language] ?? []).slice(0, 3)
}

function replaceWords(sentence: string, pairs: readonly [string, string][]): string[] {
  return pairs.flatMap(([word, other]) => {
    const escaped = word.replace(/[$]/g, String.raw`\$&`)
    const pattern = new RegExp(/\p{L}/u.test(word) ? `(?<![\\p{L}-])${escaped}(?![\\p{L}-])` : escaped, 'u')
    return pattern.test(sentence) ? [sentence.replace(pattern, () => other)] : []
  })
}

/** The first half of one sentence and the second half of another. */
export function joinHalves(first: string, second: string): string[] {
  const half = (text: string) => text.indexOf(' ', text.length / 2)
  if (half(first) < 0 || half(second) < 0 || first === second) return []
  return [first.slice(0, half(first)) + second.slice(half(second))]
}
