import { useState } from 'react'
import { z } from 'zod'
import { ChatMessage } from '#shared/chats.ts'
import { errorMessage } from '#shared/errors.ts'
import { askUnsaved } from '#web/client.ts'
import { useStored } from '#web/ui/use-stored.ts'
import type { Conversation } from './conversation.ts'
import { useAnswer } from './use-answer.ts'

const Messages = z.array(ChatMessage)
const isMessages = (stored: unknown): stored is ChatMessage[] => Messages.safeParse(stored).success
const NONE: ChatMessage[] = []

type Unsaved = { userId: string | undefined; crawlId: string | undefined; pageIds: string[] }

/** The conversation about a crawl before it is saved: kept in this browser, under the person and the crawl. */
export function useUnsavedConversation({ userId, crawlId, pageIds }: Unsaved): Conversation & { forget: () => void } {
  const key = userId && crawlId ? `readback:messages:${userId}:${crawlId}` : null
  const [messages, setMessages] = useStored<ChatMessage[]>(key, NONE, isMessages)
  const [failure, setFailure] = useState('')
  const answer = useAnswer()

  async function ask(question: string, replaces?: number) {
    if (pageIds.length === 0) {
      setFailure(errorMessage('answer.no-context'))
      return false
    }
    const asked: ChatMessage = { role: 'user', content: question }
    const before = messages.slice(0, replaces)
    const history = before.map(({ role, content }) => ({ role, content }))
    setFailure('')
    setMessages([...before, asked])
    const outcome = await answer.read((signal) => askUnsaved({ question, pageIds, history }, signal))
    if (!outcome.ok) {
      setMessages(messages)
      setFailure(outcome.words)
      return false
    }
    setMessages((old) => [...old, outcome.message])
    return true
  }

  return { messages, live: answer.live, failure, ask, stop: answer.stop, forget: () => setMessages(NONE) }
}
