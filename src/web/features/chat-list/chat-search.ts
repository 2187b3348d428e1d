import type { ChatCard } from '#shared/chats.ts'

/** The chats whose title contains `words`, whatever the case. */
export function chatsTitled(chats: ChatCard[], words: string): ChatCard[] {
  const wanted = words.trim().toLowerCase()
  return wanted === '' ? chats : chats.filter((chat) => chat.title.toLowerCase().includes(wanted))
}
