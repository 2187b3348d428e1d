import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourcePage, SourcePassage } from '#server/engines/engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fitPassages, fitWholePages } from './fit-context.ts'

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
const passages = Array.from({ length: 60 }, (_, n) =>
  passage(n, (n * 7) % 30, `Passage ${n}. ${'Its words go on for a while. '.repeat(30)}`),
)

describe('fitting the context', () => {
  it('never exceeds the token limit, whatever the pages and their language [fit-context-1]', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 30 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 6000 }), (generated, maxTokens) => {
        const somePassages = generated.map((text, n) => passage(n, n % 5, text))
        const somePages = generated.map((text, n) => page(n, text))
        expect(estimateTokens(fitPassages(somePages, somePassages, maxTokens).text)).toBeLessThanOrEqual(maxTokens)
        const pageTexts = new Map(somePages.map(({ id }, n) => [id, generated[n] ?? '']))
        const whole = fitWholePages(somePages, pageTexts, maxTokens)
        expect(estimateTokens(whole?.text ?? '')).toBeLessThanOrEqual(maxTokens)
      }),
    )
  })

  it('contains the best passages, and title and summary of other pages in their share [fit-context-2]', () => {
    const { text, passages: count, sources } = fitPassages(pages, passages, 6000)
    for (let n = 0; n < count; n++) expect(text).toContain(`Passage ${n}.`)
    expect(count).toBeGreaterThan(10)
    expect(sources.length).toBeGreaterThan(25)
    expect(text).toContain('What page 0 says.')
    expect(estimateTokens(text)).toBeGreaterThan(6000 * 0.85)
  })

  it('fills the context with passages if there are few pages', () => {
    const { passages: count } = fitPassages(
      [page(0)],
      passages.map((each) => ({ ...each, pageId: 'page-0' })),
      6000,
    )
    expect(count).toBeGreaterThan(15)
  })

  it('puts the passages of a page in page order', () => {
    const two = [passage(5, 0, 'The later one.'), passage(2, 0, 'The earlier one.')]
    const { text } = fitPassages([page(0)], two, 1000)
    expect(text.indexOf('The earlier one.')).toBeLessThan(text.indexOf('The later one.'))
  })
})
