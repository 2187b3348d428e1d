import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { CLOSEST } from '#shared/chat/answer-stream.ts'
import { plainText } from '#shared/chat/plain-text.ts'
import type { AnswerPart, SourcePage, SourcePassage } from '#server/engines/engine.ts'
import { findUncited } from '#server/chat/find-uncited.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { createExtractiveEngine } from './extractive-engine.ts'
import { renderPlace } from './render-place.ts'

const content = `# Brewing guide

## Kettle settings

temperature (degrees)
Heats the water to this temperature; 92 by default. Green tea needs less.

- Wait until the light is green
- Pour slowly

To start the kettle from a script:

\`\`\`
kettle --start --temperature 80
\`\`\`

## Sizes

| Size | Cups | Price |
| --- | --- | --- |
| Small | 2 | 40 euros |
| Large | 8 | 90 euros |

## Care

Descale the kettle every month. Never descale it while the water is hot. Vinegar damages the seal of the lid.
`

const page: SourcePage = {
  id: 'guide',
  url: 'https://example.org/guide',
  title: 'Brewing guide',
  summary: 'Heats the water to this temperature; 92 by default. Descale the kettle every month.',
  mainPoints: [],
  bytes: content.length,
}

async function ask(question: string, text = content, language = 'en') {
  const finder = createPassageFinder({ maxBytes: 1e6 })
  const load = async () =>
    splitPassages(text).map(({ headingPath, startOffset, endOffset }, n) => ({
      id: `guide#${n}`,
      pageId: 'guide',
      pageUrl: page.url,
      pageTitle: page.title,
      headingPath,
      text: text.slice(startOffset, endOffset),
      startOffset,
      language,
    }))
  const passages = await finder.find({ key: 'guide', load, question, limit: 8 })
  const parts: AnswerPart[] = []
  const request = { question, history: [], passages, pages: [page], readPassages: load }
  for await (const part of createExtractiveEngine().answer(request)) {
    parts.push(part)
  }
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    kind: parts.find((part) => part.type === 'context')?.kind,
    claims: parts.flatMap((part) => (part.type === 'source' ? part.claim : [])),
  }
}

