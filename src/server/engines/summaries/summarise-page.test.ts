import { describe, expect, it } from 'vitest'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { summarisePage } from './summarise-page.ts'

const news = `The council of Harrow Bay voted on Tuesday to close the old ferry terminal and replace it with a tidal energy station. The decision ends six years of debate about the future of the waterfront. However, it passed by a single vote. The station is expected to supply 14,000 homes with electricity from 2029. Construction will cost 210 million crowns, of which the state pays half.

Fishermen had warned that the turbines could disturb herring migration in the bay. The council promised an independent study of herring migration before the first turbine is lowered into the water. Opponents also criticised the loss of the ferry line, which carried 90,000 passengers last year.

A bus will connect the northern quay to the station every ten minutes. Tidal energy has grown slowly in the region because of high costs, but prices for turbines have fallen by a third since 2020. Two other towns on the coast are considering similar tidal stations.`
const kettleReviews = `The kettle boils water very quickly .
we bought this kettle after my brother told us about the one in his office , which had lasted for eleven years without a single repair , and we could not be happier .
This kettle is a bit noisy .
The kettle boils quickly and looks great .
Nice kettle but noisy .
The lid of the kettle is stiff .
kettle boils fast , I use it each morning before work
The kettle is noisy but it boils water quickly .
Our old kettle took twice as long .
The handle of the kettle stays cool .
The kettle is quite loud .
The kettle boils very fast .
My kettle arrived with a dent on the side and the shop sent another one within two days , so full marks for service .
It is a good kettle for the price .
The kettle is noisy , you hear it in the next room .`
const summarise = (title: string, content: string) => summarisePage({ title, content, language: '' })

