/** Words that name a kind of value. A page has the value and rarely the word: "Phone: +44 117 496 0182". */
import { patternOf, wholeWords } from '#server/platform/text/patterns.ts'
import { contactDetailPattern, PHONE } from '#server/platform/text/contact-details.ts'
import { dayValue } from './weekdays.ts'

const PRICE = {
  word: patternOf(
    wholeWords('prices?|costs?|fees?|preise?|kosten|kostet|prix|tarifs?|co[uû]te?(?:nt)?'),
    wholeWords('prezz[oi]|cost[aio]|costano|precios?|cuestan?|preços?|custam?|prijs|prijzen'),
  ),
  // "€9", "10 euros", "14 €"; not "9".
  value:
    /(?:[€$£¥]|\b(?:CHF|EUR|USD|GBP))\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|(?:euros?|francs?|CHF|EUR|USD|GBP|dollars?|pounds?)\b)/iu,
}

/** "8:00", "14 h", "8 pm", "10 Uhr" */
const TIME_OF_DAY = String.raw`\b\d{1,2}(?:[:.]\d{2}|\s?h(?:\s?\d{2})?|\s?[ap]\.?m\.?|\s(?:uhr|o’clock|o'clock))(?![\p{L}\d%])`
const HOURS = new RegExp(TIME_OF_DAY, 'iu')

/** The words of "what time", "à quelle heure". */
export const ASKS_TIME_OF_DAY =
  'what time|(?:um )?wie ?viel uhr|welche uhrzeit|(?:a )?qu[eé] horas?|(?:[àa] )?quelle heure|a che ora|hoe laat'

const KINDS: readonly { word: RegExp; value: RegExp }[] = [
  PRICE,
  {
    word: patternOf(
      wholeWords('numbers?|nummern?|telefonnummer|n[uú]m[eé]ros?|numer[oi]|nummer'),
      wholeWords('(?:tele)?phones?|telefon|t[ée]l[ée]phone|tel[eé]fono'),
    ),
    value: PHONE,
  },
  {
    word: patternOf(wholeWords('e-?mails?|e-?mail-?adressen?|courriel|correo')),
    value: contactDetailPattern('email'),
  },
  {
    word: patternOf(wholeWords('address(?:es)?|adressen?|anschrift|direcci[oó]n|indirizz[oi]')),
    value: contactDetailPattern('email', 'address'),
  },
  {
    word: patternOf(wholeWords('post-?codes?|zip|plz|postleitzahl')),
    value: contactDetailPattern('address'),
  },
  {
    word: patternOf(
      wholeWords('hours|öffnungszeiten|uhrzeit|uhr|horaires?|heures?|horarios?|horas?|orari|orario|ora|openingstijden'),
    ),
    value: HOURS,
  },
]

/** Matches the values that answer a question for `word`; null for most words. */
export function valueOf(word: string): RegExp | null {
  return dayValue(word) ?? KINDS.find((kind) => kind.word.test(word))?.value ?? null
}

/** "What is cheaper, a bridge or an implant?" */
export const ASKS_WHAT_IS_CHEAPER = wholeWords(
  'cheaper|cheapest|günstiger|billiger|am (?:günstigsten|billigsten)|más baratos?|más económicos?|moins cher|più economic[oi]|meno caro',
)

/** "how much is a ticket", "cuánto es"; not "how much is left", "how much memory". */
const HOW_MUCH_IS = String.raw`^how much (?:is|are|was|were|would|for)\b(?!.*\b(?:left|used|free|allowed|lost|saved)\b)`
const HOW_MUCH = patternOf(
  ASKS_WHAT_IS_CHEAPER,
  HOW_MUCH_IS,
  wholeWords("cu[aá]nto (?:es|son|vale|valen|cobran)|c[’']est combien|combien pour|quanto viene|wie teuer"),
)

/** True for "how much does it cost"; not for "how much does it hold". */
export const asksForPrice = (question: string) => PRICE.word.test(question) || HOW_MUCH.test(question)

/** "what does a boat cost", "price of a boat"; not "what determines the price of a boat". */
const ASKS_PRICE_OF = patternOf(
  '^(?:what (?:is|are) )?(?:the )?(?:prices?|costs?|fees?) (?:of|for)\\b',
  HOW_MUCH_IS,
  String.raw`^(?:how much|what) (?:do|does|did|would|will) .+ cost\b`,
  wholeWords('was kosten|was kostet|wie viel kostet|wie teuer'),
  wholeWords('cu[aá]nto cuestan?|combien co[uû]tent?|quanto cost(?:a|ano)'),
)
const FREE = patternOf(
  wholeWords(
    'free|no charge|nothing|included|kostenlos|kostenfrei|gratis|inklusive|frei|gratuit(?:e|s|es)?|gratuit[oa]s?|grátis',
  ),
)
/** Some prices are a share of another, or in cents. */
const SHARE = /\d\s?(?:%|(?:per ?cent|prozent|por ciento|pour cent|per cento|cents?|ct|p)(?!\p{L}))/iu
/** True if the question asks what something costs, and the text says neither a price nor that it is free. */
export const lacksPrice = (question: string, text: string) =>
  ASKS_PRICE_OF.test(question) && !hasPrice(text) && !FREE.test(text) && !SHARE.test(text)

/** "how long does it last", "how old is it"; not "how high is the deposit". */
const OTHER_MEASURE = patternOf(
  wholeWords('how (?:long|old|often|many|far)', 'wie (?:lange|alt|oft|weit)|wie ?viele'),
  wholeWords('combien de temps|quel âge|cuánto (?:tiempo|dura|tarda)|qué edad|quanto (?:tempo|dura)|che età'),
)
const PRICES = new RegExp(PRICE.value.source, 'giu')

/** True for questions whose answer is a number, but no price. */
export const asksForNoPrice = (question: string) => OTHER_MEASURE.test(question)
export const withoutPrices = (text: string) => text.replace(PRICES, '')

export const hasPrice = (text: string) => PRICE.value.test(text)

const TIME_QUESTION = patternOf(wholeWords(ASKS_TIME_OF_DAY))
const TIMES = new RegExp(TIME_OF_DAY, 'giu')

/** True for "what time do you open"; not for "when was it built". */
export const asksForTimeOfDay = (question: string) => TIME_QUESTION.test(question)
/** "Sunday | closed" says when as well. */
export const CLOSED = /\b(?:closed|geschlossen|ruhetag|fermé|cerrad[oa]|chius[oa]|fechad[oa]|encerrad[oa]|gesloten)/i
const isClosedRow = (text: string) => text.includes('|') && CLOSED.test(text)
export const hasTimeOfDay = (text: string) => HOURS.test(text) || isClosedRow(text)
export const withoutTimes = (text: string) => text.replace(TIMES, '')