describe('an answer of the built-in engine', () => {
  it('quotes a paragraph that only looks like a heading, a quotation or code as a paragraph [extractive-engine-5]', async () => {
    for (const start of ['# of descalings', '> 18 descalings', '``` of descalings']) {
      const shown = `${start} as count_of_uses.`
      const text = `## Counter\n\n\u00a0${shown}\n\nThe lamp glows red after ninety brews.`
      const answer = await ask('What glows red after ninety brews?', text)
      expect(answer.text).toContain(shown)
      const quote = fromMarkdown(answer.text).children.find((child) => child.type === 'blockquote')
      expect(quote?.children.map(({ type }) => type)).toEqual(['paragraph', 'paragraph'])
      expect((await ask('What is count_of_uses of descalings?', text)).claims).toContain(shown)
    }
  })

  it('shows the block under its headings, the defined term in the path and the answering sentence bold [extractive-engine-1]', async () => {
    const { text, claims } = await ask('What is the default temperature?')
    expect(text).toMatch(
      /^\*\*Brewing guide › Kettle settings › temperature \(degrees\)\*\* \[1\]\n\n> \*\*Heats the water/,
    )
    expect(claims[0]).toBe('Heats the water to this temperature; 92 by default.')
  })

  it('quotes and marks the characters that Markdown would take for formatting [extractive-engine-15]', async () => {
    const sentence = String.raw`The green lamp calls __brew__ with ('\\') and *args.`
    const { text, claims } = await ask('What does the green lamp call?', `## Lamp\n\n${sentence} It cools down later.`)
    expect(claims).toEqual([sentence])
    const quote = fromMarkdown(text).children.find((child) => child.type === 'blockquote')
    const [paragraph] = quote?.children ?? []
    const marked = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined
    expect(marked).toMatchObject({ type: 'strong', children: [{ value: sentence }] })
  })

  it('shows code with the line that introduces it, unchanged', async () => {
    const { text } = await ask('How do I start the kettle from a script?')
    expect(text).toContain('To start the kettle from a script:')
    expect(text).toContain('> ```\n> kettle --start --temperature 80\n> ```')
  })

  it('marks what explains a term, not the properties above, and ends before the title of a note [extractive-engine-10]', async () => {
    const entry = 'Grammar: boil [ <degrees> ] { … };\n\nBlocks: kettle, stove\n\nHeats the water.\n\nNote'
    const { text, claims } = await ask('What does boil do?', `# Settings\n\nboil\n${entry}\n`)
    expect(claims[0]).toBe('Heats the water.')
    expect(text).toContain('Grammar: boil')
    expect(text).not.toContain('Note')
  })

  it('shows a quotation and its list without a gap, with the marker of an item outside the mark [answer-place-1]', async () => {
    const item = 'The wick of the lamp is cotton.'
    const note = `> A lamp burns oil for nine hours.\n>\n> - The glass is thick.\n> - ${item}`
    const { text } = await ask('What is the wick of the lamp?', `# Lamps\n\nA short text.\n\n${note}\n`)
    expect(text).toContain(`hours.\n> >\n> > - The glass is thick.\n> > - **${item}**`)
  })

  it('unindents all lines of code that it shows without the list item that it is in [render-place-1]', () => {
    const text = '    ```\n    boil --fast\n      --hot\n    ```\n\n    The kettle boils.'
    const passage = { text } as SourcePassage
    const place = { passage, path: [], answering: [], parts: [{ start: 0, end: text.length }], claim: '' }
    expect(renderPlace(place, '')).toBe('> ```\n> boil --fast\n>   --hot\n> ```\n>\n> The kettle boils.')
  })

  it('shows a table row with its header', async () => {
    const { text } = await ask('What does the large size cost?')
    expect(text).toContain('> | Size | Cups | Price |\n> | --- | --- | --- |')
    expect(text).toContain('> | **Large** | **8** | **90 euros** |')
  })

  it('marks only the cell of the column that a question names [extractive-engine-9]', async () => {
    const plans = '# Plans\n\n| | Free | Pro |\n| --- | --- | --- |\n| Price | 0 € | 12 € |\n| Cups | 1 | 5 |\n'
    const { text } = await ask('How many cups are in Pro?', plans)
    expect(text).toContain('> | **Cups** | 1 | **5** |')
    expect((await ask('How many cups are there?', plans)).text).toContain('> | **Cups** | **1** | **5** |')
    expect((await ask('How many cups are in Free and Pro?', plans)).text).toContain('> | **Cups** | **1** | **5** |')
  })

  it('marks passages that may not answer, and refuses what the pages do not mention [extractive-engine-2]', async () => {
    const near = await ask('Which vinegar descales the seal of a coffee machine by Jura?')
    expect(near.kind).not.toBe('answer')
    if (near.kind === 'closest') expect(near.text.startsWith(`${CLOSEST}\n\n`)).toBe(true)
    expect((await ask('Who won the football match?')).kind).toBe('refused')
  })

  it.each([
    ['水壶的温度是多少？', '# 水壶\n\n水壶的默认温度是九十二度。水壶的最高温度是一百度。绿茶的温度应该更低。', 'zh'],
    [
      'やかんの温度は何度ですか？',
      '# やかん\n\nやかんの温度は九十二度です。「やかんの最高温度は百度です。」緑茶の温度は低くします。',
      'ja',
    ],
  ])(
    'marks sentences without a space between them so that no asterisk is seen: %s',
    async (question, text, language) => {
      const answer = await ask(question, text, language)
      expect(answer.text).toContain('**')
      const quoted = answer.text.slice(answer.text.indexOf('>'))
      expect(JSON.stringify(fromMarkdown(quoted))).not.toMatch(/"value":"[^"]*\*/)
    },
  )

  it('quotes the lines of a table of contents if a page has nothing else, one below the other [extractive-engine-6]', async () => {
    const lines = '9.1. Memory of the kettle\n9.2. Encrypting the brewing log of a kettle with a pass phrase'
    const { text } = await ask('How do I encrypt the brewing log of a kettle with a pass phrase?', lines)
    expect(text).toMatch(/> 9\.1\. Memory of the kettle {2}\n> 9\.2\. \**Encrypting the brewing log/)
  })

  it('does not take a bracketed number of the page for one of its markers', async () => {
    const text = '# Tower\n\nThe tower was opened in 1890.[3] It stores `visits[1]` in a file.[2]'
    const answer = await ask('When was the tower opened?', text)
    expect(answer.text).toContain(String.raw`1890.\[3]`)
    expect(answer.text).toContain('`visits[1]`')
    expect(answer.claims[0]).toContain('The tower was opened in 1890.')
    expect(plainText(answer.text)).toContain('opened in 1890.[3]')
    expect(await findUncited({ text: answer.text, isCut: false }, [async () => [text]])).toEqual([])
  })

  it('answers greetings, thanks and questions about itself without a source [extractive-engine-3]', async () => {
    for (const message of ['Hello!', 'Thanks a lot', 'What can you do?', 'Hallo zusammen', 'Vielen Dank']) {
      const { kind, claims, text } = await ask(message)
      expect({ message, kind, claims }).toEqual({ message, kind: 'small-talk', claims: [] })
      expect(text).not.toBe('')
    }
  })

  it('describes the pages from their summaries, with a source for each sentence [extractive-engine-4]', async () => {
    for (const message of ['What is this about?', 'Summarize these pages', 'List the pages']) {
      const { kind, claims, text } = await ask(message)
      expect(kind).toBe('answer')
      expect(text).toContain('**Brewing guide**')
      expect(claims[0]).toBe('Heats the water to this temperature; 92 by default.')
    }
  })
})
