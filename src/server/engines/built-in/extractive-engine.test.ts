import { describe, expect, it } from 'vitest'
import { CLOSEST } from '#shared/chat/answer-stream.ts'
import type { AnswerPart, SourcePage } from '#server/engines/engine.ts'
import { createPassageFinder } from '#server/retrieval/find-passages.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { createExtractiveEngine } from './extractive-engine.ts'

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

async function ask(question: string) {
  const finder = createPassageFinder({ maxBytes: 1e6 })
  const load = async () =>
    splitPassages(content).map(({ headingPath, startOffset, endOffset }, n) => ({
      id: `guide#${n}`,
      pageId: 'guide',
      pageUrl: page.url,
      pageTitle: page.title,
      headingPath,
      text: content.slice(startOffset, endOffset),
      startOffset,
      language: 'en',
    }))
  const passages = await finder.find({ key: 'guide', load, question, limit: 8 })
  const parts: AnswerPart[] = []
  for await (const part of createExtractiveEngine().answer({ question, history: [], passages, pages: [page] })) {
    parts.push(part)
  }
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    kind: parts.find((part) => part.type === 'context')?.kind,
    claims: parts.flatMap((part) => (part.type === 'source' ? part.claim : [])),
  }
}

describe('an answer of the built-in engine', () => {
  it('shows the block under its headings, the defined term in the path and the answering sentence bold [extractive-engine-1]', async () => {
    const { text, claims } = await ask('What is the default temperature?')
    expect(text).toMatch(
      /^\*\*Brewing guide › Kettle settings › temperature \(degrees\)\*\* \[1\]\n\n> \*\*Heats the water/,
    )
    expect(claims[0]).toBe('Heats the water to this temperature; 92 by default.')
  })

  it('shows code with the line that introduces it, unchanged', async () => {
    const { text } = await ask('How do I start the kettle from a script?')
    expect(text).toContain('To start the kettle from a script:')
    expect(text).toContain('> ```\n> kettle --start --temperature 80\n> ```')
  })

  it('shows a table row with its header', async () => {
    const { text } = await ask('What does the large size cost?')
    expect(text).toContain('> | Size | Cups | Price |\n> | --- | --- | --- |')
    expect(text).toContain('> | **Large** | **8** | **90 euros** |')
  })

  it('marks passages that may not answer, and refuses what the pages do not mention [extractive-engine-2]', async () => {
    const near = await ask('Which vinegar descales the seal of a coffee machine by Jura?')
    expect(near.kind).not.toBe('answer')
    if (near.kind === 'closest') expect(near.text.startsWith(`${CLOSEST}\n\n`)).toBe(true)
    expect((await ask('Who won the football match?')).kind).toBe('refused')
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
