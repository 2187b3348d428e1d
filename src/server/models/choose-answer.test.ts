import { describe, expect, it } from 'vitest'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import { chooseAnswer } from './choose-answer.ts'

const page = `# The harbours of Norvik

The old harbour of Norvik was built by the merchant Anders Lund. Fishing boats unload there every morning, and the market
opens at seven.

## The new harbour

The new harbour of Norvik was opened in 1926. It is deep enough for ferries, and its breakwater protects the whole bay from
storms.

## Storms

Storms closed both harbours for several days. The breakwater of the new harbour was damaged and repaired within the year.
`
const passages = splitPassages(page).map(({ headingPath, startOffset, endOffset }, n) => ({
  id: String(n),
  pageId: 'norvik',
  pageUrl: 'https://example.org/norvik',
  pageTitle: 'The harbours of Norvik',
  headingPath,
  text: page.slice(startOffset, endOffset),
  startOffset,
  language: 'en',
}))
const finder = createPassageFinder({ maxBytes: 1e6 })

async function answer(question: string): Promise<string[]> {
  const found = await finder.find({ key: 'norvik', load: async () => passages, question, limit: 8 })
  return chooseAnswer(question, [], found).map((sentence) => sentence.text)
}

describe('choosing an answer', () => {
  it('takes the sentence that says it', async () => {
    expect((await answer('When was the new harbour of Norvik opened?'))[0]).toBe('The new harbour of Norvik was opened in 1926.')
    expect((await answer('Who built the old harbour of Norvik?'))[0]).toMatch(/Anders Lund/)
  })

  it('refuses when a name of the question stands nowhere', async () => {
    expect(await answer('What was damaged by storms in the new harbour?')).not.toEqual([])
    expect(await answer('What did Maria Solberg say of storms in the new harbour of Trondheim?')).toEqual([])
  })

  it('refuses when nothing of the kind that is asked for stands there', async () => {
    expect(await answer('How many ferries were damaged?')).toEqual([])
  })
})
