/** Reads text into words, in any language: whatever script they are written in, with exact offsets. */

/** Scripts written without spaces between words; only these need the (slow) dictionary of Intl.Segmenter. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const RUN = /[\p{L}\p{M}\p{N}]+(?:[_.\-'’][\p{L}\p{M}\p{N}]+)*/gu
/** The same for text without any other characters, which most is: several times as fast. */
const ASCII_RUN = /[0-9A-Za-z]+(?:[_.\-'][0-9A-Za-z]+)*/g
const ASCII = /^[\x00-\x7f]*$/
const JOINER = /[_.\-'’]/
const HAN_OR_KANA = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * - `word`: an ordinary word.
 * - `compound`: words joined by a sign, such as `max_age`, `15.2` or `well-known`, given besides its parts; also an option
 *   with its hyphens, such as `--force`, given besides the word.
 * - `gram`: two neighbouring Han or kana characters, given besides the words, since where a word ends is a guess there.
 */
export type WordKind = 'word' | 'compound' | 'gram'

export type Word = { text: string; start: number; end: number; kind: WordKind }

/** The words of `text` in order, as written. Offsets are UTF-16. */
export function readWords(text: string): Word[] {
  const words: Word[] = []
  eachWord(text, (word, start, end, kind) => words.push({ text: word, start, end, kind }))
  return words
}

/** The same without making a list, for text by the megabyte. */
export function eachWord(
  text: string,
  visit: (word: string, start: number, end: number, kind: WordKind) => void,
): void {
  // A regular expression of one's own, since `visit` may read another text.
  const runs = new RegExp(ASCII.test(text) ? ASCII_RUN : RUN)
  for (let match = runs.exec(text); match; match = runs.exec(text)) {
    const run = match[0]
    const start = match.index
    if (mayBeUnspaced(run) && UNSPACED.test(run)) eachUnspacedWord(run, start, visit)
    else if (JOINER.test(run)) eachPart(run, start, visit)
    else visit(run, start, start + run.length, 'word')
    const hyphens = hyphensOfOption(text, start)
    if (hyphens > 0) visit(text.slice(start - hyphens, start + run.length), start - hyphens, start + run.length, 'compound')
  }
}

/** How many hyphens make an option of the word at `start`: `-o` or `--onto` after a space, a bracket or a quotation mark. */
function hyphensOfOption(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== 0x2d || !/[A-Za-z]/.test(text[start] ?? '')) return 0
  const hyphens = text.charCodeAt(start - 2) === 0x2d ? 2 : 1
  return /[\p{L}\p{N}\-.]/u.test(text[start - hyphens - 1] ?? ' ') ? 0 : hyphens
}

/** Cheap look before the regular expression: no unspaced script lies below Thai (U+0E00). */
function mayBeUnspaced(run: string): boolean {
  return run.charCodeAt(0) >= 0xe00 || run.charCodeAt(run.length - 1) >= 0xe00 || run.length > 24
}

function eachPart(run: string, start: number, visit: Parameters<typeof eachWord>[1]): void {
  let from = 0
  let apostrophe = false
  let joined = false
  for (let at = 0; at <= run.length; at++) {
    const sign = run[at]
    if (sign !== undefined && !JOINER.test(sign)) continue
    // The s of "Luther's" and the t of "don't" say nothing.
    if (!(apostrophe && at - from === 1)) visit(run.slice(from, at), start + from, start + at, 'word')
    apostrophe = sign === "'" || sign === '’'
    joined ||= sign !== undefined && !apostrophe
    from = at + 1
  }
  if (joined) visit(run, start, start + run.length, 'compound')
}

function eachUnspacedWord(run: string, start: number, visit: Parameters<typeof eachWord>[1]): void {
  for (const { segment, index, isWordLike } of segmenter.segment(run)) {
    if (isWordLike) visit(segment, start + index, start + index + segment.length, 'word')
  }
  for (let at = 0; at + 1 < run.length; at++) {
    const pair = run.slice(at, at + 2)
    if (HAN_OR_KANA.test(pair)) visit(pair, start + at, start + at + 2, 'gram')
  }
}
