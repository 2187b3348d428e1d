/** Joins words that a text formatter such as groff divides at the ends of lines: "recipi-" and "ent". */

/** A line as it is written before the next line of its paragraph: with a space, or without its hyphen. */
export type EndLine = (line: string, next: string) => string

/** Characters. Only so much of a line is looked at. */
const MAX_PART_LENGTH = 60
const PART = /[\p{L}\p{N}_$]*\p{L}(?=-$)/u
const REST = /^\p{Ll}[\p{L}\p{N}_]*/u
/** Also compounds: "built-in". */
const WORD = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu
/** "short- and long-term" */
const CONJUNCTION = /^(?:and|or|to|und|oder|bis|et|ou|y|o|e)$/
/** English writes a hyphen after these. */
const PREFIX = /^(?:non|self|well|built|all|ex|half|high|low|long|short|cross|up|user|end|time|case|multi|read|write)$/i
/** A formatter leaves so many characters on either side. */
const MIN_PART_LENGTH = 2

/** How the words of a page are spelled elsewhere in `texts` decides whether a line ends in the hyphen of a compound. */
export function lineEndsOf(texts: readonly string[]): EndLine {
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim())
  const divided: (readonly [part: string, rest: string])[] = []
  const counts = new Map<string, number>()
  const count = (word: string) => counts.get(word.toLowerCase()) ?? 0
  const wholeWords = [...lines]
  for (const [n, line] of lines.entries()) {
    const next = lines[n + 1] ?? ''
    const parts = partsOf(line, next)
    if (!parts) continue
    divided.push(parts)
    wholeWords[n] = (wholeWords[n] ?? '').slice(0, -parts[0].length - 1)
    wholeWords[n + 1] = next.slice(parts[1].length)
  }
  if (divided.length === 0) return (line) => `${line} `
  for (const line of wholeWords) {
    for (const [word] of line.matchAll(WORD)) counts.set(word.toLowerCase(), count(word) + 1)
  }
  const asWord = divided.filter(([part, rest]) => count(part + rest) > count(`${part}-${rest}`))
  const asCompound = divided.filter(([part, rest]) => count(part + rest) < count(`${part}-${rest}`))
  /** Other texts are only wrapped at hyphens. */
  const dividesWords = asWord.length > asCompound.length
  return (line, next) => {
    const parts = partsOf(line, next)
    if (!parts) return `${line} `
    return isOneWord(parts) ? line.slice(0, -1) : line
  }

  function isOneWord([part, rest]: readonly [string, string]): boolean {
    const difference = count(part + rest) - count(`${part}-${rest}`)
    if (difference !== 0) return difference > 0
    const areWords = PREFIX.test(part) || (count(part) > 0 && count(rest) > 0)
    return dividesWords && !areWords && part.length >= MIN_PART_LENGTH && rest.length >= MIN_PART_LENGTH
  }
}

/** What is before the hyphen at the end of a line and at the start of the next; null for other lines. */
function partsOf(line: string, next: string): readonly [string, string] | null {
  if (!line.endsWith('-')) return null
  const part = PART.exec(line.slice(-MAX_PART_LENGTH))?.[0]
  const rest = REST.exec(next.slice(0, MAX_PART_LENGTH))?.[0]
  return part === undefined || rest === undefined || CONJUNCTION.test(rest) ? null : [part, rest]
}
