import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PagePassage, SourcePage, SourcePassage } from '#server/engines/engine.ts'
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
  it('never exceeds the token limit for any pages in any language [fit-context-1]', () => {
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
    expect(count).toBeGreaterThan(13)
    expect(sources.length).toBeGreaterThan(12)
    expect(text).toContain('What page 0 says.')
    expect(estimateTokens(text)).toBeGreaterThan(6000 * 0.85)
  })

  it('spends a small window on passages in their order of rank, and a tenth of it on titles without a passage [fit-context-3]', () => {
    // What a window of 8,192 tokens leaves for pages.
    const maxTokens = 6000
    const { text, passages: count } = fitPassages(pages, passages, maxTokens)
    const sent = [...text.matchAll(/Passage (\d+)\./g)].map(([, n]) => Number(n)).toSorted((a, b) => a - b)
    expect(sent).toEqual(Array.from({ length: count }, (_, n) => n))
    const rendered = text.split(/\n\n(?=[^\n]*S\d+)/)
    const bare = rendered.filter((each) => !each.includes('Excerpt'))
    expect(bare.length).toBeGreaterThan(0)
    expect(estimateTokens(bare.join('\n\n'))).toBeLessThan(maxTokens * 0.12)
    expect(estimateTokens(rendered.filter((each) => each.includes('Excerpt')).join('\n\n'))).toBeGreaterThan(
      maxTokens * 0.8,
    )
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

  it('sends the section around a found passage, joined, and not the sections before and after it', () => {
    const own = inOrder(
      '\n\n',
      ['Moving', 'Old section.'],
      ['Installing', 'First step.'],
      ['Installing', 'Second step.'],
      ['Installing', 'Third step.'],
      ['Removing', 'Later section.'],
    )
    const { text, passages: count } = fitPassages([page(0)], [found(own[2])], 2000, new Map([['page-0', own]]))
    expect(text).toContain('Excerpt (Installing):\nFirst step.\n\nSecond step.\n\nThird step.\n')
    expect(text).not.toMatch(/Old section|Later section/)
    expect(count).toBe(3)
  })

  it('keeps room for further passages beside long sections', () => {
    const parts = Array.from({ length: 40 }, (_, n): [string, string] => [
      'A long section',
      `Part ${n}. ${'Words. '.repeat(140)}`,
    ])
    const long = inOrder('\n\n', ...parts)
    const others = passages.filter(({ pageId }) => pageId !== 'page-0')
    const best = [found(long[20]), ...others]
    const { text, passages: count } = fitPassages(pages, best, 6000, new Map([['page-0', long]]))
    expect(text).toContain('Part 20.')
    expect(text.match(/Passage \d+\./g)?.length).toBe(count - 1)
    expect(count).toBeGreaterThan(12)
  })

  it('sends a found table whole, and of a long one the found rows with the header', () => {
    const header = '| Option | Default |\n| --- | --- |'
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `| option_${from + n} | value ${from + n} |`).join('\n')
    const own = inOrder(
      '\n',
      ['Options', `The options.\n\n${header}\n${rows(0, 20)}`],
      ['Options', rows(20, 20)],
      ['Options', rows(40, 20)],
    )
    const fit = (maxTokens: number) =>
      fitPassages([page(0)], [found(own[2])], maxTokens, new Map([['page-0', own]])).text
    expect(fit(8000)).toContain(`${header}\n${rows(0, 60)}`)
    const rest = fit(700)
    expect(rest).toContain(`${header}\n${rows(40, 20)}`)
    expect(rest).not.toContain('option_20 ')
  })
})

/** The passages of page 0, one after the other. */
function inOrder(separator: string, ...sections: [heading: string, text: string][]): PagePassage[] {
  let startOffset = -separator.length
  return sections.map(([heading, text], n) => {
    const passage = {
      id: `section-${n}`,
      pageId: 'page-0',
      headingPath: [heading],
      text,
      startOffset: startOffset + separator.length,
    }
    startOffset = passage.startOffset + text.length
    return passage
  })
}

function found(own: PagePassage | undefined): SourcePassage {
  if (!own) throw new Error('There is no such passage')
  return { ...own, pageUrl: 'https://example.org/0', pageTitle: 'Page 0', score: 2000 }
}