describe('summarisePage', () => {
  it('summarises the page in verbatim sentences and in page order', () => {
    const { summary, mainPoints } = summarise('Harrow Bay votes for tidal energy | The Coast Herald', news)
    expect(summary).toContain('replace it with a tidal energy station')
    const sentences = splitSentences(summary).map(({ start, end }) => summary.slice(start, end))
    const offsets = sentences.map((sentence) => news.indexOf(sentence))
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
    expect(offsets).not.toContain(-1)
    expect(mainPoints).toHaveLength(5)
    expect(summary).not.toContain('However')
  })

  it('takes no heading that every page of a manual has for a topic [topics-headings]', () => {
    const content = `# DROP TYPE

## Synopsis

DROP TYPE removes a data type.

## Description

DROP TYPE removes a user-defined data type. Only the owner of a type can remove it.

## Parameters

The parameters name the type. The description of the parameters is short.

## Compatibility

Compatibility with the standard is described in the description.`
    const { topics } = summarise('DROP TYPE', content)
    expect(topics.join()).toMatch(/drop type/i)
    expect(topics.join()).not.toMatch(/^(?:.*,)?(?:synopsis|description|parameters|compatibility)(?:,|$)/i)
  })

  it('extracts phrases as topics, without stop words and without the name of the site', () => {
    const { topics } = summarise('Harrow Bay votes for tidal energy | The Coast Herald', news)
    expect(topics).toContain('Tidal energy')
    expect(topics).toContain('Herring migration')
    expect(topics.join()).not.toMatch(/coast herald|\bthe\b|\bof\b/i)
  })

  it('keeps the spelling of identifiers and abbreviations', () => {
    const content =
      '## SQL and max_age\n\nThe setting max_age limits what SQL keeps. Set max_age low where SQL is slow. Raise max_age when SQL waits.'
    const { topics } = summarise('SQL settings', content)
    expect(topics).toContain('max_age')
    expect(topics.join()).toContain('SQL')
  })

  it('uses list items if the page has no sentences', () => {
    const { summary, mainPoints } = summarise('Kettle', '# Kettle\n\n- 1.7 litres\n- 2200 watts\n- Two-year warranty')
    expect(summary).toBe('1.7 litres. 2200 watts. Two-year warranty.')
    expect(mainPoints).toEqual(['1.7 litres.', '2200 watts.', 'Two-year warranty.'])
  })

  it('finds the same sentences in text without capitals and with spaces before punctuation', () => {
    const tokenised = news.toLowerCase().replace(/([.,])(?=\s|$)/g, ' $1')
    const { summary } = summarise('', tokenised)
    expect(summary).toContain('replace it with a tidal energy station .')
    expect(summary.length).toBeLessThan(400)
    expect(summary.split(' . ').length).toBeGreaterThan(1)
  })

  it('leaves place and news agency out of the first sentence', () => {
    const { summary } = summarise('', news.replace('The council', 'HARROW BAY, Norland (CNN) -- The council'))
    expect(summary).toMatch(/^The council of Harrow Bay voted/)
  })

  it('does not repeat the summary in the main points', () => {
    const { summary, mainPoints } = summarise('', news)
    for (const point of mainPoints) expect(summary).not.toContain(point)
  })

  it('summarises reviews, one a line and in no order, with short sentences that say what most of them say', () => {
    for (const separator of ['\n', '\n\n', ' ']) {
      const { summary, mainPoints } = summarise('', kettleReviews.split('\n').join(separator))
      expect(summary).toMatch(/boils (?:water )?(?:very )?(?:fast|quickly)/)
      expect(summary).toMatch(/noisy|loud/)
      expect(summary.split(/\s+/).length).toBeLessThan(35)
      expect(mainPoints.join(' ')).not.toContain('brother')
    }
  })

  it('says what a list of links is about, in the language of the page', () => {
    const items = ['Lamps and wicks', 'Oil for lamps', 'Glass of lamps', 'Buying lamps', 'Old lamps', 'Trimming wicks']
    const list = [...items, 'Cleaning the glass of lamps', 'Where oil comes from', 'Repairs'].map((item) => `- ${item}`)
    const english = `# Lamps\n\n${list.join('\n')}\n\n© 2026 The Lamp Company. All rights reserved.`
    expect(summarisePage({ title: 'Lamps', content: english, language: 'en' }).summary).toMatch(
      /^A list of links about [Ll]amps, \S.* and \S.*\.$/,
    )
    const entries = ['Lampen und Dochte', 'Öl für Lampen', 'Glas der Lampen', 'Lampen kaufen', 'Alte Lampen', 'Dochte']
    const german = ['Das Glas der Lampen', 'Woher das Öl kommt', 'Dochte der Lampen', ...entries].map(
      (item) => `- ${item}`,
    )
    const page = { title: 'Lampen', content: `# Lampen\n\n${german.join('\n')}`, language: 'de' }
    expect(summarisePage(page).summary).toMatch(/^Eine Liste von Links zu Lampen\b.*\.$/)
  })

  it('summarises a page with a table of contents in whole sentences', () => {
    const contents = [
      '2.1. Concepts',
      '2.2. Creating a Table',
      '2.3. Joins Between Tables',
      'F.2.4. Configuration Parameters F.32.5.',
    ]
    const prose =
      'This chapter describes how to use the language to perform simple operations on a database. The tables of its examples come with the source code of the server.'
    const withProse = summarise(
      'Chapter 2. The Language',
      `# Chapter 2. The Language\n\n${contents.join('\n')}\n\n${prose}`,
    )
    expect(withProse.summary).toBe(prose)
    const without = summarise('Chapter 2. The Language', `# Chapter 2. The Language\n\n${contents.join('\n')}`)
    expect(without.summary).toMatch(/^A list of links about /)
    expect(withProse.topics.join()).not.toContain('Chapter 2')
  })

  it('excludes headings, code, questions and a table of contents', () => {
    const content = `# Install\n\nInstalling the Server 17.1.\n\nWhat is a server? The server keeps all pages that were read. It answers questions about these pages. The pages are kept in a database.\n\n\`\`\`\nnpm start\n\`\`\``
    const { summary, mainPoints } = summarise('Install', content)
    expect([summary, ...mainPoints].join(' ')).not.toMatch(/17\.1|npm start|\?/)
  })

  it('leaves out a copyright line near the end and what follows it', () => {
    const imprint =
      '© Copyright 2001-2026, The Lamp Foundation.\nThis page is licensed under the Lamp License Version 2.\n\nThe Lamp Foundation is a non-profit organisation that keeps lamps. Please donate for the lamps.'
    const prose = 'Welcome! This is the official documentation of lamps. It covers oil, wicks and glass.'
    const { summary, mainPoints, topics } = summarise('Lamps', `# Lamps\n\n${prose}\n\n${imprint}`)
    expect([summary, ...mainPoints, ...topics].join(' ')).not.toMatch(/Foundation|licensed|donate/)
    expect(summary).toContain('This is the official documentation of lamps.')
    const mention = 'Copyright law has protected drawings of lamps since 1999.'
    expect(summarise('Lamps', `# Lamps\n\n${mention} ${prose}`).summary).toContain('1999')
  })

  it('describes a page whose links are one row as a list of links', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].join(' | ')
    const content = `# Index\n\nIndex pages by letter:\n\nSymbols | ${letters}\n\nFull index on one page (can be huge)`
    expect(summarise('Index', content).summary).toMatch(/^A list of links about /)
  })

  it('describes a list of links in English if its few words could be of several languages', () => {
    const content = Array.from({ length: 12 }, (_, n) => `- ${'ABCDEFGHIJKL'[n]}. Appendix ${n} di SQL`).join('\n')
    expect(
      summarisePage({ title: 'Appendixes and more', content: `${content}\n- The end`, language: '' }).summary,
    ).toMatch(/^A list of links/)
  })
})
