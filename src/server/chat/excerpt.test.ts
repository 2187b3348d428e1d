import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

const marked = (text: string, ...words: string[]) => {
  const { excerpt: piece, marks } = excerpt(text, words)
  return marks.map(([start, end]) => piece.slice(start, end))
}

describe('an excerpt', () => {
  it('marks each word where it begins a word, whatever its case', () => {
    expect(marked('A Lighthouse has a lamp; the highlight is its light.', 'light', 'LAMP')).toEqual(['Light', 'lamp', 'light'])
  })

  it('marks words of scripts without spaces wherever they stand', () => {
    expect(marked('古い灯台の話', '灯台')).toEqual(['灯台'])
  })

  it('shows the place in a long text, cut between words', () => {
    const { excerpt: piece } = excerpt(`${'before it '.repeat(80)}the needle ${'after it '.repeat(80)}`, ['needle'])
    expect(piece).toMatch(/^… (before|it) .*the needle after .* …$/)
    expect(piece.length).toBeLessThan(240)
  })

  it('leaves the marks of Markdown out and takes what looks like a pattern as it is', () => {
    expect(excerpt('## **Prices** (2026)', ['(2026)', '.*'])).toEqual({ excerpt: 'Prices (2026)', marks: [[8, 12]] })
  })

  it('begins with the text when nothing is marked', () => {
    expect(excerpt('Nothing here', ['elsewhere'])).toEqual({ excerpt: 'Nothing here', marks: [] })
  })
})
