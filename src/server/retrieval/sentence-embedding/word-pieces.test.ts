import { expect, it } from 'vitest'
import { createWordPieces } from './word-pieces.ts'

const texts = ['[UNK]', '[CLS]', '[SEP]', 'vacuum', '##ing', 'the', 'table', '.', 'cafe', '\u6f22', '$']
const wordPieces = createWordPieces(new Map(texts.map((text, n) => [text, n])))
const piecesOf = (text: string, maxPieces = 99) => wordPieces.of(text, maxPieces).map((piece) => texts[piece])

it('takes the longest pieces of a word from the left [word-pieces-1]', () => {
  expect(piecesOf('vacuuming the table.')).toEqual(['[CLS]', 'vacuum', '##ing', 'the', 'table', '.', '[SEP]'])
})

it('ignores case, accents and control characters, and separates symbols and Chinese characters [word-pieces-2]', () => {
  expect(piecesOf('Caf\u00e9\u200b $\u6f22table')).toEqual(['[CLS]', 'cafe', '$', '\u6f22', 'table', '[SEP]'])
})

it('has one piece for a word that the vocabulary does not cover, and for a very long one [word-pieces-3]', () => {
  expect(piecesOf(`tables ${'the'.repeat(40)}`)).toEqual(['[CLS]', '[UNK]', '[UNK]', '[SEP]'])
})

it('cuts a text to the pieces wanted, start and end included [word-pieces-4]', () => {
  expect(piecesOf('the table the table', 4)).toEqual(['[CLS]', 'the', 'table', '[SEP]'])
})

it('rejects a vocabulary without the special pieces [word-pieces-5]', () => {
  expect(() => createWordPieces(new Map())).toThrow('The vocabulary has no piece [CLS]')
})
