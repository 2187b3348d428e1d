export type Piece = { text: string; isWord: boolean }

/**
 * Splits a text at the first occurrence of each of the words, which begin and end at word boundaries, in their order.
 */
export function splitAtWords(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let cursor = 0
  for (const word of words) {
    const at = indexOfWord(text, word, cursor)
    if (at < 0) continue
    if (at > cursor) pieces.push({ text: text.slice(cursor, at), isWord: false })
    pieces.push({ text: text.slice(at, at + word.length), isWord: true })
    cursor = at + word.length
  }
  if (cursor < text.length) pieces.push({ text: text.slice(cursor), isWord: false })
  return pieces
}

/** "4" does not occur in "42". */
function indexOfWord(text: string, word: string, from: number): number {
  if (word === '') return -1
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWithinWord =
      (isLetter(word[0]) && isLetter(text[at - 1])) || (isLetter(word.at(-1)) && isLetter(text[at + word.length]))
    if (!isWithinWord) return at
  }
  return -1
}
