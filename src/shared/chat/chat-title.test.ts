import { describe, expect, it } from 'vitest'
import { suggestChatTitle } from './chat-title.ts'

const page = (title: string, ...topics: string[]) => ({ title, topics })
const asked = (content: string) => [{ role: 'user' as const, content }]

describe('the suggested chat title', () => {
  it.each([
    ['How thick are the walls? And who built them?', 'How thick are the walls?'],
    ['Exactly fifteen!', 'Exactly fifteen'],
    [`${'a'.repeat(60)}. Short.`, 'a'.repeat(50)],
    ['What does example.com charge? And why?', 'What does example.com charge?'],
    ['What does version 1.5 change!? Tell me.', 'What does version 1.5 change?'],
    ['How thick\n are the walls?', 'How thick are the walls?'],
    ['这座灯塔是谁在什么时候建造的呢？还有别的吗？', '这座灯塔是谁在什么时候建造的呢？'],
    ['🗼🗼🗼 towers are they?', '🗼🗼🗼 towers are they?'],
  ])('is the first sentence of the first question if it is long enough: %s [chat-title-1]', (question, title) => {
    expect(suggestChatTitle({ messages: asked(question), selectedPages: [page('Walls')] })).toBe(title)
  })

  it.each(['Fourteen chars', '🗼'.repeat(14), 'Why? Because I would like to know.'])(
    'is not a first sentence of fewer than 15 characters: %s',
    (question) => {
      expect(suggestChatTitle({ messages: asked(question), selectedPages: [] })).toBe('New Chat')
    },
  )

  it('is the title of the only page if the question is short, cut at 50 characters [chat-title-2]', () => {
    const selectedPages = [page('b'.repeat(60))]
    expect(suggestChatTitle({ messages: asked('Who built it?'), selectedPages })).toBe('b'.repeat(50))
  })

  it('names the most frequent topic of several pages, ignoring case [chat-title-3]', () => {
    const selectedPages = [page('A', 'Lamps', 'Glass'), page('B', 'lamps'), page('C', 'Glass', 'LAMPS')]
    expect(suggestChatTitle({ messages: [], selectedPages })).toBe('Research on Lamps')
  })

  it('counts several pages without topics [chat-title-4]', () => {
    expect(suggestChatTitle({ messages: [], selectedPages: [page('A'), page('B')] })).toBe('Chat about 2 pages')
  })

  it('is New Chat without pages and without a long enough question [chat-title-5]', () => {
    expect(suggestChatTitle({ messages: asked('Who?'), selectedPages: [] })).toBe('New Chat')
  })

  it('ignores answers', () => {
    const messages = [{ role: 'assistant' as const, content: 'An answer that is long enough.' }]
    expect(suggestChatTitle({ messages, selectedPages: [] })).toBe('New Chat')
  })
})
