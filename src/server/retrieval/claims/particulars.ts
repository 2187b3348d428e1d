/**
 * The particulars in which a claim can be found to disagree with a sentence: names, numbers with their units, negations,
 * quantifiers and conditions, directions, and the order of the parties. Other words that could not be aligned say nothing.
 */
import { areEqual, isContent, isNumber, type Hunk } from './align-tokens.ts'
import type { Token } from './claim-tokens.ts'
import { compareSentences, restricts, type Comparison, type Context } from './compare-sentences.ts'
import { NEGATIONS, type WordClasses } from './word-classes.ts'

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const UNITS = setOf(
  `second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries
   metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres millimetre millimetres mile
   miles foot feet inch inches yard yards m km cm mm ft litre litres liter liters gallon gallons gram grams kilogram
   kilograms kg g ton tons tonne tonnes pound pounds ounce ounces percent % times degree degrees dollar dollars euro euros
   $ € £ crown crowns millisecond milliseconds ms s h byte bytes kb mb gb tb kilobytes megabytes gigabytes watt watts volt
   volts sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren jahrzehnt
   jahrzehnte jahrhundert jahrhunderte metern kilometern zentimeter zentimetern meile meilen fuß zoll gramm kilogramm tonne
   tonnen pfund mal grad krone kronen bytes`,
)

/** Words that exclude each other in the same place. */
const OPPOSITES = opposites(
  `before:after above:below over:under into:out inside:outside from:to with:without up:down maximum:minimum more:less
   most:least most:fewest more:fewer first:last north:south northern:southern east:west eastern:western larger:smaller
   large:small largest:smallest big:small higher:lower high:low highest:lowest early:late earlier:later earliest:latest
   won:lost win:lose wins:loses new:old newest:oldest younger:older oldest:youngest faster:slower fast:slow increase:decrease
   increased:decreased increases:decreases rise:fall rose:fell enable:disable enabled:disabled enables:disables
   possible:impossible true:false public:private positive:negative strong:weak stronger:weaker long:short longer:shorter
   began:ended starts:ends started:ended open:closed opened:closed opens:closes left:right men:women bought:sold
   allowed:forbidden always:never add:remove added:removed on:off
   vor:nach über:unter mit:ohne maximal:minimal mehr:weniger meisten:wenigsten ersten:letzten erste:letzte
   norden:süden osten:westen nördlich:südlich nördlichen:südlichen östlich:westlich östlichen:westlichen größer:kleiner
   größte:kleinste größten:kleinsten große:kleine hohe:niedrige hohen:niedrigen höher:niedriger frühen:späten früher:später
   gewann:verlor neue:alte neuen:alten älteste:jüngste schneller:langsamer erhöht:verringert steigt:sinkt begann:endete
   möglich:unmöglich öffentlichen:privaten langen:kurzen lange:kurze viele:wenige stark:schwach positiv:negativ
   männer:frauen kaufte:verkaufte immer:nie innen:außen links:rechts öffnet:schließt hoch:runter`,
)

function opposites(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = list.split(/\s+/).flatMap((pair) => {
    const [a = '', b = ''] = pair.split(':')
    return [
      [a, b],
      [b, a],
    ] as const
  })
  const grouped = Map.groupBy(pairs, ([word]) => word)
  return new Map([...grouped].map(([word, group]) => [word, new Set(group.map(([, other]) => other))]))
}

/** Auxiliaries of the German passive as well as of the future. */
const TENSE = setOf('wird werden')
/** Tokens back to the number that a unit belongs to: "24 litres per minute". */
const UNIT_DISTANCE = 3
/** A longer part is another statement, not another name. */
const MAX_NAME_TOKENS = 5
/** Names exchanged at most, to find out that two of them have changed places. */
const MAX_NAMES = 5

/** Those of the differences that show a disagreement; none if the claim may say the same in other words. */
export function disagreements(
  claim: readonly Token[],
  source: readonly Token[],
  comparison: Comparison,
  context: Context,
): Hunk[] {
  if (comparison.isSupported) return []
  const found = comparison.differences.filter((hunk) => {
    const added = claim.slice(hunk.from, hunk.to)
    const dropped = source.slice(hunk.sourceFrom, hunk.sourceTo)
    return (
      isOtherName(added, dropped, claim, source, context) ||
      isOtherNumber(added, dropped, source, context.classes) ||
      isOtherUnit(hunk, claim, source) ||
      added.some(({ key }) => dropped.some((other) => OPPOSITES.get(key)?.has(other.key))) ||
      isOtherScope(hunk, claim, source, context.classes)
    )
  })
  return found.length > 0 ? found : exchangedNames(claim, source, context)
}

/** Two names of the claim, if the sentence supports it with each in the other's place. */
function exchangedNames(claim: readonly Token[], source: readonly Token[], context: Context): Hunk[] {
  const { classes } = context
  const known = [...source, ...context.previous]
  if (!claim.every((token) => !isContent(token, classes) || isIn(token, known, classes))) return []
  for (const { names, claim: exchanged } of exchangeNames(claim, classes)) {
    if (!compareSentences(exchanged, source, context).isSupported) continue
    const [a, b] = names
    const placeOf = ({ from, to }: Run) => {
      const sourceFrom = source.findIndex((token) => areEqual(claim[from] ?? token, token, classes))
      return { sourceFrom, sourceTo: sourceFrom + to - from }
    }
    return [
      { ...a, ...placeOf(b) },
      { ...b, ...placeOf(a) },
    ]
  }
  return []
}

const isIn = (token: Token, tokens: readonly Token[], classes: WordClasses) =>
  tokens.some((other) => areEqual(token, other, classes))

