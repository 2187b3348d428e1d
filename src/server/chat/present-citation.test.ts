import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '#shared/chat/chats.ts'
import { presentCitation, presentUnsaved } from './present-citation.ts'

const row = {
  marker: 1,
  url: 'https://example.org/',
  title: 'T',
  sentence: 'It is high.',
  state: null,
  verified: true,
  claim: '',
  differences: null,
  kind: 'source' as const,
  gone: null,
  goneSince: null,
}

describe('a citation of a version that only knew whether its sentence was found', () => {
  it.each([
    ['the built-in engine', row, 'Built-in engine', 'quoted', 'It is high.'],
    ['a language model', row, 'gpt-4.1', 'paraphrased', 'It is high.'],
    ['a language model, without a sentence', { ...row, verified: false }, 'gpt-4.1', 'not-found', ''],
    ['a closest passage', { ...row, kind: 'nearest' as const }, 'gpt-4.1', 'quoted', 'It is high.'],
    ['a newer version', { ...row, state: 'differs' as const, verified: null }, 'gpt-4.1', 'differs', 'It is high.'],
  ])('gets a state: %s', (_from, stored, engine, state, sentence) => {
    expect(presentCitation(stored, engine)).toMatchObject({ state, sentence, claim: '' })
  })

  it('gets a state in the stored messages of a crawl', () => {
    const { marker, url, title, sentence } = row
    const citation = { marker, url, title, sentence, pageId: 'p', passageId: '', verified: true }
    // The stored message has the shape of an earlier version.
    const stored = {
      role: 'assistant',
      content: 'High [1].',
      engine: 'gpt-4.1',
      citations: [citation, { ...citation, verified: false }],
      nearest: [citation],
    } as unknown as ChatMessage
    const { citations, nearest } = presentUnsaved(stored)
    expect(citations?.map(({ state }) => state)).toEqual(['paraphrased', 'not-found'])
    expect(citations?.[0]).toEqual({ ...stored.citations?.[0], state: 'paraphrased', claim: '', verified: false })
    expect(nearest).toMatchObject([{ state: 'quoted', verified: true, claim: '' }])
  })
})
