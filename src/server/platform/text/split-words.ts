/** Word segmentation for every script, with exact offsets. */

/** Scripts without spaces between words. Only these need Intl.Segmenter, which is slow. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const RUN = /[\p{L}\p{M}\p{N}]+(?:[_.\-'’][\p{L}\p{M}\p{N}]+)*/gu
/** Several times as fast, for text that is ASCII only. */
const ASCII_RUN = /[0-9A-Za-z]+(?:[_.\-'][0-9A-Za-z]+)*/g
const ASCII = /^[\x00-\x7f]*$/
const JOINER = /[_.\-'’]/
const HAN_OR_KANA = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * - `word`: an ordinary word.
 * - `compound`: joined words such as `max_age`, `15.2`, `well-known` or `KeepAliveTimeout`, in addition to the
 *   parts; also a command-line option with its hyphens, such as `--force`, and a name with its sign, such as `%D`, in
 *   addition to the word.
 * - `bigram`: two adjacent Han or kana characters, in addition to the words, because segmentation is ambiguous there.
 */
export type WordKind = 'word' | 'compound' | 'bigram'

export type Word = { text: string; start: number; end: number; kind: WordKind }

/** The words of `text` in order, as written. Offsets are UTF-16 code units. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  forEachWord(text, (word, start, end, kind) => words.push({ text: word, start, end, kind }))
  return words
}

/** Like `splitWords` without allocating a list, for megabytes of text. */
export function forEachWord(
  text: string,
  visit: (word: string, start: number, end: number, kind: WordKind) => void,
): void {
  // A new object each time: `visit` may call this function, and a global RegExp has state.
  const pattern = new RegExp(ASCII.test(text) ? ASCII_RUN : RUN)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const run = match[0]
    const start = match.index
    if (mayBeUnspaced(run) && UNSPACED.test(run)) forEachUnspacedWord(run, start, visit)
    else if (JOINER.test(run)) forEachPart(run, start, visit)
    else visitWord(run, start, visit)
    const signs = optionHyphens(text, start) || sigil(text, start)
    if (signs > 0) visit(text.slice(start - signs, start + run.length), start - signs, start + run.length, 'compound')
  }
}

/** "24cm" is written as "24 cm" elsewhere. */
const UNIT =
  /^(?:[kmcd]m|[km]g|[mcd]l|[kmgt]i?b|ms|ns|min|mins|sec|secs|hrs?|[ap]m|k?wh?|mah|[kmg]?hz|mph|kmh|ft|lbs?|oz|px|pt|dpi|rpm)$/i

/**
 * "KeepAliveTimeout"; not "JavaScript" and other names of two parts, which are one word, and not "interHunkContext": the
 * details of a command would come before what it does.
 */
const PASCAL_CASE = /^(?:[A-Z][a-z]+){3,}$/
const MIN_PASCAL_CASE_LENGTH = 9

function visitWord(word: string, start: number, visit: Parameters<typeof forEachWord>[1]) {
  const end = start + word.length
  if (word.length >= MIN_PASCAL_CASE_LENGTH && PASCAL_CASE.test(word)) {
    for (const { 0: part, index } of word.matchAll(/[A-Z][a-z]+/g))
      visit(part, start + index, start + index + part.length, 'word')
    return visit(word, start, end, 'compound')
  }
  const digits = isDigit(word, 0) && !isDigit(word, word.length - 1) ? word.search(/\D/) : 0
  if (digits === 0 || !UNIT.test(word.slice(digits))) return visit(word, start, end, 'word')
  visit(word.slice(0, digits), start, start + digits, 'word')
  visit(word.slice(digits), start + digits, end, 'word')
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0x30 && code <= 0x39
}

/** The number of hyphens that make the word at `start` an option (`-o`, `--onto`); 0 for an ordinary word. */
function optionHyphens(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== 0x2d || !/[A-Za-z]/.test(text[start] ?? '')) return 0
  const hyphens = text.charCodeAt(start - 2) === 0x2d ? 2 : 1
  return /[\p{L}\p{N}\-.]/u.test(text[start - hyphens - 1] ?? ' ') ? 0 : hyphens
}

/** `%`, `$` and a backslash: "100 %" and "5 $" are amounts, and in Markdown a backslash comes before a sign. */
const SIGILS: ReadonlySet<number> = new Set([0x25, 0x24, 0x5c])

/** 1 if the word at `start` is a name with a sign of its syntax, such as `%D`, `$trash` or `\timing`; else 0. */
function sigil(text: string, start: number): 0 | 1 {
  if (!SIGILS.has(text.charCodeAt(start - 1)) || !/[A-Za-z]/.test(text[start] ?? '')) return 0
  return /[\p{L}\p{N}%$]/u.test(text[start - 2] ?? ' ') ? 0 : 1
}

/** A cheap check before the regular expression: all unspaced scripts are at or above Thai (U+0E00). */
function mayBeUnspaced(run: string): boolean {
  return run.charCodeAt(0) >= 0xe00 || run.charCodeAt(run.length - 1) >= 0xe00 || run.length > 24
}

function forEachPart(run: string, start: number, visit: Parameters<typeof forEachWord>[1]): void {
  let from = 0
  let isAfterApostrophe = false
  let isCompound = false
  for (let i = 0; i <= run.length; i++) {
    const character = run[i]
    if (character !== undefined && !JOINER.test(character)) continue
    // Skip the s of "Luther's" and the t of "don't".
    if (!(isAfterApostrophe && i - from === 1)) visitWord(run.slice(from, i), start + from, visit)
    isAfterApostrophe = character === "'" || character === '’'
    isCompound ||= character !== undefined && !isAfterApostrophe
    from = i + 1
  }
  if (isCompound) visit(run, start, start + run.length, 'compound')
}

function forEachUnspacedWord(run: string, start: number, visit: Parameters<typeof forEachWord>[1]): void {
  for (const { segment, index, isWordLike } of segmenter.segment(run)) {
    if (isWordLike) visit(segment, start + index, start + index + segment.length, 'word')
  }
  for (let i = 0; i + 1 < run.length; i++) {
    const pair = run.slice(i, i + 2)
    if (HAN_OR_KANA.test(pair)) visit(pair, start + i, start + i + 2, 'bigram')
  }
}
