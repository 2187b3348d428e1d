import { expect, it } from 'vitest'
import { usedWords } from './used-words.ts'

it.each([
  [{ wholePages: true, pages: 12, ofPages: 12, passages: 90, ofPassages: 90 }, 'from all 12 pages'],
  [{ wholePages: true, pages: 1, ofPages: 1, passages: 7, ofPassages: 7 }, 'from the whole page'],
  [{ wholePages: false, pages: 60, ofPages: 1000, passages: 24, ofPassages: 2140 }, 'from 24 of 2,140 passages on 60 of 1,000 pages'],
  [{ wholePages: false, pages: 2, ofPages: 3, passages: 4, ofPassages: 9, vectors: true }, 'from 4 of 9 passages on 2 of 3 pages, found by words and meaning'],
])('%j is said as "%s"', (used, words) => {
  expect(usedWords(used)).toBe(words)
})
