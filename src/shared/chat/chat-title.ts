/** The title suggested by the Save Chat modal (specification, section 4). */
import type { ChatMessage } from './chats.ts'
import type { PageSummary } from '#shared/crawl/pages.ts'

const TITLE_SUGGESTION_MIN_LENGTH = 15
const TITLE_SUGGESTION_MAX_LENGTH = 50

type Suggestible = {
  messages: Pick<ChatMessage, 'role' | 'content'>[]
  selectedPages: Pick<PageSummary, 'title' | 'topics'>[]
}

/** Titles used when neither question nor page provides one. */
export type TitleWords = { none: string; about: (topic: string) => string; pages: (number: number) => string }

const english: TitleWords = {
  none: 'New Chat',
  about: (topic) => `Research on ${topic}`,
  pages: (number) => `Chat about ${number} pages`,
}

export function suggestChatTitle({ messages, selectedPages }: Suggestible, words = english): string {
  const firstQuestion = messages.find((message) => message.role === 'user')?.content ?? ''
  const [sentence, questionMark] = firstSentence(firstQuestion)
  if (Array.from(sentence).length >= TITLE_SUGGESTION_MIN_LENGTH) return truncate(sentence + questionMark)

  const [page, ...others] = selectedPages
  if (!page) return words.none
  if (others.length === 0) return truncate(page.title)

  const topic = mostFrequent(selectedPages.flatMap((each) => each.topics))
  return topic ? words.about(topic) : words.pages(selectedPages.length)
}

/**
 * Up to the first full stop, question or exclamation mark of any script, and the mark if it is a question mark. A
 * Western mark only counts before a space or the end, because of example.com and 1.5.
 */
function firstSentence(text: string): [sentence: string, questionMark: string] {
  const line = text.replace(/\s+/gu, ' ').trim()
  const [sentence = '', marks = ''] = line.split(/([.!?]+(?=["'”’)\]]*(?:\s|$))|[。！？।])/u)
  return [sentence.trim(), /[?？]/.exec(marks)?.[0] ?? '']
}

function truncate(text: string): string {
  return Array.from(text).slice(0, TITLE_SUGGESTION_MAX_LENGTH).join('').trim()
}

/** Case-insensitive; the earliest wins a tie. */
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
