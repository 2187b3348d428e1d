import { describe, expect, it } from 'vitest'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { summarisePage } from './summarise-page.ts'

const news = `The council of Harrow Bay voted on Tuesday to close the old ferry terminal and replace it with a tidal energy station. The decision ends six years of debate about the future of the waterfront. However, it passed by a single vote. The station is expected to supply 14,000 homes with electricity from 2029. Construction will cost 210 million crowns, of which the state pays half.

Fishermen had warned that the turbines could disturb herring migration in the bay. The council promised an independent study of herring migration before the first turbine is lowered into the water. Opponents also criticised the loss of the ferry line, which carried 90,000 passengers last year.

A bus will connect the northern quay to the station every ten minutes. Tidal energy has grown slowly in the region because of high costs, but prices for turbines have fallen by a third since 2020. Two other towns on the coast are considering similar tidal stations.`
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

  it('excludes headings, code, questions and a table of contents', () => {
    const content = `# Install\n\nInstalling the Server 17.1.\n\nWhat is a server? The server keeps all pages that were read. It answers questions about these pages. The pages are kept in a database.\n\n\`\`\`\nnpm start\n\`\`\``
    const { summary, mainPoints } = summarise('Install', content)
    expect([summary, ...mainPoints].join(' ')).not.toMatch(/17\.1|npm start|\?/)
  })
})
