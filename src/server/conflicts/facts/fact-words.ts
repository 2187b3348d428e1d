/** Turns a clause into the set of words that identifies what it is about. */
import { isStopWord } from '#server/platform/text/stop-words.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'

/** Words that say nothing about the subject: "the value of the option X is set to 5" is about X. */
const WEAK = new Set(
  `value values setting settings parameter parameters option options variable variables argument default defaults set sets
   is are be been being can may will must shall should would could has have having get gets take takes taking contain
   contains hold holds accept accepts support supports allow allows permit permits include includes including provide
   provides offer offers use uses used using usually typically currently normally generally always also just now still
   there here it its allowed permitted needed need needs nötig brauchen braucht benötigen benötigt enthalten omitted missing absent provided explicitly this that these those they them which who whose such both each every any all per of for to in on at by
   with from as an a the and or then only exactly configured specified given number amount total count limit limits
   limited maximum minimum max min initially automatically up most least you your we our us user's note please
   wert werte einstellung einstellungen parameter option optionen standard standardwert standardmäßig voreinstellung
   voreingestellt beträgt betragen liegt ist sind wird werden kann können darf dürfen muss müssen hat haben enthält
   unterstützt erlaubt bietet umfasst pro je jede jeder jedes alle immer derzeit normalerweise üblicherweise höchstens
   maximal mindestens bis zu der die das den dem des ein eine einen einem einer eines und oder von für auf in im am an bei
   mit aus als dabei nur genau anzahl zahl höchstzahl grenze sie ihr ihre ihrem wir man dieser diese dieses es er seit ab`.split(
    /\s+/,
  ),
)
/** Words that carry scope although they are stop words of the language. */
const SCOPE = new Set(
  `not no if when unless except before after while without during outside inside above below over under than more less first
   last other own same nor neither until wenn falls außer ohne vor nach während außerhalb innerhalb über unter mehr weniger
   andere erste letzte nicht kein keine beide between against`.split(/\s+/),
)
/** One form for words that say the same in a statement about a value. */
const SAME = new Map(
  Object.entries({
    long: 'length',
    longer: 'length',
    lang: 'länge',
    large: 'size',
    big: 'size',
    high: 'height',
    hoch: 'höhe',
    monthly: 'month',
    monatlich: 'monat',
    yearly: 'year',
    annually: 'year',
    jährlich: 'jahr',
    weighs: 'weight',
    wiegt: 'gewicht',
    expire: 'expiry',
    expires: 'expiry',
    people: 'person',
    persons: 'person',
    seats: 'seat',
    kept: 'keep',
    held: 'hold',
    sent: 'send',
    paid: 'pay',
    stored: 'store',
    aufbewahrt: 'aufbewahren',
  }),
)

export type FactWords = {
  /** Index terms without repetition, sorted. */
  terms: string[]
  /** Names such as `max_connections`, `core.autocrlf`, `--depth`, `json.dumps()`. */
  identifiers: string[]
  /** How many of the terms name something; the others only limit it ("if not"). */
  names: number
}

const TOKEN =
  /(?<![\p{L}\p{N}])--?[\p{L}][\p{L}\p{N}-]*|[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+|[\p{L}\p{N}_]+(?:['’]\p{L}+)?/gu

/** The words of `text` that name or limit what it is about. */
export function factWords(text: string, language: string): FactWords {
  const terms = new Set<string>()
  const identifiers = new Set<string>()
  let names = 0
  const toTerm = stemmerFor(language)
  for (const [token] of text.matchAll(TOKEN)) {
    if (isIdentifier(token)) {
      names++
      const name = token.startsWith('-') ? token : token.toLowerCase()
      identifiers.add(name)
      terms.add(name)
      continue
    }
    const word = fold(token.replace(/['’]s?$/u, ''), language)
    if (SCOPE.has(word)) terms.add(word)
    else if (!WEAK.has(word) && !isStopWord(word, language)) {
      const before = terms.size
      terms.add(toTerm(SAME.get(word) ?? word))
      if (terms.size > before && /\p{L}/u.test(word)) names++
    }
  }
  return { terms: [...terms].toSorted(), identifiers: [...identifiers], names }
}

/** The words of `one`, as it has them, that name something which `other` names too, in any form and order. */
export function sharedWords(one: string, other: string, language: string): string[] {
  const others = new Set(factWords(other, language).terms)
  const shared = new Map<string, string>()
  for (const [token] of one.matchAll(TOKEN)) {
    const [term] = factWords(token, language).terms
    if (term !== undefined && !SCOPE.has(term) && others.has(term) && !shared.has(term)) shared.set(term, token)
  }
  return [...shared.values()]
}

/** A name as code has it. A word of a sentence has no underscore, no full stop and no capital inside. */
function isIdentifier(token: string): boolean {
  return token.startsWith('-') || /_/.test(token) || /^\p{L}[^.]+\.\p{L}/u.test(token) || /\p{Ll}\p{Lu}/u.test(token)
}
