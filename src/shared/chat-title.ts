/** The title that the Save Chat modal suggests when it opens (SPEC section 4). */
import type { ChatMessage } from './chats.ts'
import type { PageSummary } from './pages.ts'

const TITLE_SUGGESTION_MIN_LENGTH = 15
const TITLE_SUGGESTION_MAX_LENGTH = 50

type Suggestible = {
  messages: Pick<ChatMessage, 'role' | 'content'>[]
  selectedPages: Pick<PageSummary, 'title' | 'topics'>[]
}

/** What is suggested where neither question nor page has a title to give. */
export type TitleWords = { none: string; about: (topic: string) => string; pages: (number: number) => string }

const english: TitleWords = {
  none: 'New Chat',
  about: (topic) => `Research on ${topic}`,
  pages: (number) => `Chat about ${number} pages`,
}

export function suggestChatTitle({ messages, selectedPages }: Suggestible, words = english): string {
  const firstQuestion = messages.find((message) => message.role === 'user')?.content ?? ''
  const sentence = firstSentence(firstQuestion)
  if (Array.from(sentence).length >= TITLE_SUGGESTION_MIN_LENGTH) return cut(sentence)

  const [page, ...others] = selectedPages
  if (!page) return words.none
  if (others.length === 0) return cut(page.title)

  const topic = mostFrequent(selectedPages.flatMap((each) => each.topics))
  return topic ? words.about(topic) : words.pages(selectedPages.length)
}

/**
 * Up to the first full stop, question or exclamation mark of any script, without the mark. A Western mark ends a
 * sentence only before a space or the end, since example.com and 1.5 hold one too.
 */
function firstSentence(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return (line.split(/[.!?]+(?=["'”’)\]]*(?:\s|$))|[。！？।]/u)[0] ?? '').trim()
}

function cut(text: string): string {
  return Array.from(text).slice(0, TITLE_SUGGESTION_MAX_LENGTH).join('').trim()
}

/** The most frequent of `topics`, the earliest among equals; case does not tell topics apart. */
function mostFrequent(topics: string[]): string | undefined {
  const counts = new Map<string, { topic: string; count: number }>()
  for (const topic of topics) {
    const key = topic.trim().toLowerCase()
    if (!key) continue
    const entry = counts.get(key) ?? { topic: topic.trim(), count: 0 }
    entry.count += 1
    counts.set(key, entry)
  }
  let best: { topic: string; count: number } | undefined
  for (const entry of counts.values()) if (!best || entry.count > best.count) best = entry
  return best?.topic
}
