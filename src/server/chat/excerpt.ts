/** Scripts written without spaces between words. */
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((name) => `\\p{Script=${name}}`)
  .join('')
export const isUnspaced = (word: string) => new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u').test(word)

const CONTEXT_BEFORE = 60
const EXCERPT_LENGTH = 220

/** A backslash in code is part of the text. */
const CODE_OR_ESCAPE = /(?:```[^]*?```|`[^`\n]+`)|\\([\\`*_{}[\]()#+\-.!|<>~])/g

/** At the start of a line. It must not span blank lines: each would be read again from every line above it. */
const QUOTATION_OR_HEADING = /^[\t\p{Zs}]*(?:>[\t\p{Zs}]*|#{1,6}(?=\s)[\t\p{Zs}]*)+/gmu
/** The line below the header of a table. */
const TABLE_RULE = /^(?=[:| ]*-)[-:| ]+$/gm

/**
 * The part of a text around the first match of the words. `marks` are [start, end) in `excerpt`, in UTF-16 code units.
 * Matching ignores case and, in spaced scripts, starts at the beginning of a word. Without a match, the excerpt is the
 * beginning of the text.
 */
export function excerpt(text: string, words: string[]): { excerpt: string; marks: [number, number][] } {
  const plainText = text
    .replace(CODE_OR_ESCAPE, (match, escaped: string | undefined) => escaped ?? match)
    .replace(QUOTATION_OR_HEADING, '')
    .replace(TABLE_RULE, '')
    .replace(/[*`|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const pattern = patternOf(words)
  if (!pattern) return { excerpt: cutAround(plainText, 0).excerpt, marks: [] }
  const { excerpt: cut, prefixLength } = cutAround(plainText, plainText.search(pattern))
  const marks = [...cut.matchAll(pattern)].map(({ 0: word, index }): [number, number] => [index, index + word.length])
  return { excerpt: cut, marks: marks.filter(([start]) => start >= prefixLength) }
}

/** Matches each of the words, the longest that fits; null if they are only punctuation. */
function patternOf(words: readonly string[]): RegExp | null {
  const alternatives = words
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
  if (alternatives === '') return null
  const atWordStart = `(?<![\\p{L}\\p{N}])(?:${alternatives})`
  // Only unspaced scripts may match after another letter.
  const inUnspacedScript = `(?:${alternatives})(?<=[${UNSPACED_SCRIPTS}])`
  return new RegExp(`${atWordStart}|${inUnspacedScript}`, 'giu')
}

/**
 * Cuts between words and adds an ellipsis where text is left out. `prefixLength` is the length of the leading ellipsis.
 */
function cutAround(text: string, index: number) {
  const start = index <= CONTEXT_BEFORE ? 0 : nearbyWordStart(text, index - CONTEXT_BEFORE)
  const end = start + EXCERPT_LENGTH >= text.length ? text.length : nearbyWordEnd(text, start + EXCERPT_LENGTH)
  const prefix = start > 0 ? '… ' : ''
  const suffix = end < text.length ? ' …' : ''
  return { excerpt: prefix + text.slice(start, end) + suffix, prefixLength: prefix.length }
}

function nearbyWordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < from + CONTEXT_BEFORE ? space + 1 : from
}

function nearbyWordEnd(text: string, from: number): number {
  const space = text.lastIndexOf(' ', from)
  return space > from - CONTEXT_BEFORE ? space : from
}
