/** Reads one citation of a model: [S1: "words of the page"], also [S1], [1], 【S1】, [S1, S2] and [S1: "…"; S3: "…"]. */

export type CitedSource = {
  source: number
  /** The words of the page that the model gave as support; undefined if it gave none. */
  quote?: string
}

export type CitationSyntax = { length: number; sources: CitedSource[] }

const OPENING = /[[【]/y
const CLOSING = /[ \t]*(?:†[^\]】\n]{0,100}[ \t]*)?[\]】]/y
const SOURCE = /[ \t]*(?:source[ \t]*)?((?:S[ \t]*)?)(\d{1,5})/iy
const SEPARATOR = /[ \t]*[,;、&和][ \t]*/y
const BEFORE_QUOTE = /\s*(?:[:：=|–—-]\s*)?(?=["“”„«»「『'‘’])/y
/** Small models forget the quotation marks. */
const BEFORE_BARE_QUOTE = /[ \t]*[:：][ \t]*(?=[^\s\]】])/y
/** A citation without a quote so far that may go on. */
const UNFINISHED =
  /^[[【](?: {0,4}(?:source {1,2})?(?:S ?)?\d{1,5} ?[,;、&和])* {0,3}(?:s(?:o(?:u(?:r(?:ce?)?)?)?)? ?)?(?:S? ?\d{0,5} ?(?:[:：=|–—-]\s?)?|\d{1,5}†[^\]】\n]{0,100})$/i
/** The same after a quote. */
const UNFINISHED_AFTER_QUOTE =
  /^[\s,;、&和]*(?:s(?:o(?:u(?:r(?:ce?)?)?)?)?\s*)?(?:S\s*)?(?:\d{1,5}\s*)?(?:[:：=|–—-]\s*)?$/i

const CLOSING_MARKS: Readonly<Record<string, string>> = {
  '"': '"”',
  '“': '”"',
  '”': '”"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  "'": "'’",
  '‘': "’'",
  '’': "’'",
}
/** After a closing quotation mark: the end of the citation, or its next source. */
const AFTER_QUOTE = /\s*(?:[\]】]|[,;、&和]\s*(?:source\s*)?(?:S\s*)?\d{1,5}\s*[:：\]】,;])/iy
/** A quote without end is over before a blank line and before the next citation. */
const INTERRUPTION = /\n[ \t]*\n|[[【]\s*(?:source\s*)?(?:S\s*)?\d{1,5}\s*[:：\]】]/gi
/** In characters; asked for are 25 words. */
const MAX_QUOTE_LENGTH = 1500

/**
 * The citation at the beginning of `text`, null without one, 'unfinished' if that depends on further text. With
 * `hasEnded` no further text follows. A quote whose end is missing is cut where it most likely ends.
 */
export function readCitation(text: string, hasEnded: boolean): CitationSyntax | 'unfinished' | null {
  if (UNFINISHED.test(text)) return 'unfinished'
  const sources: CitedSource[] = []
  let quoteEnd = -1
  let at = match(OPENING, text, 0)?.end ?? -1
  while (at >= 0) {
    const source = match(SOURCE, text, at)
    if (!source) break
    sources.push({ source: Number(source.groups[1]) })
    at = source.end
    const isNamed = source.groups[0] !== ''
    const introduction = match(BEFORE_QUOTE, text, at) ?? (isNamed ? match(BEFORE_BARE_QUOTE, text, at) : null)
    if (introduction) {
      const quote = readQuote(text, introduction.end, hasEnded)
      if (quote === 'unfinished') return quote
      addQuote(sources, quote.words)
      if (quote.isLast) return { length: quote.end, sources }
      at = quoteEnd = quote.end
    }
    const closing = match(CLOSING, text, at)
    if (closing) return endOf(text, closing.end, sources, hasEnded)
    at = match(SEPARATOR, text, at)?.end ?? -1
  }
  if (quoteEnd < 0) return null
  // The words of a quote must not be shown, so the citation counts as far as it was read.
  const mayContinue = !hasEnded && UNFINISHED_AFTER_QUOTE.test(text.slice(quoteEnd))
  return mayContinue ? 'unfinished' : { length: quoteEnd, sources }
}

/** A parenthesis after the bracket makes it the text of a link. */
function endOf(text: string, length: number, sources: CitedSource[], hasEnded: boolean) {
  if (sources.some(({ quote }) => quote !== undefined)) return { length, sources }
  if (length === text.length && !hasEnded) return 'unfinished'
  return text[length] === '(' ? null : { length, sources }
}

/** One quote after several sources belongs to all of them. */
function addQuote(sources: CitedSource[], quote: string) {
  for (const source of sources.toReversed()) {
    if (source.quote !== undefined) return
    source.quote = quote
  }
}

type Quote = { words: string; end: number; isLast: boolean }

/** `isLast` if the citation ends with the quote because its bracket is missing. */
function readQuote(text: string, start: number, hasEnded: boolean): Quote | 'unfinished' {
  const marks = CLOSING_MARKS[text[start] ?? '']
  const from = marks ? start + 1 : start
  const { limit, isReached } = interruption(text, from)
  const quoteUntil = (index: number, isLast: boolean): Quote => {
    return { words: text.slice(from, index).trim(), end: marks ? index + 1 : index, isLast }
  }
  let openBrackets = 0
  let firstMark = -1
  let lastEnd = -1
  for (let index = from; index < limit; index++) {
    const character = text[index] ?? ''
    if (marks?.includes(character) && firstMark < 0) firstMark = index
    const isEnd = marks ? marks.includes(character) && isMatch(AFTER_QUOTE, text, index + 1) : /[\]】]/.test(character)
    // The bracket belongs to the quoted words while one of theirs is open: `[S1: "use ["a"] here"]`.
    if (isEnd && openBrackets === 0) return quoteUntil(index, false)
    if (isEnd) lastEnd = index
    if (character === '[') openBrackets++
    if (character === ']') openBrackets = Math.max(0, openBrackets - 1)
  }
  if (!isReached && !hasEnded) return 'unfinished'
  if (lastEnd >= 0) return quoteUntil(lastEnd, false)
  if (firstMark >= 0) return quoteUntil(firstMark, true)
  const newline = text.indexOf('\n', from)
  if (!isReached && newline === -1) return 'unfinished'
  const end = newline === -1 ? limit : Math.min(newline, limit)
  return { words: text.slice(from, end).trim(), end, isLast: true }
}

function interruption(text: string, from: number): { limit: number; isReached: boolean } {
  INTERRUPTION.lastIndex = from
  const limit = Math.min(INTERRUPTION.exec(text)?.index ?? Infinity, from + MAX_QUOTE_LENGTH)
  return { limit: Math.min(limit, text.length), isReached: limit < text.length }
}

type Match = { end: number; groups: string[] }

function match(pattern: RegExp, text: string, at: number): Match | null {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found ? { end: at + found[0].length, groups: found.slice(1) } : null
}

const isMatch = (pattern: RegExp, text: string, at: number) => match(pattern, text, at) !== null
