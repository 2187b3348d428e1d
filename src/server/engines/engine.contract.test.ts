/** The contract of `Engine`, run against every engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { testLog } from '#test/test-log.ts'
import type { AnswerPart, AnswerRequest, Engine, SourcePassage } from './engine.ts'
import { createExtractiveEngine } from './built-in/extractive-engine.ts'
import { createLanguageModelEngine } from './language-model/language-model-engine.ts'
import { isRefusal } from './refusal.ts'

let service: AiService
beforeAll(async () => void (service = await startAiService()))
afterAll(() => service.close())

const model = () => ({
  provider: 'compatible' as const,
  baseUrl: service.url,
  apiKey: undefined,
  model: 'gpt-4-turbo-preview',
  fallbackModel: 'gpt-4.1',
})
const engines: { name: string; create: () => Engine }[] = [
  { name: 'built-in', create: createExtractiveEngine },
  { name: 'OpenAI-compatible', create: () => createLanguageModelEngine(model(), testLog) },
]

const page = {
  title: 'The lighthouse of Norvik',
  language: 'en',
  content: `# The lighthouse of Norvik

The lighthouse of Norvik stands on a rock at the mouth of the fjord and was lit for the first time in 1871. It was designed by the engineer Ida Holm, who had built three harbours before. The tower is 34 metres high and made of granite from a quarry nearby.

## The lamp

The first lamp burned colza oil and had to be filled twice every night. An electric lamp replaced it in 1926, and its light can be seen from 18 nautical miles away. Since 1988 the lamp has been switched by a sensor, so that no keeper lives on the rock any longer.

## Visiting

Visitors reach the lighthouse by boat from the old harbour between May and September. The keeper's house is now a small museum with letters, tools and the logbooks of four families. Tickets are sold on the boat, and children under six travel free.

- Bring warm clothes, as it is windy on the gallery
- Dogs are not allowed in the museum
`,
}

const passage = (id: string, heading: string, text: string): SourcePassage => ({
  id,
  pageId: 'norvik',
  pageUrl: 'https://example.org/norvik',
  pageTitle: page.title,
  headingPath: ['The lighthouse of Norvik', heading],
  text,
  startOffset: page.content.indexOf(text),
  score: 1,
})
const paragraphs = page.content.split('\n\n').filter((block) => !block.startsWith('#'))
const passages = [
  { ...passage('history', 'The lighthouse of Norvik', paragraphs[0] ?? ''), score: 9 },
  { ...passage('lamp', 'The lamp', paragraphs[1] ?? ''), score: 6 },
  { ...passage('visiting', 'Visiting', paragraphs[2] ?? ''), score: 3 },
]

async function ask(engine: Engine, request: Partial<AnswerRequest> & { question: string }) {
  const parts: AnswerPart[] = []
  for await (const part of engine.answer({ passages, history: [], ...request })) parts.push(part)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { parts, text, sources: parts.filter((part) => part.type === 'source') }
}

describe.each(engines)('the $name engine', ({ create }) => {
  it('summarizes a page in two or three sentences, three to five points and three to five topics [engine.contract-1]', async () => {
    const { summary, mainPoints, topics } = await create().summarize(page)
    expect(splitSentences(summary).length).toBeGreaterThanOrEqual(2)
    expect(splitSentences(summary).length).toBeLessThanOrEqual(3)
    expect(mainPoints.length).toBeGreaterThanOrEqual(3)
    expect(mainPoints.length).toBeLessThanOrEqual(5)
    expect(topics.length).toBeGreaterThanOrEqual(3)
    expect(topics.length).toBeLessThanOrEqual(5)
    for (const point of mainPoints) expect(summary).not.toContain(point)
    expect(new Set(topics.map((topic) => topic.toLowerCase())).size).toBe(topics.length)
  })

  it('returns empty values for an empty page', async () => {
    const empty = { summary: '', mainPoints: [], topics: [] }
    expect(await create().summarize({ title: '', content: '', language: '' })).toEqual(empty)
    expect(await create().summarize({ title: '', content: ' \n\n---\n', language: 'en' })).toEqual(empty)
  })

  it('answers from the passages, with one source for each marker and no source outside the passages [engine.contract-2]', async () => {
    const { text, sources } = await ask(create(), { question: 'Who designed the lighthouse of Norvik?' })
    expect(text).toContain('Ida Holm')
    expect(isRefusal(text)).toBe(false)
    expect(sources.length).toBeGreaterThan(0)
    const markers = [...text.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))
    expect([...new Set(markers)]).toEqual(sources.map((source) => source.marker))
    expect(sources.map((source) => source.marker)).toEqual(sources.map((_, n) => n + 1))
    for (const source of sources) {
      expect(passages.map((each) => each.pageId)).toContain(source.pageId)
      if (source.passageId) expect(passages.map((each) => each.id)).toContain(source.passageId)
      expect(source.claim).not.toBe('')
    }
  })

  it('emits each source directly after the text it supports', async () => {
    const { parts } = await ask(create(), { question: 'When was the electric lamp installed?' })
    let text = ''
    for (const part of parts) {
      if (part.type === 'text') text += part.text
      if (part.type === 'source') expect(text).toMatch(new RegExp(`\\[${part.marker}\\]\\s*$`))
    }
  })

  it('refuses, without a source, if the pages do not contain the answer [engine.contract-3]', async () => {
    for (const question of ['Who won the chess olympiad in Havana?', 'How do I reset my router password?', '???']) {
      const { text, sources } = await ask(create(), { question })
      expect(isRefusal(text)).toBe(true)
      expect(sources).toEqual([])
    }
    expect(isRefusal((await ask(create(), { question: 'How high is the tower?', passages: [] })).text)).toBe(true)
  })

  it('answers a follow-up question [engine.contract-4]', async () => {
    const history = [
      { role: 'user' as const, content: 'When was the first lamp of the lighthouse lit?' },
      { role: 'assistant' as const, content: 'In 1871. [1]' },
    ]
    const { text } = await ask(create(), { question: 'And the electric one?', history })
    expect(text).toContain('1926')
  })

  it('stops on abort before and during an answer', async () => {
    const aborted = AbortSignal.abort()
    await expect(ask(create(), { question: 'How high is the tower?', signal: aborted })).rejects.toThrow()
    await expect(create().summarize(page, aborted)).rejects.toThrow()

    const abort = new AbortController()
    const question = 'How is the lamp of the lighthouse switched and seen, and how high is the tower?'
    const readAll = async () => {
      for await (const part of create().answer({ question, passages, history: [], signal: abort.signal })) {
        if (part.type === 'text') abort.abort()
      }
    }
    await expect(readAll()).rejects.toThrow()
  })
})
