/** Splits English text into the word pieces of BERT (uncased): the longest pieces of the vocabulary from the left. */

/** Piece by its text; a piece within a word begins with "##". */
export type Vocabulary = ReadonlyMap<string, number>

/** A longer word is unknown. */
const MAX_WORD_LENGTH = 100
const COMBINING_MARKS = /\p{Mn}/gu
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu
/** Unicode punctuation, and the ASCII symbols that BERT counts as such; Chinese characters are words of their own. */
const WORDS = /[\p{P}$+<=>^`|~]|\p{Script=Han}|[^\s\p{P}$+<=>^`|~\p{Script=Han}]+/gu

export type WordPieces = {
  /** The numbers of the pieces, between the ones for start and end; at most `maxPieces` with these. */
  of(text: string, maxPieces: number): number[]
}

/** @throws if the vocabulary lacks a special piece */
export function createWordPieces(vocabulary: Vocabulary): WordPieces {
  const start = specialPiece(vocabulary, '[CLS]')
  const end = specialPiece(vocabulary, '[SEP]')
  const unknown = specialPiece(vocabulary, '[UNK]')

  function piecesOf(word: string): number[] {
    if (word.length > MAX_WORD_LENGTH) return [unknown]
    const pieces: number[] = []
    for (let from = 0; from < word.length;) {
      let to = word.length
      let piece: number | undefined
      for (; to > from; to--) {
        piece = vocabulary.get(`${from > 0 ? '##' : ''}${word.slice(from, to)}`)
        if (piece !== undefined) break
      }
      if (piece === undefined) return [unknown]
      pieces.push(piece)
      from = to
    }
    return pieces
  }

  return {
    of(text, maxPieces) {
      const pieces = [start]
      for (const [word] of normalize(text).matchAll(WORDS)) {
        pieces.push(...piecesOf(word))
        if (pieces.length >= maxPieces) break
      }
      return [...pieces.slice(0, maxPieces - 1), end]
    },
  }
}

/** Lower case without accents and control characters. */
function normalize(text: string): string {
  const spaced = text.replace(/[\t\n\r]/g, ' ').replace(CONTROL_CHARACTERS, '')
  return spaced.toLowerCase().normalize('NFD').replace(COMBINING_MARKS, '')
}

function specialPiece(vocabulary: Vocabulary, text: string): number {
  const piece = vocabulary.get(text)
  if (piece === undefined) throw new Error(`The vocabulary has no piece ${text}`)
  return piece
}
