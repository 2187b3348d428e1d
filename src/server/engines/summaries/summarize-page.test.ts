import { describe, expect, it } from 'vitest'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { summarizePage } from './summarize-page.ts'

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
const summarize = (title: string, content: string) => summarizePage({ title, content, language: '' })

describe('summarizePage', () => {
  it('summarizes the page in verbatim sentences and in page order', () => {
    const { summary, mainPoints } = summarize('Harrow Bay votes for tidal energy | The Coast Herald', news)
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
    const { topics } = summarize('DROP TYPE', content)
    expect(topics.join()).toMatch(/drop type/i)
    expect(topics.join()).not.toMatch(/^(?:.*,)?(?:synopsis|description|parameters|compatibility)(?:,|$)/i)
  })

  it('takes no part of an address for a topic [topics-addresses]', () => {
    const content = Array.from('abc', (name) => `Read about ${name} lamps at https://lanterns.example/lamps_${name}.`)
    const { topics } = summarize('Lamps', content.join('\n\n'))
    expect(topics.join()).toMatch(/lamps/i)
    expect(topics.join()).not.toMatch(/https|lanterns|example/i)
  })

  it('extracts phrases as topics, without stop words and without the name of the site', () => {
    const { topics } = summarize('Harrow Bay votes for tidal energy | The Coast Herald', news)
    expect(topics).toContain('Tidal energy')
    expect(topics).toContain('Herring migration')
    expect(topics.join()).not.toMatch(/coast herald|\bthe\b|\bof\b/i)
  })

  it('keeps the spelling of identifiers and abbreviations', () => {
    const content =
      '## SQL and max_age\n\nThe setting max_age limits what SQL keeps. Set max_age low where SQL is slow. Raise max_age when SQL waits.'
    const { topics } = summarize('SQL settings', content)
    expect(topics).toContain('max_age')
    expect(topics.join()).toContain('SQL')
  })

  it('describes entries as a list, and repeats them as points without a full stop', () => {
    const { summary, mainPoints } = summarize('Kettle', '# Kettle\n\n- 1.7 litres\n- 2200 watts\n- Two-year warranty')
    expect(summary).toMatch(/^A list about [Kk]ettle\b/)
    expect(mainPoints).toEqual(['1.7 litres', '2200 watts', 'Two-year warranty'])
    expect(summarize('Kettle', '- Kettle\n- Warranty').summary).toBe('Kettle · Warranty')
  })

  it.each([
    ['three words', 'Lamps. Oil. Wick.'],
    ['three items', '- Lamps\n- Oil\n- Wick'],
    ['five items', '- Lamps\n- Oil for lamps\n- Wick\n- Glass\n- Repairs'],
    ['seven items', '- Lamps\n- Oil\n- Wick\n- Glass\n- Repairs\n- Where oil comes from\n- Old lamps'],
    ['an index of a book', 'Burner, 12, 45\n\nLamp, 3, 17\n\nOil, 99\n\nWick, *see* Burner'],
    ['cards', '## Lamp\n\nFrom 12 €\n\n## Oil\n\nFrom 3 €\n\n## Wick\n\nFrom 1 €'],
    [
      'teasers',
      [
        'The council voted to close the old terminal of the ferry, to sell its lamps, and to build a station in its place that … Read more.',
        'Fishermen warn of the lamps and … Read more.',
        'A new bus … Read more.',
      ].join('\n\n'),
    ],
  ])('describes %s as a list, without fragments [summarize-page-1]', (_, content) => {
    for (const page of [content, `# Lamps\n\n${content}`])
      expect(summarize('Lamps', page).summary).toMatch(/^A list about \S[^.…]*\.$/)
  })

  it('summarizes a page with one sentence in that sentence, without the entries beside it', () => {
    const content = 'The lamp shop sells lamps of all kinds.\n\n- Oil\n- Wick\n- Glass'
    expect(summarize('Lamps', content).summary).toBe('The lamp shop sells lamps of all kinds.')
  })

  it('does not take sentences of a script without spaces or small letters for entries', () => {
    const chinese =
      '灯是一种照明工具。油灯在古代很常见。现代人使用电灯。灯芯需要经常修剪。玻璃罩可以防风。灯油来自植物。灯也用于信号。'
    expect(summarizePage({ title: '灯', content: chinese, language: 'zh' }).summary).toMatch(/^[^A-Za-z]+。$/)
    const capitals = 'WE SELL LAMPS OF ALL KINDS. OUR SHOP IS OPEN EVERY DAY. WE REPAIR OLD LAMPS TOO.'
    expect(summarize('Lamps', capitals).summary).toContain('WE REPAIR OLD LAMPS TOO.')
  })

  it('finds the same sentences in text without capitals and with spaces before punctuation', () => {
    const tokenized = news.toLowerCase().replace(/([.,])(?=\s|$)/g, ' $1')
    const { summary } = summarize('', tokenized)
    expect(summary).toContain('replace it with a tidal energy station .')
    expect(summary.length).toBeLessThan(400)
    expect(summary.split(' . ').length).toBeGreaterThan(1)
  })

  it('leaves place and news agency out of the first sentence', () => {
    const { summary } = summarize('', news.replace('The council', 'HARROW BAY, Norland (CNN) -- The council'))
    expect(summary).toMatch(/^The council of Harrow Bay voted/)
  })

  it('does not repeat the summary in the main points', () => {
    const { summary, mainPoints } = summarize('', news)
    for (const point of mainPoints) expect(summary).not.toContain(point)
  })

  it('summarizes reviews, one a line and in no order, with short sentences that say what most of them say', () => {
    for (const separator of ['\n', '\n\n', ' ']) {
      const { summary, mainPoints } = summarize('', kettleReviews.split('\n').join(separator))
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
    expect(summarizePage({ title: 'Lamps', content: english, language: 'en' }).summary).toMatch(
      /^A list of links about [Ll]amps, \S.* and \S.*\.$/,
    )
    const entries = ['Lampen und Dochte', 'Öl für Lampen', 'Glas der Lampen', 'Lampen kaufen', 'Alte Lampen', 'Dochte']
    const german = ['Das Glas der Lampen', 'Woher das Öl kommt', 'Dochte der Lampen', ...entries].map(
      (item) => `- ${item}`,
    )
    const page = { title: 'Lampen', content: `# Lampen\n\n${german.join('\n')}`, language: 'de' }
    expect(summarizePage(page).summary).toMatch(/^Eine Liste von Links zu Lampen\b.*\.$/)
  })

  it('leaves out the references at the end of a sentence', () => {
    const content =
      '# Tower\n\nThe tower was built in 1890 by the town.[3] It has been open to visitors since 1902.[4][5]'
    const { summary } = summarizePage({ title: 'Tower', content, language: 'en' })
    expect(summary).toBe('The tower was built in 1890 by the town. It has been open to visitors since 1902.')
  })

  it('calls a page of tables a list, not links', () => {
    const rows = Array.from({ length: 12 }, (_, n) => `| lamp ${n} | brass | ${n} euros |`)
    const content = ['# Lamps', '', '| Lamp | Material | Price |', '| --- | --- | --- |', ...rows].join('\n')
    expect(summarizePage({ title: 'Lamps', content, language: 'en' }).summary).toMatch(/^A list about /)
  })

  it('summarizes a page with a table of contents in whole sentences', () => {
    const contents = [
      '2.1. Concepts',
      '2.2. Creating a Table',
      '2.3. Joins Between Tables',
      'F.2.4. Configuration Parameters F.32.5.',
    ]
    const prose =
      'This chapter describes how to use the language to perform simple operations on a database. The tables of its examples come with the source code of the server.'
    const withProse = summarize(
      'Chapter 2. The Language',
      `# Chapter 2. The Language\n\n${contents.join('\n')}\n\n${prose}`,
    )
    expect(withProse.summary).toBe(prose)
    const without = summarize('Chapter 2. The Language', `# Chapter 2. The Language\n\n${contents.join('\n')}`)
    expect(without.summary).toMatch(/^A list of links about /)
    expect(withProse.topics.join()).not.toContain('Chapter 2')
  })

  it('excludes headings, code, questions and a table of contents', () => {
    const content = `# Install\n\nInstalling the Server 17.1.\n\nWhat is a server? The server keeps all pages that were read. It answers questions about these pages. The pages are kept in a database.\n\n\`\`\`\nnpm start\n\`\`\``
    const { summary, mainPoints } = summarize('Install', content)
    expect([summary, ...mainPoints].join(' ')).not.toMatch(/17\.1|npm start|\?/)
  })

  it('leaves out a copyright line near the end and what follows it', () => {
    const imprint =
      '© Copyright 2001-2026, The Lamp Foundation.\nThis page is licensed under the Lamp License Version 2.\n\nThe Lamp Foundation is a non-profit organisation that keeps lamps. Please donate for the lamps.'
    const prose = 'Welcome! This is the official documentation of lamps. It covers oil, wicks and glass.'
    const { summary, mainPoints, topics } = summarize('Lamps', `# Lamps\n\n${prose}\n\n${imprint}`)
    expect([summary, ...mainPoints, ...topics].join(' ')).not.toMatch(/Foundation|licensed|donate/)
    expect(summary).toContain('This is the official documentation of lamps.')
    const mention = 'Copyright law has protected drawings of lamps since 1999.'
    expect(summarize('Lamps', `# Lamps\n\n${mention} ${prose}`).summary).toContain('1999')
  })

  it('describes a page whose links are one row as a list of links', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].join(' | ')
    const content = `# Index\n\nIndex pages by letter:\n\nSymbols | ${letters}\n\nFull index on one page (can be huge)`
    expect(summarize('Index', content).summary).toMatch(/^A list of links about /)
  })

  it('describes a list of links in English if its few words could be of several languages', () => {
    const content = Array.from({ length: 12 }, (_, n) => `- ${'ABCDEFGHIJKL'[n]}. Appendix ${n} di SQL`).join('\n')
    expect(
      summarizePage({ title: 'Appendixes and more', content: `${content}\n- The end`, language: '' }).summary,
    ).toMatch(/^A list of links/)
  })
})
