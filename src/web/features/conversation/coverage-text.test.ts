import { expect, it } from 'vitest'
import { coverageText } from './coverage-text.ts'

it.each([
  [{ wholePages: true, pages: 12, ofPages: 12, passages: 90, ofPassages: 90 }, 'based on all 12 pages'],
  [{ wholePages: true, pages: 1, ofPages: 1, passages: 7, ofPassages: 7 }, 'based on the whole page'],
  [
    { wholePages: false, pages: 60, ofPages: 1000, passages: 24, ofPassages: 2140 },
    'based on 24 of 2,140 passages from 60 of 1,000 pages',
  ],
  [
    { wholePages: false, pages: 2, ofPages: 3, passages: 4, ofPassages: 9, vectors: true },
    'based on 4 of 9 passages from 2 of 3 pages, matched by keywords and meaning',
  ],
  [
    { kind: 'answer', wholePages: false, pages: 8, ofPages: 200, passages: 0, ofPassages: 10077 },
    'from the summaries of 8 pages',
  ],
  [
    { kind: 'refused', wholePages: false, pages: 3, ofPages: 30, passages: 8, ofPassages: 945 },
    'searched 945 passages from 30 pages',
  ],
  [{ kind: 'small-talk', wholePages: false, pages: 0, ofPages: 200, passages: 0, ofPassages: 10077 }, ''],
] as const)('describes %j as "%s"', (used, text) => {
  expect(coverageText(used)).toBe(text)
})
