import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourcePage, SourcePassage } from './engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fitPassages, fitWhole } from './fit-context.ts'

const page = (n: number, summary = `What page ${n} says. It says it twice.`): SourcePage => ({
  id: `page-${n}`,
  url: `https://example.org/${n}`,
  title: `Page ${n}`,
  summary,
  mainPoints: ['One point', 'Another point'],
  bytes: 0,
})
const passage = (n: number, of: number, text: string): SourcePassage => ({
  id: `passage-${n}`,
  pageId: `page-${of}`,
  pageUrl: `https://example.org/${of}`,
  pageTitle: `Page ${of}`,
  headingPath: ['A heading'],
  text,
  startOffset: n * 1000,
  score: 1000 - n,
})
const pages = Array.from({ length: 1000 }, (_, n) => page(n))
const passages = Array.from({ length: 60 }, (_, n) => passage(n, (n * 7) % 30, `Passage ${n}. ${'Its words go on for a while. '.repeat(30)}`))

describe('what a model is given', () => {
  it('is never more than there is room for, whatever the pages and their language', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 30 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 6000 }), (found, tokens) => {
        const given = found.map((text, n) => passage(n, n % 5, text))
        const known = found.map((text, n) => page(n, text))
        expect(estimateTokens(fitPassages(known, given, tokens).shown)).toBeLessThanOrEqual(tokens)
        const whole = fitWhole(known, new Map(known.map(({ id }, n) => [id, found[n] ?? ''])), tokens)
        expect(estimateTokens(whole?.shown ?? '')).toBeLessThanOrEqual(tokens)
      }),
    )
  })

  it('is the best passages first, and title and summary of other pages in what is kept for them', () => {
    const { shown, passages: count, sources } = fitPassages(pages, passages, 6000)
    for (let n = 0; n < count; n++) expect(shown).toContain(`Passage ${n}.`)
    expect(count).toBeGreaterThan(10)
    expect(sources.length).toBeGreaterThan(25)
    expect(shown).toContain('What page 0 says.')
    expect(estimateTokens(shown)).toBeGreaterThan(6000 * 0.85)
  })

  it('gives the room to passages when there are few pages to name', () => {
    const { passages: count } = fitPassages([page(0)], passages.map((each) => ({ ...each, pageId: 'page-0' })), 6000)
    expect(count).toBeGreaterThan(15)
  })

  it('has the passages of a page in the order of the page', () => {
    const two = [passage(5, 0, 'The later one.'), passage(2, 0, 'The earlier one.')]
    const { shown } = fitPassages([page(0)], two, 1000)
    expect(shown.indexOf('The earlier one.')).toBeLessThan(shown.indexOf('The later one.'))
  })
})
