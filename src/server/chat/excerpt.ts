/** The piece of a text that shows where it has the words, and which parts of the piece they are. */

/** Scripts that put no space between words. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((name) => `\\p{Script=${name}}`).join('')
export const isUnspaced = (word: string) => new RegExp(`[${SCRIPTS}]`, 'u').test(word)

const BEFORE = 60
const LENGTH = 220

/**
 * `marks` are [start, end) in `excerpt`, in UTF-16 code units. A word is found at the beginning of a word, whatever
 * its case; where none is found so, the text's beginning is the excerpt.
 */
export function excerpt(text: string, words: string[]): { excerpt: string; marks: [number, number][] } {
  const plain = text.replace(/[#*_`>|]+/g, ' ').replace(/\s+/g, ' ').trim()
  const either = words
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
  if (either === '') return { excerpt: cut(plain, 0).piece, marks: [] }
  // Behind a letter only where the script puts no space between words.
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})|(?:${either})(?<=[${SCRIPTS}])`, 'giu')
  const first = plain.search(found)
  const { piece, lead } = cut(plain, first)
  const marks = [...piece.matchAll(found)].map(({ 0: word, index }): [number, number] => [index, index + word.length])
  return { excerpt: piece, marks: marks.filter(([start]) => start >= lead) }
}

/** The piece around `at`, between words, with an ellipsis where it leaves something out; `lead` is the first one's length. */
function cut(text: string, at: number) {
  const start = at <= BEFORE ? 0 : wordStart(text, at - BEFORE)
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH)
  const lead = start > 0 ? '… ' : ''
  return { piece: lead + text.slice(start, end) + (end < text.length ? ' …' : ''), lead: lead.length }
}

/** The first beginning of a word from `at` on, near enough to begin there. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space >= 0 && space < at + BEFORE ? space + 1 : at
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at - BEFORE ? space : at
}
