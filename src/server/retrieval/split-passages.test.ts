import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { splitPassages } from './split-passages.ts'

const texts = (content: string) => splitPassages(content).map((each) => content.slice(each.startOffset, each.endOffset))
const sentence = (n: number) =>
  `Sentence number ${n} says that the harbour of town ${n} was built long ago by its people.`

describe('splitPassages', () => {
  it('starts a passage at each heading and records the headings above it [split-passages-1]', () => {
    const content =
      '# Manual\n\nIntroduction to it all.\n\n## Install\n\nRun the installer.\n\n### Windows\n\nUse the setup file.\n\n## Use\n\nPress start.'
    expect(splitPassages(content).map((each) => each.headingPath)).toEqual([
      ['Manual'],
      ['Manual', 'Install'],
      ['Manual', 'Install', 'Windows'],
      ['Manual', 'Use'],
    ])
    expect(texts(content)[1]).toBe('## Install\n\nRun the installer.')
  })

  it('splits a long paragraph between sentences, near 1,000 characters [split-passages-2]', () => {
    const content = Array.from({ length: 60 }, (_, n) => sentence(n)).join(' ')
    const passages = texts(content)
    expect(passages.length).toBeGreaterThan(3)
    for (const passage of passages) {
      expect(passage).toMatch(/^Sentence number .*ago by its people\.$/s)
      expect(passage.length).toBeLessThanOrEqual(1000)
    }
  })

  it('does not split code blocks, list items and table rows', () => {
    const code = `\`\`\`sql\n${'select 1 from table_of_things where it = true\n'.repeat(30)}\`\`\``
    const items = Array.from({ length: 40 }, (_, n) => `- item ${n} of the list is described here at some length`)
    const rows = Array.from({ length: 40 }, (_, n) => `| name ${n} | a description of what ${n} is for |`)
    const passages = texts(`Before.\n\n${code}\n\n${items.join('\n')}\n\n${rows.join('\n')}`)
    expect(passages.filter((each) => each.includes('```')).every((each) => each.match(/```/g)?.length === 2)).toBe(true)
    for (const line of [...items, ...rows]) expect(passages.some((each) => each.split('\n').includes(line))).toBe(true)
  })

  it('does not split a table between its header and its first row [split-passages-10]', () => {
    const header = '| Port | Use |\n| --- | --- |'
    const table = `${header}\n| 443 | Encrypted requests. |`
    for (let words = 150; words < 250; words++) {
      expect(texts(`${'word '.repeat(words)}\n\n${table}`).filter((text) => text.includes(table))).toHaveLength(1)
    }
    // A row that does not fit beside its header.
    for (let words = 240; words < 270; words++) {
      const passages = texts(`Before.\n\n${header}\n| 443 | ${'word '.repeat(words)}|`)
      expect(passages.filter((text) => text.includes(header))).toHaveLength(1)
    }
  })

  it('starts a passage with the term as heading at each defined setting', () => {
    const content =
      '## Settings\n\nmax_pages (integer)\nSets how many pages a crawl may store. The default is 10.\n\nIt is read at the start.\n\nmax_depth (integer)\nSets how far from the start page a crawl may go. The default is 3.'
    expect(splitPassages(content).map((each) => each.headingPath.at(-1))).toEqual([
      'max_pages (integer)',
      'max_depth (integer)',
    ])
    expect(texts(content)[0]).toContain('It is read at the start.')
  })

  it('starts a passage with a name even when what explains it starts in lower case [split-passages-11]', () => {
    const sentence = 'true if a page was stored before. It is read at the start.'
    const content = `## Attributes\n\nattribute site.Page.is_stored\n${sentence}\n\nwww.example.org\n${sentence}\n\nan attribute\n${sentence}`
    const names = splitPassages(content).map(({ headingPath }) => headingPath.at(-1))
    expect(names).toEqual(['attribute site.Page.is_stored'])
  })

  it('takes no title of a note after a definition list for a term [split-passages-12]', () => {
    const path = (title: string) => {
      const content = `## Settings\n\nmax_pages (integer)\nSets how many pages a crawl may store.\n\n\n${title}\n\n- It is read once.`
      return splitPassages(content).at(-1)?.headingPath
    }
    for (const title of ['See also', 'Note', 'Hinweis']) expect(path(title)).toEqual(['Settings'])
    expect(path('max_depth')).toEqual(['Settings', 'max_depth'])
  })

  it('returns to the section above when two blank lines end a definition list [split-passages-4]', () => {
    const content =
      '## Settings\n\nmax_pages (integer)\nSets how many pages a crawl may store.\n\nIt is read at the start.\n\n\nRestart the server after a change.'
    expect(splitPassages(content).map(({ headingPath }) => headingPath)).toEqual([
      ['Settings', 'max_pages (integer)'],
      ['Settings'],
    ])
    expect(texts(content)[1]).toBe('Restart the server after a change.')
  })

  it('keeps a question that a list answers with its answer, and not with the next question [split-passages-6]', () => {
    const content =
      '# Questions\n\n\nWhat can I pay with?\n\n- Card\n- Cash\n\n\nHow do I start?\n\n```\nnpm start\n```\n\n\nAsk us about the rest.'
    expect(splitPassages(content).map(({ headingPath }) => headingPath)).toEqual([
      ['Questions', 'What can I pay with?'],
      ['Questions', 'How do I start?'],
      ['Questions'],
    ])
    expect(texts(content)[1]).toBe('How do I start?\n\n```\nnpm start\n```')
  })

  it('keeps the no-break space that distinguishes a paragraph from a heading [split-passages-5]', () => {
    const paragraph = '\u00a0# of items is the number of them.'
    expect(texts(`## Fields\n\n${sentence(1)}\n\n\n${paragraph}`).at(-1)).toContain(paragraph)
    expect(texts(`${'A long line of text. '.repeat(60)}\n\n${paragraph}`).at(-1)).toBe(paragraph)
  })

  it('does not take the code or the table of a quotation for a defined term', () => {
    for (const quoted of [
      '```\nRun it\nIt prints a line.\n```',
      '| Type | Meaning |\n| --- | --- |\n| b | Binary format. |',
    ]) {
      const content = `## Settings\n\n${quoted.replaceAll(/^/gm, '> ')}`
      expect(splitPassages(content).map(({ headingPath }) => headingPath)).toEqual([['Settings']])
    }
  })

  it('takes the heading of a quotation for a term, but not a quotation of one line [split-passages-7]', () => {
    const explained = `## Lamps\n\n> ### Wicks\n>\n> ${sentence(1)}`
    expect(splitPassages(explained).map(({ headingPath }) => headingPath)).toEqual([['Lamps', 'Wicks']])
    const labeled = `## trim(wick)\n\n\n> Stability: 1 - Experimental\n\n- wick: the wick to trim\n\n${sentence(1)}`
    expect(splitPassages(labeled).map(({ headingPath }) => headingPath)).toEqual([['trim(wick)']])
  })

  it('keeps the label of a note with its text [split-passages-8]', () => {
    const note = 'A wick that is too long smokes. '.repeat(5).trim()
    const content = `## Wicks\n\n${'Trim the wick. '.repeat(60).trim()}\n\nNote\n\n${note}`
    expect(texts(content)[1]).toBe(`Note\n\n${note}`)
    const quoted = content.replace(/Note\n\n/, '> Note\n>\n> ')
    expect(texts(quoted)[1]).toBe(`> Note\n>\n> ${note}`)
  })

  it('does not take a label with its value for a defined term [split-passages-9]', () => {
    const contact =
      '# Contact\n\nPhone: 964 55 01 28\nPress: Ada Lund, press@example.org\nThe office is open until noon.'
    expect(splitPassages(contact).map(({ headingPath }) => headingPath)).toEqual([['Contact']])
  })

  it('takes neither labels with values nor lines of usage for a term and its definition [split-passages-13]', () => {
    const pathsOf = (text: string) => splitPassages(text).map(({ headingPath }) => headingPath)
    expect(pathsOf('## wick_width\n\nType: number\nDefault: ask-yes. It may change.')).toEqual([['wick_width']])
    expect(pathsOf('## Wicks\n\nwick name\nunwick { * | name ... }')).toEqual([['Wicks']])
    expect(pathsOf('## Parameters\n\nwidth: int\nDefault: 30.')).toEqual([['Parameters', 'width: int']])
  })

  it('starts a passage at a parameter with its default, at a name and at an option [split-passages-14]', () => {
    const digest = 'tls_client_fingerprint_digest (default: $smtp_tls_fingerprint_digest, or 51200)'
    const blocks = [`tls_client_enforce\n${sentence(1)}`, `${digest}\n${sentence(2)}`, '--silent\nSame as --quiet']
    const named = 'lamp_hook_fixups\nlast chance to trim the wick\n\nauto_trim\nWarning\n\nIt is no longer used.'
    const paths = splitPassages(['## Settings', ...blocks, named].join('\n\n')).map(({ headingPath }) => headingPath[1])
    expect(paths).toEqual(['tls_client_enforce', digest, '--silent', 'lamp_hook_fixups', 'auto_trim'])
    const others = '## Settings\n\nSee the notes\nabove the lamp\n\nWicks\nWarning\n\nThey smoke.'
    expect(splitPassages(others).map(({ headingPath }) => headingPath)).toEqual([['Settings']])
  })

  it('never exceeds 2,000 characters and never splits a surrogate pair', () => {
    const passages = texts('😀'.repeat(3000))
    for (const passage of passages) {
      expect(passage.length).toBeLessThanOrEqual(2000)
      expect(passage.isWellFormed()).toBe(true)
    }
  })

  it('returns no passages for a page without text', () => {
    expect(splitPassages('')).toEqual([])
    expect(splitPassages(' \n\n ')).toEqual([])
  })

  it('covers all text of any page, in order [split-passages-3]', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '# Title',
        '## Part',
        '- item one',
        '| a | b |',
        '| --- | --- |',
        '```',
        '',
        '> quoted words.',
        '>',
        '1. first',
        '---',
      ),
      fc.string({ maxLength: 60 }),
      fc.constant('A plain sentence is here. '.repeat(50)),
    )
    const withoutQuoteMarks = (text: string) => text.replace(/^[ \t]*>[> \t]*$/gm, '').trim()
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const content = lines.join('\n')
        const spans = splitPassages(content)
        let position = 0
        for (const { startOffset, endOffset } of spans) {
          expect(startOffset).toBeGreaterThanOrEqual(position)
          expect(endOffset).toBeGreaterThan(startOffset)
          expect(endOffset - startOffset).toBeLessThanOrEqual(2000)
          expect(withoutQuoteMarks(content.slice(position, startOffset))).toBe('')
          position = endOffset
        }
        expect(withoutQuoteMarks(content.slice(position))).toBe('')
        expect(splitPassages(content)).toEqual(spans)
      }),
    )
  })
})

afterEach(() => vi.restoreAllMocks())

it.each(['漢字', 'x'])('splits two million characters of %j without a space, and loses none', (unit) => {
  const content = unit.repeat(2_000_000 / unit.length)
  const searched: number[] = []
  const lastIndexOf = String.prototype.lastIndexOf
  vi.spyOn(String.prototype, 'lastIndexOf').mockImplementation(function (this: string, wanted, from) {
    searched.push(Math.min(this.length, from ?? this.length))
    return lastIndexOf.call(this, wanted, from)
  })
  const passages = splitPassages(content)
  expect(passages.reduce((sum, { startOffset, endOffset }) => sum + endOffset - startOffset, 0)).toBe(content.length)
  // Each search for a line break or a space stays within its passage, so the time grows with the length.
  expect(searched.reduce((sum, characters) => sum + characters, 0)).toBeLessThan(2 * content.length)
})
