import type { ChatCard } from '#shared/chat/chats.ts'

/** The chats whose title contains `query`, ignoring case. */
export function filterByTitle(chats: ChatCard[], query: string): ChatCard[] {
  const text = query.trim().toLowerCase()
  return text === '' ? chats : chats.filter((chat) => chat.title.toLowerCase().includes(text))
}
