type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A number and its unit: "25 MB", "{n} MB", "{ms, number} ms". */
const BEFORE_UNIT = /(?<=[\d}]) (?=(?:[kMG]?B|ms|px|%)(?![\p{L}\p{N}]))/gu
/** "Wird gespeichert …": alone on a line, it says nothing. */
const BEFORE_ELLIPSIS = / (?=…)/gu
/** Its hyphen is part of the word, while that after it in "E-Mail-Adresse" joins two. */
const EMAIL = /(?<!\p{L})E-Mail/gu

/** The texts of a language, with no line break between a number and its unit, before an ellipsis or inside "E-Mail". */
export function keepTogether<T extends Texts>(texts: T): T {
  const keep = (text: string) =>
    text.replace(BEFORE_UNIT, '\u00a0').replace(BEFORE_ELLIPSIS, '\u00a0').replace(EMAIL, 'E\u2011Mail')
  const all = Object.entries(texts).map(([group, names]) => [
    group,
    Object.fromEntries(Object.entries(names).map(([name, text]) => [name, keep(text)])),
  ])
  // The same names, with other strings.
  return Object.fromEntries(all) as T
}
