import { expect, it } from 'vitest'
import type { ChatCard } from '#shared/chat/chats.ts'
import { filterByTitle } from './filter-by-title.ts'

const chat = (title: string): ChatCard => ({
  id: title,
  notebook_id: 'n',
  title,
  pinned: false,
  lastMessage: 'vacuum',
  messageCount: 0,
  selectedPagesCount: 0,
  crawledPagesCount: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const chats = [chat('Vacuum settings'), chat('Backups')]

it.each([
  ['', 2],
  ['  ', 2],
  ['VACUUM', 1],
  ['back', 1],
  ['nothing', 0],
])('filters the chats by the title query %j to %i results [chat-search-1]', (query, count) => {
  expect(filterByTitle(chats, query)).toHaveLength(count)
})