/** The claim names something that the sentence does not, where the sentence names something else. */
function isOtherName(
  added: readonly Token[],
  dropped: readonly Token[],
  claim: readonly Token[],
  source: readonly Token[],
  { classes, previous }: Context,
): boolean {
  if (Math.max(added.length, dropped.length) > MAX_NAME_TOKENS) return false
  const known = [...source, ...previous]
  const isNew = added.some((token) => isName(token, claim, classes) && !isIn(token, known, classes))
  if (isNew && dropped.some((token) => isName(token, source, classes) && !isIn(token, claim, classes))) return true
  // The name may be elsewhere in the sentence as well.
  return isNameAlone(added, claim, classes) && isNameAlone(dropped, source, classes)
}

function isNameAlone(part: readonly Token[], sentence: readonly Token[], classes: WordClasses): boolean {
  const content = part.filter((token) => isContent(token, classes))
  return content.length > 0 && content.every((token) => isName(token, sentence, classes))
}

/**
 * A capital at the start of a sentence is no sign of a name, unless the next word has one too; nor is one after an article
 * in German, where every noun has one.
 */
function isName(token: Token, sentence: readonly Token[], classes: WordClasses): boolean {
  if (!token.isCapitalised || !isContent(token, classes) || isNumber(token)) return false
  const at = sentence.indexOf(token)
  if (at === 0) return sentence[1]?.isCapitalised === true
  const isGerman = classes.language === 'de'
  return !isGerman || !classes.determiners.has(sentence[at - 1]?.key ?? '')
}

/** Another number in the same place: at the same end of both. */
function isOtherNumber(
  added: readonly Token[],
  dropped: readonly Token[],
  source: readonly Token[],
  classes: WordClasses,
): boolean {
  return [0, -1].some((end) => {
    const [claimed, written] = [added.at(end), dropped.at(end)]
    return claimed && written && isNumber(claimed) && isNumber(written) && !isIn(claimed, source, classes)
  })
}

function isOtherUnit(
  { from, to, sourceFrom, sourceTo }: Hunk,
  claim: readonly Token[],
  source: readonly Token[],
): boolean {
  const unitIn = (tokens: readonly Token[], start: number, end: number) => {
    const at = tokens.findIndex(({ key }, n) => n >= start && n < end && UNITS.has(key))
    return at >= 0 && tokens.slice(Math.max(0, at - UNIT_DISTANCE), at + 2).some(isNumber)
  }
  return unitIn(claim, from, to) && unitIn(source, sourceFrom, sourceTo)
}

/** A negation, quantifier or modal verb, of words that both sides have, or a condition, that only one side has. */
function isOtherScope(hunk: Hunk, claim: readonly Token[], source: readonly Token[], classes: WordClasses): boolean {
  const added = scopeIn(claim, hunk.from, hunk.to, classes)
  const dropped = scopeIn(source, hunk.sourceFrom, hunk.sourceTo, classes)
  const conditions = source.slice(hunk.sourceFrom, hunk.sourceTo).filter(({ key }) => classes.conditionWords.has(key))
  return (
    !added.every((token) => isIn(token, source, classes)) ||
    ![...dropped, ...conditions].every((token) => isIn(token, claim, classes) || isSaidOtherwise(token, claim))
  )
}

/** "Have to" for "must", and "longer than" for "for more than". */
function isSaidOtherwise({ key }: Token, claim: readonly Token[]): boolean {
  return claim.some(({ key: word }, n) => {
    const next = claim[n + 1]?.key ?? ''
    if (key === 'must') return /^(?:have|has|needs?|required)$/.test(word) && next === 'to'
    return (
      /^(?:more|mehr)$/.test(key) &&
      word.endsWith('er') &&
      /^(?:than|als)$/.test(next) &&
      !/^(?:fewer|weniger)$/.test(word)
    )
  })
}

/** The words of `tokens[from, to)` that restrict what both sides have: the next word, or the clause that they end. */
function scopeIn(tokens: readonly Token[], from: number, to: number, classes: WordClasses): readonly Token[] {
  const part = tokens.slice(from, to)
  const lastContent = part.findLastIndex((token) => isContent(token, classes))
  const last = part.slice(lastContent + 1).filter((token) => restricts(token, classes) && !TENSE.has(token.key))
  if (to < tokens.length) return last
  return part.some(({ afterBreak }) => afterBreak) ? [] : last.filter(({ key }) => NEGATIONS.has(key))
}

type Run = { from: number; to: number }

/** The names of a sentence as runs of tokens: "Ida Holm" is one. */
function nameRuns(tokens: readonly Token[], classes: WordClasses): Run[] {
  const runs: Run[] = []
  for (const [n, token] of tokens.entries()) {
    if (!isName(token, tokens, classes)) continue
    const last = runs.at(-1)
    if (last?.to === n && !token.afterBreak) last.to = n + 1
    else runs.push({ from: n, to: n + 1 })
  }
  return runs.slice(0, MAX_NAMES)
}

/** The claim with two of its names in each other's place, for each pair of names. */
function exchangeNames(claim: readonly Token[], classes: WordClasses): { claim: Token[]; names: [Run, Run] }[] {
  const runs = nameRuns(claim, classes)
  return runs.flatMap((first, n) =>
    runs.slice(n + 1).map((second) => ({
      names: [first, second] as [Run, Run],
      claim: [
        ...claim.slice(0, first.from),
        ...claim.slice(second.from, second.to),
        ...claim.slice(first.to, second.from),
        ...claim.slice(first.from, first.to),
        ...claim.slice(second.to),
      ],
    })),
  )
}
