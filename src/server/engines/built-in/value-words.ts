/** Words that name a kind of value. A page has the value and rarely the word: "Phone: +44 117 496 0182". */
import { patternOf, wholeWords } from '#server/platform/text/patterns.ts'

const PRICE = {
  word: patternOf(
    wholeWords('prices?|costs?|fees?|preise?|kosten|kostet|prix|tarifs?|co[uû]te?(?:nt)?'),
    wholeWords('prezz[oi]|cost[aio]|costano|precios?|cuestan?|preços?|custam?|prijs|prijzen'),
  ),
  // "€9", "10 euros", "14 €"; not "9".
  value:
    /(?:[€$£¥]|\b(?:CHF|EUR|USD|GBP))\s?\d|\d[\d.,]*\s?(?:[€$£¥]|(?:euros?|francs?|CHF|EUR|USD|GBP|dollars?|pounds?)\b)/iu,
}

const KINDS: readonly { word: RegExp; value: RegExp }[] = [
  PRICE,
  {
    word: patternOf(wholeWords('numbers?|nummern?|telefonnummer|n[uú]m[eé]ros?|numer[oi]|nummer')),
    // "02 40 55 01 39", "+44 117 496 0182"; not "10,000" or "2024-05-01".
    value: /(?<![\d.,-])\+?\d{2,}(?:[ /()]{1,2}\d{2,}){1,}(?![\d.,-]\d)/u,
  },
  {
    word: patternOf(wholeWords('hours|öffnungszeiten|uhrzeit|horaires?|horarios?|orari|orario|openingstijden')),
    // "8:00", "14 h", "9 to 17", "8 pm", "10 Uhr"
    value: /\b\d{1,2}(?:[:.]\d{2}|\s?h(?:\s?\d{2})?|\s?[ap]\.?m\.?|\s(?:uhr|o’clock|o'clock))(?![\p{L}\d%])/iu,
  },
]

/** Matches the values that answer a question for `word`; null for most words. */
export function valueOf(word: string): RegExp | null {
  return KINDS.find((kind) => kind.word.test(word))?.value ?? null
}

/** True for "how much does it cost"; not for "how much does it hold". */
export const asksForPrice = (question: string) => PRICE.word.test(question)
export const hasPrice = (text: string) => PRICE.value.test(text)
